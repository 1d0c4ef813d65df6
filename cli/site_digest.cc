// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/site_digest.h"

#include <algorithm>

#include "crawler/digest.h"
#include "extractor/extractor.h"

namespace fellow::cli {
namespace {

using crawler::Outcome;
using crawler::UrlState;

std::string show(Time time) { return std::to_string(time.time_since_epoch().count()); }

std::string listed(const crawler::StoredSeed& stored) {
  return std::to_string(extractor::kVersion) + "\n" + stored.list + "\n" + stored.seed.source + "\n" + stored.seed.name + "\n" +
         stored.seed.affiliation + "\n";
}

std::string whole(const UrlState& row) {
  return row.url.text() + " " + std::string(crawler::show(row.outcome)) + " " + row.reason + " " + std::to_string(row.status) +
         " " + row.content_type + " " + row.robots_tag + " " + row.sha1 + " " + (row.moved_to ? row.moved_to->text() : "") +
         " " + row.place.file + " " + std::to_string(row.place.offset) + " " + show(row.fetched_at) +
         (row.held ? " held\n" : "\n");
}

bool has_left(const UrlState& row) {
  if (row.outcome == Outcome::gone) return true;
  const bool forbidden = row.reason == "noindex" || row.reason == "robots" || row.reason == "suppressed";
  return row.outcome == Outcome::refused && forbidden;
}

}  // namespace

std::string digest_of(const crawler::SiteRows& site) {
  std::string text = listed(site.seed);
  for (const auto& rows : site.pages) {
    for (const UrlState& row : rows) {
      if (row.outcome == Outcome::gone || row.outcome == Outcome::refused) continue;
      text += row.url.text() + " " + row.sha1 + " " + row.robots_tag + "\n";
    }
  }
  return crawler::sha1_hex(text);
}

std::uint64_t stamp_of(const crawler::SiteRows& site) {
  std::string text = listed(site.seed);
  for (const UrlState& row : site.way) text += whole(row);
  for (const auto& rows : site.pages) {
    text += "\n";
    for (const UrlState& row : rows) text += whole(row);
  }
  return std::hash<std::string>()(text);
}

bool takes_leave(const crawler::SiteRows& site) { return std::any_of(site.way.begin(), site.way.end(), has_left); }

}  // namespace fellow::cli
