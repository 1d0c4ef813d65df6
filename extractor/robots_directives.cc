// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/robots_directives.h"

#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// The day of "2010-06-25…", "25 Jun 2010 15:00:00 PST", "Friday, 25-Jun-10 15:00:00 UTC"; nullopt if there is none.
std::optional<std::chrono::sys_days> day_of(std::string_view written) {
  static constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                               "jul", "aug", "sep", "oct", "nov", "dec"};
  std::vector<std::string> parts(1);
  for (const char c : text::lower(written)) {
    if (std::isalnum(static_cast<unsigned char>(c)) && c != 't')
      parts.back() += c;
    else if (c == 't' && (parts.back().empty() || !std::isdigit(static_cast<unsigned char>(parts.back()[0]))))
      parts.back() += c;
    else if (!parts.back().empty())
      parts.emplace_back();
  }
  int year = 0;
  unsigned month = 0, day = 0;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (std::isdigit(static_cast<unsigned char>(part[0]))) {
      const int value = part.size() <= 4 ? std::atoi(part.c_str()) : -1;
      if (value > 1000 && year == 0)
        year = value;
      else if (year != 0 && month == 0 && value >= 1 && value <= 12)
        month = static_cast<unsigned>(value);
      else if (day == 0 && value >= 1 && value <= 31)
        day = static_cast<unsigned>(value);
      else if (month != 0 && day != 0 && year == 0 && value >= 0)
        year = 2000 + value;
    } else if (month == 0) {
      for (std::size_t m = 0; m < kMonths.size(); ++m)
        if (part.starts_with(kMonths[m])) month = static_cast<unsigned>(m + 1);
    }
  }
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  if (year == 0 || !date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

void take(std::string_view directive, const Page& page, Directives& out) {
  const std::string word = text::lower(text::trim(directive));
  if (word == "noindex" || word == "none") out.noindex = true;
  if (word == "nofollow" || word == "none") out.nofollow = true;
  if (word == "noarchive" || word == "nocache") out.noarchive = true;
  if (word == "nosnippet" || word == "max-snippet:0") out.nosnippet = true;
  if (word.starts_with("unavailable_after")) {
    const auto day = day_of(std::string_view(word).substr(17));
    if (day && Time(*day) < page.fetched_at) {
      out.noindex = true;
    } else if (day && (!out.unavailable_after || Time(*day) < *out.unavailable_after)) {
      out.unavailable_after = Time(*day);
    }
  }
}

void take_header(std::string_view header, const Page& page, std::string_view our_name, Directives& out) {
  bool ours = true;
  const std::vector<std::string_view> parts = text::split(header, ',');
  for (std::size_t i = 0; i < parts.size() && i < 100; ++i) {
    std::string part(text::trim(parts[i]));
    const std::size_t colon = part.find(':');
    const std::string before = text::lower(text::trim(std::string_view(part).substr(0, colon)));
    const bool has_value = before == "unavailable_after" || before.starts_with("max-");
    if (colon != std::string::npos && !has_value && before.find_first_of(" \t0123456789") == std::string::npos) {
      ours = before == our_name || before == "*" || before == "robots";
      part = part.substr(colon + 1);
    } else if (before == "unavailable_after" && i + 1 < parts.size() && part.find_first_of("0123456789") == std::string::npos) {
      part += " " + std::string(parts[++i]);  // "Friday, 25-Jun-10"
    }
    if (ours) take(part, page, out);
  }
}

}  // namespace

Directives read_directives(std::span<const NamedMeta> metas, const Page& page, std::string_view robot) {
  Directives out;
  const std::string our_name = text::lower(robot);
  for (const auto& [written, content] : metas) {
    const std::string name = text::lower(text::trim(written));
    if (name != "robots" && name != our_name) continue;
    if (text::lower(content).find("unavailable_after") != std::string::npos) {
      take_header(content, page, our_name, out);
    } else {
      for (std::string_view part : text::split(content, ',')) take(part, page, out);
    }
  }
  take_header(page.robots_tag, page, our_name, out);
  return out;
}

}  // namespace fellow::extractor
