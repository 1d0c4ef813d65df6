// SPDX-License-Identifier: GPL-3.0-or-later
// Why did a URL not come out well? The documented list: each refused, failed or gone row of the catalog carries one of these.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "crawler/catalog.h"

namespace fellow::crawler {

enum class Reason {
  none,
  timeout,
  too_slow,
  dns,
  reset,
  network,
  empty,
  truncated,
  too_large,
  header,
  protocol,
  decode,
  status,
  redirect,
  scheme,
  url,
  private_address,
  robots,
  noindex,
  unavailable,
  content_type,
  pdf,
  tls,
  not_modified,
  budget,
  suppressed,
  duplicate,
};

// As it stands in the catalog and in reports: "too-slow"; "" for none. parse is the inverse, nullopt for anything else.
std::string_view show(Reason reason);
std::optional<Reason> parse_reason(std::string_view text);
// What it means, for people: "the server sent less than 100 bytes a second for 10 seconds".
std::string_view meaning(Reason reason);
// Whether we chose not to have the page (refused) or could not have it (failed); ok for none.
Outcome outcome_of(Reason reason);
// All but none, in the order of the documentation.
std::span<const Reason> all_reasons();

}  // namespace fellow::crawler
