// SPDX-License-Identifier: GPL-3.0-or-later
// al-folio, rendered (old and new) and its about page in source form.
#include "extractor/fields/advising.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "extractor/fields/values.h"
#include "extractor/formats/html.h"
#include "extractor/themes/themes.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr Reading kSlot{.method = "theme:al-folio", .confidence = 0.85};

bool has(std::string_view text, std::string_view what) { return text.find(what) != std::string_view::npos; }

// A front matter value that may hold links, as a reader sees it.
std::string without_markup(const std::string& html) {
  Document fragment;
  read_html_text(html, fragment);
  return fragment.dom.text(0);
}

// p.desc and the front matter's subtitle: a role, a place, topics or a motto; only what is recognised is taken.
void read_subtitle(std::string_view said, ProfileBuilder& builder) {
  const std::string folded = " " + text::fold(said) + " ";
  if (has(folded, " your ") || has(folded, " affiliations ")) return;
  const std::vector<Title> titles = find_titles(said);
  const std::vector<Organisation> places = find_organisations(said);
  const std::vector<std::string> items = enumeration(said, false);
  const bool topics = titles.empty() && places.empty() && items.size() >= 3 &&
                      std::all_of(items.begin(), items.end(), [](const std::string& item) {
                        return tokens(item).size() <= 5 && item.size() > 3 && item.find('@') == std::string::npos;
                      });
  if (topics)
    for (const std::string& item : items) builder.add_interest(item, {kSlot.method, 0.6});
  for (const Title& title : titles) {
    const std::vector<Person> people = leading_people(said.substr(title.end, 50));
    if (people.empty() || people.front().begin > 2) builder.add_position(title.text, kSlot);
  }
  for (const Organisation& place : places) {
    if (text::trim(said.substr(0, place.begin)).ends_with(" from")) continue;  // "PhD from X": not there any more
    builder.add_affiliation({.organisation = place.name, .department = place.department, .role = {}, .country = {}}, kSlot);
  }
}

}  // namespace

int claim_al_folio(const Document& page) {
  if (page.front.is_object()) {
    if (page.front.contains("profile") &&
        (page.front.contains("selected_papers") || page.front.contains("news") || page.front.contains("subtitle")))
      return 95;
    if (page.front.contains("jekyll-scholar") || page.front.contains("scholar")) return 90;
    return page.front.contains("selected_papers") ? 80 : 0;
  }
  const Dom& dom = page.dom;
  for (NodeId n : dom.select("footer, .footer")) {
    const std::string said = text::lower(dom.text(n));
    if (has(said, "al-folio")) return 98;
  }
  if (dom.first("header.post-header h1.post-title") != kNoNode &&
      dom.first(".profile, .contact-icons, ol.bibliography, .clearfix") != kNoNode)
    return 80;
  if (dom.first("ol.bibliography") != kNoNode && dom.first(".post") != kNoNode) return 70;
  return 0;
}

void read_al_folio(const Document& page, ProfileBuilder& builder) {
  if (builder.rank() > 1) return;
  if (page.front.is_object()) {
    if (builder.rank() == 0) read_subtitle(without_markup(value_at(page.front, "subtitle")), builder);
    return;
  }
  const Dom& dom = page.dom;
  if (builder.rank() == 0) {
    if (NodeId name = dom.first("header.post-header h1.post-title, h1.post-title"); name != kNoNode)
      builder.add_name(dom.text(name), kSlot);
    for (NodeId n : dom.select(".post-header p.desc, p.desc, .post-header .desc")) {
      const std::string said = dom.text(n, true);
      for (std::string_view line : lines(said)) read_subtitle(line, builder);
      break;
    }
    if (NodeId image = dom.first(".profile img"); image != kNoNode) builder.add_photo(dom.attribute(image, "src"), kSlot);
  }
  for (NodeId box : dom.select(".contact-icons, .social, .navbar .contact-icons, .navbar-brand.social")) {
    for (NodeId n : dom.select("a[href]", box)) {
      const IdentifierLink link = identifier_of(dom.attribute(n, "href"));
      if (!link.kind.empty()) builder.add_identifier(link.kind, link.value, kSlot);
    }
  }
}

}  // namespace fellow::extractor
