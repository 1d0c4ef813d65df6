// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up pages of made-up people for the tests of links() and extract(), and facts printed short enough to compare.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "extractor/extractor.h"
#include "fellow/page.h"

namespace fellow::extractor {

inline constexpr std::string_view kHome = "http://jane.example/";

inline Page fetched(std::string_view body, std::string_view url = kHome, std::string_view type = "text/html; charset=utf-8") {
  return {.url = Url::parse(url).value(),
          .status = 200,
          .content_type = std::string(type),
          .robots_tag = {},
          .body = std::string(body),
          .sha1 = "00",
          .fetched_at = *parse_time("2026-11-20T03:10:00Z")};
}

inline Profile profile_of(std::initializer_list<Page> pages) {
  Site site{.seed = pages.begin()->url,
            .source = "test",
            .listed_name = "Listed Name",
            .listed_affiliation = "Listed University",
            .pages = pages,
            .aliases = {}};
  return extract(site);
}

// A page that holds just this body.
inline Profile profile_of_body(std::string_view body) {
  return profile_of({fetched("<html><body>" + std::string(body) + "</body></html>")});
}

inline Profile profile_of_markdown(std::string_view source, std::string_view url = "http://jane.example/about.md") {
  return profile_of({fetched(source, url, "text/markdown; charset=utf-8")});
}

namespace printed {

template <class List, class Show>
std::string joined(const List& list, Show show) {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "" : " | ") + show(item);
  return out;
}
inline std::string positions(const Profile& p) {
  return joined(p.positions, [](const Position& x) { return x.title + " (" + x.kind + ")"; });
}
inline std::string places(const Profile& p) {
  return joined(p.affiliations,
                [](const Affiliation& x) { return x.name + (x.department.empty() ? "" : " [" + x.department + "]"); });
}
inline std::string past(const Profile& p) {
  return joined(p.past_affiliations, [](const PastAffiliation& x) {
    std::string out = x.name;
    if (!x.role.empty()) out += " as " + x.role;
    if (x.start || x.end) out += " " + (x.start ? std::to_string(x.start) : "") + "-" + (x.end ? std::to_string(x.end) : "");
    return out;
  });
}
inline std::string interests(const Profile& p) {
  return joined(p.interests, [](const Interest& x) { return x.name; });
}
inline std::string education(const Profile& p) {
  return joined(p.education, [](const Education& x) {
    return x.degree + (x.field.empty() ? "" : " in " + x.field) + ", " + x.institution +
           (x.year ? " " + std::to_string(x.year) : "");
  });
}
inline std::string advisors(const Profile& p) {
  return joined(p.advisors, [](const Advisor& x) {
    return x.name + (x.affiliation.empty() ? "" : " at " + x.affiliation) + (x.url.empty() ? "" : " <" + x.url + ">");
  });
}
inline std::string identifiers(const Profile& p) {
  return joined(p.identifiers, [](const auto& x) { return x.first + "=" + x.second; });
}

}  // namespace printed
}  // namespace fellow::extractor
