// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/text.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "core/han_variants.h"
#include "fellow/check.h"

namespace fellow::text {
namespace {

const icu::Normalizer2& nfkd() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFKDInstance(status);
  CHECK(U_SUCCESS(status));
  return *normalizer;
}

const icu::Normalizer2& nfc() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFCInstance(status);
  CHECK(U_SUCCESS(status));
  return *normalizer;
}

icu::UnicodeString utf16(std::string_view text) {
  return icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
}

std::string utf8(const icu::UnicodeString& text) {
  std::string out;
  text.toUTF8String(out);
  return out;
}

constexpr std::size_t kBlock = sizeof(std::uint64_t);

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// How many bytes from `from` on are ASCII: nearly all of them in nearly all texts, so eight at a time.
std::size_t ascii_run(std::string_view text, std::size_t from) {
  std::size_t i = from;
  for (std::uint64_t block = 0; i + kBlock <= text.size(); i += kBlock) {
    std::memcpy(&block, text.data() + i, kBlock);
    if ((block & 0x8080808080808080U) != 0) break;
  }
  while (i < text.size() && is_ascii(text[i])) ++i;
  return i - from;
}

bool plain_ascii(std::string_view text) { return ascii_run(text, 0) == text.size(); }

// How many bytes from `from` on are not ASCII.
std::size_t foreign_run(std::string_view text, std::size_t from) {
  std::size_t i = from;
  while (i < text.size() && !is_ascii(text[i])) ++i;
  return i - from;
}

std::string composed(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  if (nfc().isNormalizedUTF8({text.data(), static_cast<int32_t>(text.size())}, status) && U_SUCCESS(status))
    return std::string(text);
  status = U_ZERO_ERROR;
  std::string out = utf8(nfc().normalize(utf16(text), status));
  CHECK(U_SUCCESS(status));
  return out;
}

std::string decomposed(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  std::string out = utf8(nfkd().normalize(utf16(text), status));
  CHECK(U_SUCCESS(status));
  return out;
}

// The next character of UTF-8 at i (moved on); U+FFFD for an ill-formed sequence.
UChar32 next(std::string_view text, int32_t& i) {
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(reinterpret_cast<const uint8_t*>(text.data()), i, static_cast<int32_t>(text.size()), c);
  return c;
}

void append(std::string& out, UChar32 c) {
  char bytes[U8_MAX_LENGTH];
  int32_t length = 0;
  U8_APPEND_UNSAFE(bytes, length, c);
  out.append(bytes, static_cast<std::size_t>(length));
}

bool is_apostrophe(UChar32 c) { return c == '\'' || c == 0x2019 || c == 0x2018 || c == 0x02BC || c == 0x02BB; }

// What these letters are spelled as where the keyboard does not have them; they have no decomposition.
std::string_view spelled_out(UChar32 c) {
  switch (c) {
    case 0xDF:
    case 0x1E9E:
      return "ss";
    case 0xF8:
    case 0xD8:
      return "o";
    case 0x142:
    case 0x141:
      return "l";
    case 0x111:
    case 0x110:
    case 0xF0:
    case 0xD0:
      return "d";
    case 0xE6:
    case 0xC6:
      return "ae";
    case 0x153:
    case 0x152:
      return "oe";
    case 0xFE:
    case 0xDE:
      return "th";
    case 0x131:
    case 0x130:
      return "i";
    default:
      return {};
  }
}

constexpr char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_ascii_blank(UChar32 c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool is_blank(UChar32 c) { return c < 0x80 ? is_ascii_blank(c) : u_isUWhiteSpace(c) || c == 0x3000; }

// Taken out of names and titles (R17): controls, bidi marks, zero-width characters, BOM, soft hyphen.
bool is_unseen(UChar32 c) {
  if (c < 0x20 || c == 0x7F) return true;
  const int8_t kind = u_charType(c);
  return kind == U_CONTROL_CHAR || kind == U_FORMAT_CHAR;
}

// Whether clean would leave it as it is, as it does with three texts in four: words of ASCII with single blanks between them.
bool is_clean_ascii(std::string_view text) {
  char before = ' ';
  for (const char c : text) {
    if (c < ' ' || c == 0x7F || (c == ' ' && before == ' ')) return false;  // bytes beyond ASCII are below 0
    before = c;
  }
  return text.empty() || before != ' ';
}

// What fold makes of an ASCII character: itself in lower case, or one of these; nothing of other bytes.
constexpr char kGap = ' ', kNothing = 0, kAnd = '&';
constexpr std::array<char, 256> kFolded = [] {
  std::array<char, 256> out{};
  for (int c = 0; c < 128; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const bool unseen = (c < 0x20 && !(c >= '\t' && c <= '\r')) || c == 0x7F;
    out[static_cast<std::size_t>(c)] = letter                 ? static_cast<char>(c)
                                       : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a')
                                       : c == '&'             ? kAnd
                                       : unseen || c == '\''  ? kNothing
                                                              : kGap;
  }
  return out;
}();

char folded(char c) { return kFolded[static_cast<unsigned char>(c)]; }
bool is_plain_letter(char c) { return folded(c) >= '0'; }  // or a digit
static_assert(kGap < '0' && kNothing < '0' && kAnd < '0', "letters and digits are told by one comparison");

// Words as fold writes them, a blank between any two.
class Folded {
 public:
  explicit Folded(std::size_t bytes) { out_.reserve(bytes); }

  // Through a buffer: a third of the instructions of appending to the string letter by letter.
  void add_ascii(std::string_view text) {
    constexpr std::size_t kPiece = 128;  // each letter of it may follow a gap
    std::array<char, 2 * kPiece> buffer;
    for (std::size_t at = 0; at < text.size(); at += kPiece) {
      char* end = buffer.data();
      for (const char c : text.substr(at, kPiece)) {
        if (is_plain_letter(c)) {
          if (gap_ && (end != buffer.data() || !out_.empty())) *end++ = ' ';
          gap_ = false;
          *end++ = folded(c);
        } else if (folded(c) == kGap) {
          gap_ = true;
        } else if (folded(c) == kAnd) {
          out_.append(buffer.data(), end);
          end = buffer.data();
          word_of_its_own("and");
        }
      }
      out_.append(buffer.data(), end);
    }
  }

  // `text` is decomposed.
  void add(std::string_view text) {
    for (int32_t i = 0; i < static_cast<int32_t>(text.size());) {
      const auto at = static_cast<std::size_t>(i);
      if (const std::size_t plain = ascii_run(text, at); plain > 0) {
        add_ascii(text.substr(at, plain));
        i += static_cast<int32_t>(plain);
      } else {
        add(next(text, i));
      }
    }
  }

  std::string take() {
    // Hangul and kana come back together.
    return plain_ascii(out_) ? std::move(out_) : composed(out_);
  }

 private:
  void end_gap() {
    if (!out_.empty()) out_ += ' ';
    gap_ = false;
  }
  void word_of_its_own(std::string_view word) {
    end_gap();
    out_ += word;
    gap_ = true;
  }
  void add(UChar32 c) {
    if (const std::string_view spelled = spelled_out(c); !spelled.empty()) {
      if (gap_) end_gap();
      out_ += spelled;
    } else if (u_isalnum(c)) {
      if (gap_) end_gap();
      append(out_, static_cast<UChar32>(simplified(static_cast<char32_t>(u_foldCase(c, U_FOLD_CASE_DEFAULT)))));
    } else if (c == 0x3099 || c == 0x309A) {  // voiced kana are letters of their own
      append(out_, c);
    } else if (const int8_t kind = u_charType(c); kind == U_NON_SPACING_MARK || kind == U_ENCLOSING_MARK) {
      return;
    } else if (kind == U_COMBINING_SPACING_MARK) {  // vowel signs of Indic scripts belong to the word
      if (gap_) end_gap();
      append(out_, c);
    } else if (!is_apostrophe(c) && !(is_unseen(c) && !is_blank(c))) {
      gap_ = true;
    }
  }

  std::string out_;
  bool gap_ = false;
};

}  // namespace

std::string fold(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain_letter)) {  // one plain word: half of all texts that are folded
    std::string word(text);
    std::transform(word.begin(), word.end(), word.begin(), folded);
    return word;
  }
  Folded out(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t plain = ascii_run(text, at);
    out.add_ascii(text.substr(at, plain));
    at += plain;
    // No mark of another script's character combines across an ASCII one: each stretch is decomposed by itself.
    const std::size_t foreign = foreign_run(text, at);
    if (foreign > 0) out.add(decomposed(text.substr(at, foreign)));
    at += foreign;
  }
  return out.take();
}

std::vector<std::string> words(std::string_view text) {
  const std::string folded = fold(text);
  std::vector<std::string> out;
  out.reserve(static_cast<std::size_t>(std::count(folded.begin(), folded.end(), ' ')) + 1);
  for (std::size_t begin = 0; begin < folded.size();) {
    const std::size_t end = std::min(folded.find(' ', begin), folded.size());
    if (end > begin) out.emplace_back(folded, begin, end - begin);
    begin = end + 1;
  }
  return out;
}

std::string clean(std::string_view text, std::size_t max_bytes) {
  if (is_clean_ascii(text) && (max_bytes == 0 || text.size() <= max_bytes)) return std::string(text);
  std::string whole;
  if (!plain_ascii(text)) {
    whole = composed(text);
    text = whole;
  }
  std::string out;
  out.reserve(text.size());
  bool gap = false;
  for (int32_t i = 0; i < static_cast<int32_t>(text.size());) {
    const UChar32 c = next(text, i);
    if (is_blank(c)) {
      gap = true;
    } else if (c < 0x80 ? c >= 0x20 && c != 0x7F : !is_unseen(c)) {
      const std::size_t before = out.size();
      if (gap && !out.empty()) out += ' ';
      gap = false;
      if (c < 0x80) {
        out += static_cast<char>(c);
      } else {
        append(out, c);
      }
      if (max_bytes != 0 && out.size() > max_bytes) {
        out.resize(before);
        break;
      }
    }
  }
  return out;
}

std::string valid_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t plain = ascii_run(bytes, at);
    out += bytes.substr(at, plain);
    at += plain;
    for (auto i = static_cast<int32_t>(at); at < bytes.size() && !is_ascii(bytes[at]); at = static_cast<std::size_t>(i))
      append(out, next(bytes, i));
  }
  return out;
}

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = small(c);
  return out;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return small(x) == small(y); });
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = text.find(separator, begin);
    out.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return out;
    begin = end + 1;
  }
}

double cjk_share(std::string_view text) {
  if (plain_ascii(text)) return 0;
  int all = 0, cjk = 0;
  for (int32_t i = 0; i < static_cast<int32_t>(text.size());) {
    const UChar32 c = next(text, i);
    if (is_blank(c)) continue;
    ++all;
    if (c < 0x1100) continue;  // Hangul Jamo is the first block of any of them
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(c, &status);
    if (script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA || script == USCRIPT_HANGUL) ++cjk;
  }
  return all == 0 ? 0 : static_cast<double>(cjk) / all;
}

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace fellow::text
