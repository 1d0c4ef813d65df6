// SPDX-License-Identifier: GPL-3.0-or-later
// Which pages of a sitemap are worth a request for one person's sake? Judged by the address alone: kind of file and words of
// the path. Handed to the crawl as its AddressJudge. Pure.
#pragma once

#include <optional>

#include "fellow/page.h"

namespace fellow::extractor {

// nullopt: no document (image, archive, slides, …), or a listing that tells nothing about the person (tag, category, …).
std::optional<AddressRank> rank_address(const Url& url);

}  // namespace fellow::extractor
