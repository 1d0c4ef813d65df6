// SPDX-License-Identifier: GPL-3.0-or-later
// What passes from crawler to extractor: one fetched page, and what the extractor tells the crawler about it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fellow/clock.h"
#include "fellow/url.h"

namespace fellow {

struct Page {
  Url url;  // that answered: after redirects
  int status = 200;
  std::string content_type;  // the header's value as received; may be empty
  std::string robots_tag;    // every X-Robots-Tag value, joined with ", "; may be empty
  std::string body;          // after transfer and content decoding, at most 10 MiB
  std::string sha1;          // of body, lower-case hex
  Time fetched_at{};
};

// Robots directives of one page, from meta elements and X-Robots-Tag, for all robots and for ours; the strictest wins (R18).
struct Directives {
  bool noindex = false;
  bool nofollow = false;
  bool noarchive = false;
  bool nosnippet = false;
  std::optional<Time> unavailable_after;  // noindex from then on; nullopt: nothing is said, or it is past
  auto operator<=>(const Directives&) const = default;
};

// Why a link is worth following for one person's sake; better kinds first.
enum class LinkKind { about, publications, bibtex, cv, research, people, other };

struct Link {
  Url url;
  LinkKind kind = LinkKind::other;
};

// What the crawl needs to know of a page. `forward`: the page is only a shell around another one (meta refresh, frame set).
struct PageLinks {
  std::vector<Link> links;  // best first, no duplicates, same site as the page, at most 200
  std::optional<Url> forward;
  Directives directives;
};

// Reads a page's links; pure, thread-safe, never fails (a page that cannot be read has none).
using LinkReader = std::function<PageLinks(const Page&)>;

// What an address promises by its words alone, as a sitemap lists it.
struct AddressRank {
  LinkKind kind = LinkKind::other;
  bool late = false;  // one of many alike (a page a paper): after the pages that tell more
};

// nullopt: no document (image, archive, slides, …), or a listing that tells nothing about the person (tag, category, …). Pure,
// thread-safe.
using AddressJudge = std::function<std::optional<AddressRank>(const Url&)>;

// One person's pages in the order in which they were reached: the home page first. Never empty when handed to the extractor.
struct Site {
  Url seed;                 // as listed
  std::string source;       // name of the source or seed list; "" if none
  std::string listed_name;  // what the seed list says; may be empty, is a hint and never a fact
  std::string listed_affiliation;
  std::vector<Page> pages;
  std::vector<Url> aliases;  // addresses that led to the home page
};

}  // namespace fellow
