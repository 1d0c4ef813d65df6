// SPDX-License-Identifier: GPL-3.0-or-later
// academicpages and minimal-mistakes, rendered: the author's sidebar. Their sources are front matter.
#include "extractor/fields/fields.h"
#include "extractor/fields/leftovers.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/themes/themes.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr Reading kSlot{.method = "theme:academicpages", .confidence = 0.85};

bool has(std::string_view text, std::string_view what) { return text.find(what) != std::string_view::npos; }

// What an icon's class or the link's address says the item is.
bool icon_is(const Dom& dom, NodeId item, std::string_view what) {
  for (NodeId n : dom.select("i[class], span[class]", item))
    if (has(dom.attribute(n, "class"), what)) return true;
  return false;
}

void read_item(const Dom& dom, NodeId item, ProfileBuilder& builder) {
  if (const NodeId link = dom.first("a[href]", item); link != kNoNode) {
    const IdentifierLink found = identifier_of(dom.attribute(link, "href"));
    if (!found.kind.empty()) builder.add_identifier(found.kind, found.value, kSlot);
    const bool mail = text::lower(dom.attribute(link, "href")).starts_with("mailto:");
    if (mail || !found.kind.empty()) return;
  }
  const std::string said = dom.text(item);
  const bool building = icon_is(dom, item, "building") || icon_is(dom, item, "university") ||
                        icon_is(dom, item, "institution") || dom.first("[itemprop=worksFor]", item) != kNoNode ||
                        dom.has_class(item, "author__employer");
  const bool place = icon_is(dom, item, "location") || icon_is(dom, item, "map-marker") ||
                     dom.first("[itemprop=homeLocation]", item) != kNoNode;
  if (said.empty() || said.size() > 120 || leftover_organisation(said)) return;
  if (building) {
    const Organisation organisation = whole_organisation(said);
    if (!organisation.name.empty())
      builder.add_affiliation(
          {.organisation = organisation.name, .department = organisation.department, .role = {}, .country = {}}, kSlot);
  } else if (place) {  // "University of X" is often written where the town belongs
    for (const Organisation& organisation : find_organisations(said))
      builder.add_affiliation(
          {.organisation = organisation.name, .department = organisation.department, .role = {}, .country = {}},
          {kSlot.method, 0.7});
  }
}

}  // namespace

int claim_academicpages(const Document& page) {
  if (page.front.is_object()) {
    if (page.front.contains("author_profile") || page.front.contains("paperurl") || has(page.url.path(), "/_publications/"))
      return 90;
    if (page.front.contains("author") && page.front["author"].is_object()) return 80;
    return 0;
  }
  if (page.dom.first(".author__name, .author__avatar, .author__urls") != kNoNode) return 95;
  if (page.dom.first(".archive__item-title, .page__footer, .masthead__menu") != kNoNode) return 70;
  return 0;
}

void read_academicpages(const Document& page, ProfileBuilder& builder) {
  if (page.front.is_object() || builder.rank() > 1) return;
  const Dom& dom = page.dom;
  if (NodeId name = dom.first(".author__name"); name != kNoNode) builder.add_name(dom.text(name), kSlot);
  if (NodeId bio = dom.first(".author__bio"); bio != kNoNode) {
    const std::string said = dom.text(bio);
    const std::string folded = text::fold(said);
    if (said.size() < 200 && folded != "short biography for the left hand sidebar" && !has(folded, "your biography")) {
      for (const Title& title : find_titles(said)) builder.add_position(title.text, kSlot);
      for (const Organisation& place : find_organisations(said))
        builder.add_affiliation({.organisation = place.name, .department = place.department, .role = {}, .country = {}},
                                {kSlot.method, 0.75});
    }
  }
  if (NodeId urls = dom.first(".author__urls"); urls != kNoNode)
    for (NodeId item : dom.select("li", urls)) read_item(dom, item, builder);
  if (NodeId image = dom.first(".author__avatar img, img.author__avatar"); image != kNoNode)
    builder.add_photo(dom.attribute(image, "src"), kSlot);
}

}  // namespace fellow::extractor
