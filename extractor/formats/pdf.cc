// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/pdf.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::chrono::milliseconds kTime{5000};
constexpr std::size_t kMostOutput = 32u << 20;

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() { reset(); }
  void reset() {
    if (number_ >= 0) close(std::exchange(number_, -1));
  }
  int get() const { return number_; }

 private:
  int number_;
};

// Beside the running program, or in a bin folder next to its own (tests, installed trees).
std::string helper_path() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const std::filesystem::path folder = self.parent_path();
  for (const std::filesystem::path& place :
       {folder / "fellow-pdf", folder / "../bin/fellow-pdf", folder / "../libexec/fellow/fellow-pdf"}) {
    if (access(place.c_str(), X_OK) == 0) return place.string();
  }
  return {};
}

// The PDF as a file without a name, so that the helper can be fed without a second pipe to wait on.
Descriptor as_file(std::string_view bytes) {
  Descriptor file(memfd_create("pdf", MFD_CLOEXEC));
  if (file.get() < 0) return file;
  while (!bytes.empty()) {
    const ssize_t written = write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return Descriptor();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

// Everything that can be read until the other end closes; nullopt past the deadline or the limit.
std::optional<std::string> read_all(int from, std::chrono::steady_clock::time_point deadline) {
  std::string out;
  std::array<char, 65536> piece;
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    if (left <= 0) return std::nullopt;
    pollfd waiting{from, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return std::nullopt;
    const ssize_t got = read(from, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) return out;
    out.append(piece.data(), static_cast<std::size_t>(got));
    if (out.size() > kMostOutput) return std::nullopt;
  }
}

std::optional<std::string> run_helper(std::string_view pdf) {
  const std::string path = helper_path();
  const Descriptor input = path.empty() ? Descriptor() : as_file(pdf);
  std::array<int, 2> ends{-1, -1};
  if (input.get() < 0 || pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Descriptor out_read(ends[0]), out_write(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.get(), 0);
  posix_spawn_file_actions_adddup2(&actions, out_write.get(), 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::string name = "fellow-pdf";
  std::array<char*, 2> arguments{name.data(), nullptr};
  std::array<char*, 1> environment{nullptr};
  pid_t child = -1;
  const int failed = posix_spawn(&child, path.c_str(), &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return std::nullopt;
  out_write.reset();
  std::optional<std::string> printed = read_all(out_read.get(), std::chrono::steady_clock::now() + kTime);
  if (!printed) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!printed || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return printed;
}

bool has_any(const std::string& name, std::initializer_list<std::string_view> words) {
  for (std::string_view word : words) {
    if (name.find(word) != std::string::npos) return true;
  }
  return false;
}

// Ligatures and full-width forms as plain letters (NFKC), icons of symbol fonts (private use) taken out.
std::string plain(const std::string& written) {
  std::string out = text::clean(written);
  bool beyond = false;  // 0xEE and 0xEF begin U+E000..U+FFFF: private use and compatibility forms
  for (char c : out) beyond = beyond || static_cast<unsigned char>(c) >= 0xEE;
  if (!beyond) return out;
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFKCInstance(error);
  if (U_FAILURE(error)) return out;
  const icu::UnicodeString normal = normalizer->normalize(icu::UnicodeString::fromUTF8(out), error);
  icu::UnicodeString kept;
  for (int32_t i = 0; i < normal.length(); i = normal.moveIndex32(i, 1)) {
    const UChar32 c = normal.char32At(i);
    if (!(c >= 0xE000 && c <= 0xF8FF) && c < 0xF0000) kept.append(c);
  }
  std::string bytes;
  kept.toUTF8String(bytes);
  return bytes;
}

// Of fellow-pdf's [x, y, width, height, size, font, text, space]. Throws if that is not what it is.
PdfWord word_of(const nlohmann::json& line) {
  PdfWord word;
  word.x = line.at(0);
  word.y = line.at(1);
  word.w = line.at(2);
  word.h = line.at(3);
  word.size = line.at(4);
  word.text = plain(line.at(6).get_ref<const std::string&>());
  word.space = line.at(7);
  const std::string font = text::lower(line.at(5).get_ref<const std::string&>());
  if (has_any(font, {"awesome", "academicons", "marvosym", "fontello", "materialicons", "webdings", "wingdings"}))
    word.text.clear();
  // "Medi" and "BX" are the bold faces of the Nimbus and Computer Modern families
  word.bold = has_any(font, {"bold", "black", "heavy", "demi", "cmbx", "sfbx", "medi"}) && !has_any(font, {"medium"});
  word.italic = has_any(font, {"ital", "obli", "cmti", "sfti", "cmsl", "slant", "lightit", "-it", "regu-it"});
  return word;
}

// Letters of one kind throughout: capitals and the punctuation among them.
bool all_capitals(const std::string& word) {
  return !word.empty() && std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; }) &&
         word[0] >= 'A' && word[0] <= 'Z';
}

// "R" and "ESEARCH" in a smaller size right behind it: small capitals, which poppler takes for two words.
void join_small_capitals(std::vector<PdfWord>& words) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (kept > 0) {
      PdfWord& before = words[kept - 1];
      const PdfWord& word = words[i];
      const double gap = word.x - (before.x + before.w), base = (word.y + word.h) - (before.y + before.h);
      const bool letter = before.text.size() == 1 || (before.text.size() == 2 && before.text[0] == '(');
      if (letter && all_capitals(before.text.substr(before.text.size() - 1)) && all_capitals(word.text) &&
          word.size < 0.92 * before.size && word.size > 0.6 * before.size && std::abs(gap) < 0.2 * before.size &&
          std::abs(base) < 0.15 * before.size) {
        before.text += word.text;
        before.w = word.x + word.w - before.x;
        before.space = word.space;
        continue;
      }
    }
    if (kept != i) words[kept] = std::move(words[i]);
    ++kept;
  }
  words.resize(kept);
}

// Fonts of small capitals often give "ı" for their i. Where a document has no other letter of Turkish, it is an i.
void mend_dotless(std::vector<PdfPage>& pages) {
  static constexpr std::string_view kDotless = "ı";
  const auto each = [&](auto act) {
    for (PdfPage& page : pages) {
      for (PdfWord& word : page.words) act(word.text);
    }
  };
  bool turkish = false;
  each([&](const std::string& text) {
    for (const std::string_view letter : {"ğ", "ş", "İ", "Ş", "Ğ"}) turkish = turkish || text.find(letter) != std::string::npos;
  });
  if (turkish) return;
  each([&](std::string& text) {
    for (auto at = text.find(kDotless); at != std::string::npos; at = text.find(kDotless, at))
      text.replace(at, kDotless.size(), "i");
  });
}

}  // namespace

std::optional<PdfText> parse_pdf_words(std::string_view json_lines) {
  PdfText out;
  bool any = false;
  for (std::string_view line : text::split(json_lines, '\n')) {
    if (line.empty()) continue;
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    try {
      if (json.is_array()) {
        if (out.pages.empty()) return std::nullopt;
        if (PdfWord word = word_of(json); !word.text.empty()) out.pages.back().words.push_back(std::move(word));
      } else if (json.contains("pages")) {
        any = true;
        out.title = text::clean(json.value("title", std::string()), 500);
        out.author = text::clean(json.value("author", std::string()), 200);
      } else if (json.contains("link")) {
        out.links.push_back(text::clean(json.value("link", std::string()), 500));
      } else if (json.contains("page")) {
        out.pages.push_back({json.value("w", 0.0), json.value("h", 0.0), {}});
      } else {
        return std::nullopt;
      }
    } catch (const nlohmann::json::exception&) {  // a value of another type: not our helper's line
      return std::nullopt;
    }
  }
  if (!any) return std::nullopt;
  for (PdfPage& page : out.pages) join_small_capitals(page.words);
  mend_dotless(out.pages);
  return out;
}

std::optional<PdfText> read_pdf_words(std::string_view pdf) {
  const std::optional<std::string> printed = run_helper(pdf);
  return printed ? parse_pdf_words(*printed) : std::nullopt;
}

int claim_pdf(const Clue& clue) {
  if (clue.start.find("%PDF-") != std::string_view::npos && !clue.type_is("text/html text/plain text/markdown")) return 100;
  if (clue.start.starts_with("%PDF-")) return 100;
  return clue.type_is("application/pdf application/x-pdf") ? 30 : 0;
}

void read_pdf(const Page& page, Document& document) {
  const std::optional<PdfText> text = page.body.find("%PDF-") < 1024 + 64 ? read_pdf_words(page.body) : std::nullopt;
  if (!text) {
    document.format = Format::unknown;
    return;
  }
  document.dom = lay_out(*text);
}

}  // namespace fellow::extractor
