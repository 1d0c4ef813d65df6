// SPDX-License-Identifier: GPL-3.0-or-later
// Which years does this text name, and does the time still run? "Sep 2018 – present", "2015-19", "since 2020", "2021年9月至今".
#pragma once

#include <optional>
#include <string_view>

namespace fellow::extractor {

struct Period {
  int start = 0, end = 0;                    // years; 0 = not said
  bool open = false;                         // "present", "to date", "since …", "2019 –"
  std::size_t begin_byte = 0, end_byte = 0;  // where it stands
};

// The first period or single year (then start == 0 and end is it); nullopt if no year between 1950 and 2035 stands there.
std::optional<Period> find_period(std::string_view text);
constexpr std::size_t kLongestDate = 45;
// Whether the text is nothing but this period of it, or has at most a word (a month) on either side; shorter than kLongestDate.
bool only_date(std::string_view text, const std::optional<Period>& period);
// The last year in the text; 0 if none.
int last_year(std::string_view text);

}  // namespace fellow::extractor
