// SPDX-License-Identifier: GPL-3.0-or-later
// Whose home page is broken, since when, and how old is what we still say of them? The list that somebody goes through once a
// week (`fellow report --broken`).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crawler/catalog.h"
#include "fellow/suppress.h"

namespace fellow::crawler {

struct BrokenSeed {
  Url seed;
  std::vector<std::string> lists;  // that name it, sorted
  Outcome outcome = Outcome::failed;
  std::string reason, detail;
  Time since{};                    // the first failure in a row
  int times = 0;                   // how often in a row
  std::optional<Time> profile_at;  // when what is kept was fetched; none: nothing is kept, or
  bool imported = false;           // what is kept never stood on the page
};

// Seeds whose address, or the one it leads to, failed at its last visit or is gone, longest broken first. Neither those that
// were not visited yet nor those that we chose not to have; nobody who asked to be forgotten.
Result<std::vector<BrokenSeed>> read_broken(Catalog& catalog, const Suppression& suppression);

// The row of the home page that fails, the seed's own or the one it leads to; nullopt when none does.
Result<std::optional<UrlState>> failing_home(Catalog& catalog, const Url& seed);

// "41 days", "1 day", "5 hours": in whole units, rounded down.
std::string show_age(Time then, Time now);

// Aligned columns under a heading: since, how often, outcome, reason, age of the profile ("none", "imported"), URL, detail.
std::string show_table(const std::vector<BrokenSeed>& broken, Time now);
// One line of JSON, without line end.
std::string show_json(const BrokenSeed& broken, Time now);

}  // namespace fellow::crawler
