// SPDX-License-Identifier: GPL-3.0-or-later
// May I? robots.txt after RFC 9309: tokens without case, groups merged, longest match, a tie allows; Crawl-delay and Sitemap
// beside it. Pure.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/url.h"

namespace fellow::crawler {

class Robots {
 public:
  static constexpr std::size_t kMaxBytes = 500 * 1024;  // what lies beyond does not count (section 2.5)

  // The rules of that file for one product token ("FellowBot"). Never fails.
  static Robots parse(std::string_view file, std::string_view agent);
  static Robots allow_all();
  static Robots disallow_all();

  // /robots.txt itself is always allowed (section 2.2.2).
  bool allows(const Url& url) const;
  std::optional<std::chrono::milliseconds> crawl_delay() const;
  const std::vector<std::string>& sitemaps() const;  // as written, in order

 private:
  struct Rule {
    std::string pattern;
    bool allow = false;
    std::size_t length = 0;  // octets as written: the longest match decides
  };
  std::vector<Rule> rules_;
  std::optional<std::chrono::milliseconds> crawl_delay_;
  std::vector<std::string> sitemaps_;
};

}  // namespace fellow::crawler
