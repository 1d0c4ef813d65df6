// SPDX-License-Identifier: GPL-3.0-or-later
// Which pages of a sitemap are worth a request for one person's sake? Judged by the address alone: kind of file and words of
// the path. Pure.
#pragma once

#include <optional>

#include "fellow/page.h"

namespace fellow::crawler {

struct AddressRank {
  LinkKind kind = LinkKind::other;
  bool late = false;  // one of many alike (a page a paper): after the pages that tell more
};

// nullopt: no document (image, archive, slides, …), or a listing that tells nothing about the person (tag, category, …).
std::optional<AddressRank> rank_address(const Url& url);

}  // namespace fellow::crawler
