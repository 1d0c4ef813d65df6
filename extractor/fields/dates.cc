// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/dates.h"

#include <cctype>
#include <string>
#include <vector>

#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

struct Year {
  int value = 0;
  std::size_t begin = 0, end = 0;
};

bool digit(char c) { return c >= '0' && c <= '9'; }

// "'18", "’09": the year, set off as a word; "CHI'23" is a venue's. 0 if it is none.
int short_year(std::string_view text, std::size_t mark, std::size_t at) {
  if (at + 2 > text.size() || !digit(text[at]) || !digit(text[at + 1])) return 0;
  const bool word_before = mark > 0 && std::isalnum(static_cast<unsigned char>(text[mark - 1])) != 0;
  const bool word_behind = at + 2 < text.size() && std::isalnum(static_cast<unsigned char>(text[at + 2])) != 0;
  if (word_before || word_behind) return 0;
  const int value = (text[at] - '0') * 10 + (text[at + 1] - '0');
  constexpr int kLast = 35;
  return value <= kLast ? 2000 + value : value >= 60 ? 1900 + value : 0;
}

std::vector<Year> years(std::string_view text) {
  std::vector<Year> out;
  for (std::size_t i = 0; i + 3 <= text.size() && out.size() < 200;) {
    if (!digit(text[i])) {
      const std::size_t mark = text[i] == '\'' ? 1 : text[i] == '\xE2' && text.substr(i).starts_with("’") ? 3 : 0;
      const int value = mark != 0 ? short_year(text, i, i + mark) : 0;
      if (value != 0) out.push_back({value, i, i + mark + 2});
      i += value != 0 ? mark + 2 : 1;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && digit(text[end])) ++end;
    if (end - i == 4 || end - i == 6) {  // "2019", "201909"
      const int value = std::stoi(std::string(text.substr(i, 4)));
      if (value >= 1950 && value <= 2035) out.push_back({value, i, end});
    }
    i = end;
  }
  return out;
}

bool any_of(std::string_view text, std::initializer_list<std::string_view> words) {
  for (std::string_view word : words)
    if (text.find(word) != std::string_view::npos) return true;
  return false;
}

bool find_month(std::string_view lower) {  // at the beginning
  lower = text::trim(lower);
  for (std::string_view month : {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "summer",
                                 "spring", "fall", "winter"})
    if (lower.starts_with(month)) return true;
  return false;
}

bool means_now(std::string_view lower) {
  return any_of(lower, {"present", "now",      "current",     "today",    "to date",  "ongoing", "heute",      "aujourd",
                        "actuel",  "presente", "atual",       "oggi",     "attual",   "至今",    "现在",       "現在",
                        "目前",    "현재",     "in progress", "expected", "en cours", "hoy",     "actualidad", "dato"});
}

bool joins(std::string_view between) {  // what may stand between the two years of a range
  if (between.size() > 40) return false;
  const std::string lower = text::lower(between);
  return any_of(lower, {"-",    "–",       "—",   "‐",   "‑",   "−",    "~",  "～", "〜",   " to ", "until",
                        "till", "through", "bis", " à ", " a ", " al ", "至", "到", "から", "→",    "/ "}) ||
         text::trim(lower) == "and";
}

}  // namespace

std::optional<Period> find_period(std::string_view text) {
  const std::vector<Year> found = years(text);
  if (found.empty()) return std::nullopt;
  const Year& first = found.front();
  Period out{.start = 0, .end = first.value, .open = false, .begin_byte = first.begin, .end_byte = first.end};
  const std::string before =
      text::lower(text.substr(first.begin > 14 ? first.begin - 14 : 0, first.begin > 14 ? 14 : first.begin));
  if (found.size() > 1 && joins(text.substr(first.end, found[1].begin - first.end)) && found[1].value >= first.value) {
    const std::string_view between = text.substr(first.end, found[1].begin - first.end);
    if (!means_now(text::lower(between)) && between.find('\n') == std::string_view::npos) {
      out.start = first.value, out.end = found[1].value, out.end_byte = found[1].end;
      const std::string tail = text::lower(text.substr(out.end_byte, 14));
      if (tail.starts_with(" (expected") || tail.starts_with(" expected")) out.open = true;
      return out;
    }
  }
  const std::string after = text::lower(text.substr(first.end, 36));
  if (const std::size_t sign = after.find_first_not_of(" .)/0123456789年月"); sign != std::string::npos) {
    const std::string tail = after.substr(sign);
    std::string rest;
    bool dash = false;
    for (std::string_view mark :
         {"-", "–", "—", "−", "~", "～", "〜", "‐", "to ", "until", "till", "bis ", "à ", "至", "到", "から", "―"}) {
      if (tail.starts_with(mark)) {
        dash = true, rest = tail.substr(mark.size());
        break;
      }
    }
    const std::string head = rest.substr(0, 24);
    if (dash && means_now(head)) {
      out.start = first.value, out.end = 0, out.open = true;
      out.end_byte = std::min(text.size(), first.end + sign + 10);
      return out;
    }
    if (dash && rest.size() >= 2 && digit(rest[0]) && digit(rest[1]) &&
        (rest.size() == 2 || (!digit(rest[2]) && rest[2] != '.' && rest[2] != '/'))) {  // "2015-19"
      const int end = first.value / 100 * 100 + (rest[0] - '0') * 10 + (rest[1] - '0');
      if (end >= first.value && sign == 0) {
        out.start = first.value, out.end = end, out.end_byte = first.end + after.size() - rest.size() + 2;
        return out;
      }
    }
    if (dash && sign <= 1 && text::trim(rest.substr(0, rest.find('\n'))).empty()) {  // "2019 –" at the end of the line
      out.start = first.value, out.end = 0, out.open = true;
      return out;
    }
    if (dash && first.begin <= 1 && sign <= 1 && (rest.starts_with(':') || rest.starts_with(" :"))) {  // "2019–: Lecturer"
      out.start = first.value, out.end = 0, out.open = true;
      return out;
    }
    if (dash && first.begin <= 1 && sign <= 1 && !rest.empty() && !digit(rest[0]) && rest[0] == ' ' && rest.size() > 1 &&
        !digit(rest[1])) {
      const bool month = find_month(rest);  // "2019 - Dec 2020" is no open end
      if (!month) {
        out.start = first.value, out.end = 0, out.open = true;
        return out;
      }
    }
    if (tail.starts_with("至今") || tail.starts_with("现在")) {
      out.start = first.value, out.end = 0, out.open = true;
      return out;
    }
  }
  if (any_of(before, {"since ", "from ", "seit ", "depuis", "desde ", "dal ", "started", "début"}) &&
      !any_of(before, {"phd from", "degree from"})) {
    const bool from = before.find("from ") != std::string::npos;
    out.start = first.value, out.end = 0, out.open = !from;
  }
  return out;
}

int last_year(std::string_view text) {
  const std::vector<Year> found = years(text);
  return found.empty() ? 0 : found.back().value;
}

bool only_date(std::string_view text, const std::optional<Period>& period) {
  if (!period || text.size() >= kLongestDate) return false;
  return tokens(text.substr(0, period->begin_byte)).size() <= 1 &&
         tokens(text.substr(std::min(period->end_byte, text.size()))).size() <= 1;
}

}  // namespace fellow::extractor
