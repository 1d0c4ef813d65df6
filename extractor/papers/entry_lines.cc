// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of one entry made ready to be read: labels of links, numbering and bullets off.
#include <algorithm>

#include "extractor/marks.h"
#include "extractor/papers/letters.h"
#include "extractor/papers/reference.h"
#include "extractor/papers/remarks.h"
#include "extractor/papers/venue_text.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {

bool is_title(std::string_view text) {
  const auto letters = count_letters(text);
  if (letters < 5) return false;
  if (text::cjk_share(text) > 0.3) return true;
  if (tells_of_version(text)) return false;
  const auto words = count_pieces(text);
  if (words >= 2 ? letters < 8 : letters < 4) return false;
  if (words == 1 && letters < 9) return false;
  return !is_link_label(text);
}

EntryMark entry_mark(std::string_view text) {
  std::size_t at = 0;
  const bool bracket = !text.empty() && (text[0] == '[' || text[0] == '(');
  if (bracket) ++at;
  if (at + 1 < text.size() && text[at] >= 'A' && text[at] <= 'Z' && is_digit(text[at + 1])) ++at;
  int number = 0;
  const auto digits = at;
  while (at < text.size() && is_digit(text[at]) && at - digits < 3) number = number * 10 + (text[at++] - '0');
  if (at == digits && bracket) {
    const auto close = text.find(')');
    if (close == std::string_view::npos || close > 8) return {};
    int last = 0;
    for (const char c : text.substr(1, close - 1)) {
      const int value = c == 'i' ? 1 : c == 'v' ? 5 : c == 'x' ? 10 : c == 'l' ? 50 : 0;
      if (value == 0) return {};
      number += value > last ? value - 2 * last : value;
      last = value;
    }
    at = close;
  }
  if (number == 0 || at + 1 >= text.size()) return {};
  if (bracket ? text[at] != ']' && text[at] != ')' : text[at] != '.' && text[at] != ')') return {};
  return text[at + 1] == ' ' ? EntryMark{number, at + 2} : EntryMark{};
}

Line part_of(const Line& line, std::size_t begin, std::size_t end) {
  Line out;
  out.before = line.before;
  out.role = line.role;
  out.level = line.level;
  out.in_item = line.in_item;
  out.node = line.node;
  end = std::min(end, line.text.size());
  while (begin < end && line.text[begin] == ' ') ++begin;
  while (end > begin && line.text[end - 1] == ' ') --end;
  if (begin >= end) return out;
  out.text = line.text.substr(begin, end - begin);
  for (const auto& run : line.runs) {
    const auto b = std::max(run.begin, begin), e = std::min(run.end, end);
    if (b >= e) continue;
    out.runs.push_back(run);
    out.runs.back().begin = b - begin;
    out.runs.back().end = e - begin;
  }
  return out;
}

Line without_labels(const Line& line, std::vector<std::string>* urls) {
  Line out = part_of(line, 0, 0);
  const auto copy = [&](std::size_t begin, std::size_t end, const Run* run) {
    const auto at = out.text.size();
    out.text.append(line.text, begin, end - begin);
    if (run != nullptr && out.text.size() > at) {
      out.runs.push_back(*run);
      out.runs.back().begin = at;
      out.runs.back().end = out.text.size();
    }
  };
  std::size_t at = 0;
  for (std::size_t i = 0; i < line.runs.size(); ++i) {
    const auto& run = line.runs[i];
    if (run.begin > at) copy(at, run.begin, nullptr);
    at = run.end;
    std::size_t end = run.end;
    std::size_t last = i;
    if (run.link) {  // all runs of one link
      while (last + 1 < line.runs.size() && line.runs[last + 1].link && line.runs[last + 1].href == run.href)
        end = line.runs[++last].end;
      const auto label = std::string_view(line.text).substr(run.begin, end - run.begin);
      if (run.button || is_link_label(strip(label, "[]()|"))) {
        if (urls != nullptr) urls->push_back(run.href);
        at = end;
        i = last;
        continue;
      }
    }
    copy(run.begin, run.end, &run);
  }
  if (at < line.text.size()) copy(at, line.text.size(), nullptr);
  // Brackets and bars that held labels, numbering in front.
  std::size_t end = out.text.size();
  for (bool more = true; more && end > 0;) {
    more = false;
    while (end > 0 && (out.text[end - 1] == ' ' || out.text[end - 1] == '|' || out.text[end - 1] == '/')) --end, more = true;
    std::size_t b = end;
    while (b > 0 && (out.text[b - 1] == ' ' || out.text[b - 1] == ']' || out.text[b - 1] == ')' || out.text[b - 1] == '|' ||
                     out.text[b - 1] == ',' || out.text[b - 1] == '/' || out.text[b - 1] == ':' || out.text[b - 1] == '.')) {
      --b;
    }
    if (b > 0 && b < end && (out.text[b - 1] == '[' || out.text[b - 1] == '(')) end = b - 1, more = true;
  }
  std::size_t begin = 0;
  if (begin < end && (out.text[begin] == '[' || out.text[begin] == '(')) {
    const auto close = out.text.find(out.text[begin] == '[' ? ']' : ')', begin);
    if (close != std::string::npos && close - begin <= 6 &&
        std::any_of(out.text.begin() + static_cast<std::ptrdiff_t>(begin),
                    out.text.begin() + static_cast<std::ptrdiff_t>(close), is_digit) &&
        close - begin != 5)
      begin = close + 1;
    else
      begin += entry_mark(std::string_view(out.text).substr(begin, end - begin)).end;
  } else {
    std::size_t d = begin;
    while (d < end && is_digit(out.text[d])) ++d;
    if (d > begin && d - begin <= 3 && d + 1 < end && (out.text[d] == '.' || out.text[d] == ')') && out.text[d + 1] == ' ')
      begin = d + 1;
  }
  static constexpr Marks kBullets(
      {"•", "▶", "►", "▸", "◆", "■", "●", "★", "–", "—", "- ", "* ", "· ", "○", "✓", "→", "❖", "◦"});
  for (const auto b : kBullets) {
    while (begin < end && out.text[begin] == ' ') ++begin;
    if (!kBullets.may_begin(std::string_view(out.text).substr(begin))) break;
    if (has_at(out.text, begin, b)) begin += b.size();
  }
  return part_of(out, begin, end);
}

}  // namespace fellow::extractor::papers
