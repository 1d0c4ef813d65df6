// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/seed_check.h"

#include <set>
#include <unordered_map>

#include "crawler/scope.h"
#include "fellow/check.h"
#include "fellow/result.h"

namespace fellow::cli {
SeedCheck check_seeds(const crawler::SeedList& list, std::string_view file, const Suppression& suppression) {
  SeedCheck out;
  out.bad = list.bad.size();
  out.repeated = list.repeated.size();
  for (const Error& bad : list.bad) out.lines.push_back(show(bad));
  for (const Error& repeated : list.repeated) out.lines.push_back(show(repeated));
  std::unordered_map<std::string, std::string> pages;  // key of the page -> its first form
  std::set<std::string, std::less<>> hosts;
  std::vector<std::string> never;
  CHECK(list.lines.size() == list.seeds.size());
  for (std::size_t i = 0; i < list.seeds.size(); ++i) {
    const crawler::Seed& seed = list.seeds[i];
    const std::string where = std::string(file) + ":" + std::to_string(list.lines[i]);
    if (const auto [first, fresh] = pages.emplace(key_of(seed.url), seed.url.text()); !fresh) {
      ++out.same_page;
      out.lines.push_back(where + ": " + seed.url.text() + " is the page of " + first->second + " in another form");
    }
    if (crawler::never_crawled(seed.url)) {
      ++out.never_crawled;
      never.push_back(where + ": " + std::string(seed.url.host()) + " is never crawled: name a home page of the person's own");
      continue;
    }
    if (suppression.has(seed.url)) {
      ++out.forgotten;
      continue;
    }
    ++out.seeds;
    hosts.insert(std::string(crawler::bare_host(seed.url)));
  }
  out.lines.insert(out.lines.end(), never.begin(), never.end());
  out.hosts = hosts.size();
  return out;
}

}  // namespace fellow::cli
