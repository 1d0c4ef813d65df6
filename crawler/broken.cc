// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/broken.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "fellow/text.h"

namespace fellow::crawler {
namespace {

using std::chrono::duration_cast;
using std::chrono::hours;

constexpr int kMaxMoves = 16;  // as in read_site

std::int64_t days(Time then, Time now) { return duration_cast<hours>(now - then).count() / 24; }

std::string counted(std::int64_t number, const char* unit) {
  return std::to_string(number) + " " + unit + (number == 1 ? "" : "s");
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text + "  ";
}

std::optional<Time> fetched_at(const std::optional<StoredProfile>& stored) {
  if (!stored) return std::nullopt;
  const auto profile = parse_profile(stored->json);
  return profile ? parse_time(profile->fetched_at) : std::nullopt;
}

}  // namespace

Result<std::optional<UrlState>> failing_home(Catalog& catalog, const Url& seed) {
  Url address = seed;
  for (int i = 0; i < kMaxMoves; ++i) {
    auto state = catalog.url_state(address);
    if (!state) return tl::unexpected<Error>(state.error());
    if (!*state) break;
    const bool failing = (*state)->outcome == Outcome::failed || (*state)->outcome == Outcome::gone;
    if (failing && (*state)->reason != "budget") return state;
    if (!(*state)->moved_to) break;
    address = *(*state)->moved_to;
  }
  return std::optional<UrlState>();
}

Result<std::vector<BrokenSeed>> read_broken(Catalog& catalog, const Suppression& suppression) {
  const auto seeds = catalog.seeds();
  if (!seeds) return tl::unexpected<Error>(seeds.error());
  std::map<Url, std::vector<std::string>> lists;
  for (const StoredSeed& stored : *seeds) lists[stored.seed.url].push_back(stored.list);
  std::vector<BrokenSeed> out;
  for (auto& [seed, names] : lists) {
    if (suppression.has(seed)) continue;
    const auto home = failing_home(catalog, seed);
    if (!home) return tl::unexpected<Error>(home.error());
    if (!*home) continue;
    const auto stored = catalog.profile(seed);
    if (!stored) return tl::unexpected<Error>(stored.error());
    out.push_back({.seed = seed,
                   .lists = std::move(names),
                   .outcome = (*home)->outcome,
                   .reason = (*home)->reason,
                   .detail = (*home)->detail,
                   .since = (*home)->failing_since,
                   .times = (*home)->failures,
                   .profile_at = fetched_at(*stored),
                   .imported = *stored && (*stored)->digest == kImported});
  }
  std::stable_sort(out.begin(), out.end(), [](const BrokenSeed& a, const BrokenSeed& b) { return a.since < b.since; });
  return out;
}

std::string show_age(Time then, Time now) {
  if (const std::int64_t whole = days(then, now); whole > 0) return counted(whole, "day");
  return counted(std::max<std::int64_t>(duration_cast<hours>(now - then).count(), 0), "hour");
}

std::string show_table(const std::vector<BrokenSeed>& broken, Time now) {
  const auto line = [](std::string since, std::string times, std::string outcome, std::string reason, std::string profile) {
    return padded(std::move(since), 20) + padded(std::move(times), 5) + padded(std::move(outcome), 7) +
           padded(std::move(reason), 15) + padded(std::move(profile), 12);
  };
  std::string table = line("SINCE", "TIMES", "OUTCOME", "REASON", "PROFILE") + "SEED\n";
  for (const BrokenSeed& row : broken) {
    table += line(show_time(row.since), std::to_string(row.times), std::string(show(row.outcome)), row.reason,
                  row.imported     ? "imported"
                  : row.profile_at ? show_age(*row.profile_at, now)
                                   : "none") +
             row.seed.text();
    if (!row.detail.empty()) table += "  " + text::clean(row.detail);
    table += "\n";
  }
  return table;
}

std::string show_json(const BrokenSeed& row, Time now) {
  nlohmann::ordered_json json{{"url", row.seed.text()},
                              {"lists", row.lists},
                              {"outcome", show(row.outcome)},
                              {"reason", row.reason},
                              {"since", show_time(row.since)},
                              {"days", days(row.since, now)},
                              {"times", row.times}};
  if (!row.detail.empty()) json["detail"] = row.detail;
  if (row.imported) json["imported"] = true;
  if (row.profile_at) json["profile_fetched_at"] = show_time(*row.profile_at);
  if (row.profile_at) json["profile_days"] = days(*row.profile_at, now);
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace fellow::crawler
