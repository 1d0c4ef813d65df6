// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/other_text.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_set>

#include "extractor/fields/addresses.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxRead = 64 << 10, kMaxOfAPage = 24 << 10;  // bytes that are looked through
constexpr std::size_t kMaxBytes = 16 << 10;                         // bytes that are kept
constexpr std::size_t kMaxLine = 2000, kPassage = 600;
constexpr std::size_t kFewWords = 4;
constexpr double kConfidence = 0.3;

bool about_others(SectionKind kind) {
  return kind == SectionKind::students || kind == SectionKind::references || kind == SectionKind::contact;
}

std::size_t count_blanks(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; }));
}

// The first words of folded text, by which a line that says what a field says is known; "" for too few.
std::string_view opening(std::string_view folded) {
  std::size_t end = folded.find(' ');
  for (std::size_t words = 1; words < kFewWords; ++words) {
    if (end == std::string_view::npos) return {};
    end = folded.find(' ', end + 1);
  }
  return folded.substr(0, end);
}

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
using Openings = std::unordered_set<std::string, Hash, std::equal_to<>>;

Openings openings_of(const Profile& profile) {
  Openings out;
  const auto add = [&](std::string_view text) { out.emplace(opening(text::fold(text))); };
  for (const Paper& paper : profile.papers) add(paper.title);
  for (std::size_t at = 0; at < profile.biography.size();) {
    const std::size_t end = std::min(profile.biography.find('\n', at), profile.biography.size());
    add(std::string_view(profile.biography).substr(at, end - at));
    at = end + 1;
  }
  out.erase("");
  return out;
}

bool says_one_of(const Openings& openings, std::string_view text) {
  if (openings.empty()) return false;
  const std::string folded = text::fold(text);
  for (std::string_view rest = folded;;) {
    const std::string_view words = opening(rest);
    if (words.empty()) return false;
    if (openings.contains(words)) return true;
    rest.remove_prefix(rest.find(' ') + 1);
  }
}

}  // namespace

void OtherText::read(const Document& page, const Outline& outline) {
  const std::size_t until = std::min(kMaxRead, bytes_ + kMaxOfAPage);
  pages_.push_back({page.url.text(), page.seen_at});
  for (const Block& block : outline.blocks) {
    if (block.kind == BlockKind::heading || about_others(outline.sections[block.section].kind)) continue;
    if (block.text.size() > kMaxLine || count_blanks(block.text) + 1 < kFewWords) continue;
    if (bytes_ + block.text.size() > until) break;
    if (!seen_.insert(block.text).second) continue;
    bytes_ += block.text.size();
    lines_.push_back({block.text, pages_.size() - 1});
  }
}

void OtherText::put_into(Profile& profile) const {
  const auto openings = openings_of(profile);
  std::size_t bytes = 0, last = pages_.size();
  for (const Line& line : lines_) {
    if (says_one_of(openings, line.text)) continue;
    const std::string text(text::trim(without_contact(line.text)));
    if (text.empty() || bytes + text.size() > kMaxBytes) continue;
    bytes += text.size();
    if (line.page == last && profile.text.back().size() + text.size() < kPassage) {
      profile.text.back() += '\n' + text;
      continue;
    }
    const Source& page = pages_[last = line.page];
    profile.evidence["/text/" + std::to_string(profile.text.size())] = {
        .url = page.url, .method = "section", .confidence = kConfidence, .seen_at = page.seen_at};
    profile.text.push_back(text);
  }
}

}  // namespace fellow::extractor
