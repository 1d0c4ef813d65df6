// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/plain_html.h"

#include <algorithm>

#include "fellow/export_formats.h"
#include "fellow/text.h"

namespace fellow::searchd {
namespace {

constexpr std::size_t kMostSnippets = 2, kMostPapers = 100, kMostAuthors = 12;

std::string escaped(std::string_view text) { return text::escape_html(text); }
// Text of unknown direction.
std::string said(std::string_view text) { return "<bdi dir=\"auto\">" + escaped(text) + "</bdi>"; }

std::string element(std::string_view tag, const std::string& html) {
  const std::string name(tag.substr(0, tag.find(' ')));
  return html.empty() ? html : "<" + std::string(tag) + ">" + html + "</" + name + ">\n";
}

std::string foreign(const std::string& address, const std::string& html) {
  if (!address.starts_with("https://") && !address.starts_with("http://")) return html;
  return "<a href=\"" + escaped(address) + "\" rel=\"nofollow noopener noreferrer\" class=\"out\">" + html + "</a>";
}

template <class List, class Show>
std::string joined(const List& items, std::string_view between, Show show) {
  std::string out;
  for (const auto& item : items) {
    const std::string one = show(item);
    if (!one.empty()) out += (out.empty() ? "" : std::string(between)) + one;
  }
  return out;
}

std::string card(const Hit& hit) {
  const std::string roles = joined(hit.positions, " · ", said);
  const std::string places = joined(hit.affiliations, " · ", [](const Affiliation& a) { return said(a.name); });
  std::string body =
      element("h2", "<a href=\"/r/" + escaped(hit.id) + "\">" + said(hit.display_name) + "</a>" +
                        joined(hit.alternate_names, "",
                               [](const std::string& name) { return " <span class=\"also\">" + said(name) + "</span>"; }) +
                        (hit.strong ? "" : "<span class=\"tag\">partial match</span>"));
  body += element("p class=\"who\"", roles + (roles.empty() || places.empty() ? "" : " · ") + places);
  body += element("ul class=\"chips\"",
                  joined(hit.interests, "", [](const Interest& one) { return "<li>" + said(one.name) + "</li>"; }));
  for (std::size_t i = 0; i < std::min(kMostSnippets, hit.snippets.size()); ++i)  // their html is escaped already
    body += element("blockquote class=\"snippet\"", "<p dir=\"auto\">" + hit.snippets[i].html + "</p>");
  body += element("p class=\"meta\"", foreign(hit.url, escaped(hit.url)));
  return element("li class=\"card plain\"", body);
}

// The same search from another place on; "" when there is nothing.
std::string turn(const Parameters& asked, int offset, std::string_view text) {
  Parameters other;
  std::copy_if(asked.begin(), asked.end(), std::back_inserter(other), [](const auto& one) { return one.first != "offset"; });
  if (offset > 0) other.emplace_back("offset", std::to_string(offset));
  return "<a href=\"/?" + escaped(show_query_string(other)) + "\">" + std::string(text) + "</a> ";
}

std::string page_of(const std::string& notes, const std::string& rest) {
  return "<div class=\"columns\"><main id=\"results\" tabindex=\"-1\"><h1 class=\"unseen\">Results</h1>\n" + notes + rest +
         "</main></div>";
}

// What the person is, in one line: "PhD student, University of Porto. Kelp forests, Marine biology."
std::string description(const Profile& p) {
  const auto title = [](const Position& one) { return one.title; };
  const auto name = [](const auto& one) { return one.name; };
  const std::string roles = joined(p.positions, ", ", title), places = joined(p.affiliations, ", ", name);
  const std::string topics = joined(p.interests, ", ", name);
  return roles + (roles.empty() || places.empty() ? "" : ", ") + places + (roles.empty() && places.empty() ? "" : ". ") +
         topics;
}

std::string paper_html(const Paper& paper) {
  const std::string address = !paper.url.empty() ? paper.url : paper.doi.empty() ? "" : "https://doi.org/" + paper.doi;
  std::vector<std::string> authors(
      paper.authors.begin(), paper.authors.begin() + static_cast<std::ptrdiff_t>(std::min(kMostAuthors, paper.authors.size())));
  std::string names = joined(authors, ", ", said);
  if (paper.authors.size() > kMostAuthors) names += " and " + std::to_string(paper.authors.size() - kMostAuthors) + " more";
  return element(
      "li", "<span class=\"title\" dir=\"auto\">" + foreign(address, escaped(paper.title)) + "</span>" +
                element("span class=\"authors\"", names) +
                element("span class=\"dim\"", said(paper.venue) + (paper.year > 0 ? " " + std::to_string(paper.year) : "")));
}

template <class List, class Show>
std::string section(std::string_view title, const List& items, Show show) {
  if (items.empty()) return {};
  return element("section", element("h2", std::string(title)) +
                                element("ul class=\"lines\"",
                                        joined(items, "", [&](const auto& item) { return "<li>" + show(item) + "</li>"; })));
}

}  // namespace

std::string result_list_html(const Answer& answer, const Parameters& asked) {
  const auto& found = answer.found;
  const std::string about = found.total.relation == Relation::gte   ? "at least "
                            : found.total.relation == Relation::lte ? "at most "
                                                                    : "";
  std::string notes =
      element("p class=\"summary\"",
              element("strong", found.total.value == 0 ? std::string("No researcher found")
                                                       : about + std::to_string(found.total.value) +
                                                             (found.total.value == 1 ? " researcher" : " researchers")));
  const auto is_silent = [](const SourceStatus& source) { return source.status != "ok" && source.status != "stale"; };
  if (const auto silent = std::count_if(answer.sources.begin(), answer.sources.end(), is_silent); silent > 0)
    notes += element("p class=\"note\"", silent == static_cast<std::ptrdiff_t>(answer.sources.size())
                                             ? "No source could answer. Try again in a moment."
                                             : "This answer is partial: a source is missing, so there may be more people.");
  if (found.corrected) {
    Parameters other = asked;
    for (auto& [name, value] : other)
      if (name == "q") value = *found.corrected;
    notes += element("p class=\"note\"", "Did you mean <a href=\"/?" + escaped(show_query_string(other)) + "\">" +
                                             said(*found.corrected) + "</a>?");
  }
  const int offset = answer.request.offset, limit = answer.request.limit;
  std::string pages;
  if (offset > 0) pages += turn(asked, std::max(0, offset - limit), "Previous");
  if (offset + limit < found.total.value && offset + limit <= SearchRequest::kMaxOffset)
    pages += turn(asked, offset + limit, "Next");
  return page_of(notes,
                 element("ol class=\"list\" start=\"" + std::to_string(offset + 1) + "\"", joined(found.hits, "", card)) +
                     element("nav class=\"pages\" aria-label=\"Pages of results\"", pages));
}

std::string error_html(const Error& error) {
  return page_of(
      element("p class=\"note bad\"", "<strong>The search could not be understood.</strong> " + escaped(show(error))),
      element("p", "<a href=\"/\">Begin anew</a>"));
}

std::string person_meta_html(const Profile& profile) {
  const std::string name = escaped(display_name(profile)), about = escaped(description(profile));
  // In a script element "</script" and "<!--" would end or change it; in JSON the escape says the same.
  std::string json = json_ld_of(profile);
  for (std::size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at)) json.replace(at, 1, "\\u003c");
  return "<meta name=\"description\" content=\"" + about + "\">\n<link rel=\"canonical\" href=\"/r/" + escaped(profile.id) +
         "\">\n<meta property=\"og:type\" content=\"profile\">\n<meta property=\"og:site_name\" content=\"Fellow\">\n<meta "
         "property=\"og:title\" content=\"" +
         name + "\">\n<meta property=\"og:description\" content=\"" + about + "\">\n<script type=\"application/ld+json\">" +
         json + "</script>";
}

std::string person_html(const Profile& p) {
  std::string head =
      element("h1", said(display_name(p))) + element("p class=\"also\"", joined(p.alternate_names, " · ", said)) +
      joined(p.positions, "", [](const Position& one) { return element("p class=\"role\"", said(one.title)); }) +
      joined(p.affiliations, "", [](const Affiliation& one) { return element("p class=\"place\"", said(one.name)); }) +
      element("p", foreign(p.url, "Home page"));
  std::string body = element("header class=\"head plain\"", head);
  body += section("Topics", p.interests, [](const Interest& one) { return said(one.name); });
  if (!p.biography.empty())
    body += element("section",
                    element("h2", "In their own words") + element("p class=\"biography\" dir=\"auto\"", escaped(p.biography)));
  body += section("Advisors", p.advisors, [](const Advisor& one) { return said(one.name); });
  if (!p.papers.empty()) {
    const std::vector<Paper> shown(p.papers.begin(),
                                   p.papers.begin() + static_cast<std::ptrdiff_t>(std::min(kMostPapers, p.papers.size())));
    body += element("section", element("h2", std::to_string(p.papers.size()) + (p.papers.size() == 1 ? " paper" : " papers")) +
                                   element("ol class=\"papers\"", joined(shown, "", paper_html)));
  }
  return body + element("p", "<a href=\"/r/" + escaped(p.id) + ".jsonld\">JSON-LD</a> · <a href=\"/r/" + escaped(p.id) +
                                 ".bib\">BibTeX</a> · <a href=\"/about#left-out\">Wrong or unwanted?</a>");
}

}  // namespace fellow::searchd
