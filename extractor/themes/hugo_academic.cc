// SPDX-License-Identifier: GPL-3.0-or-later
// Hugo Academic 3 to 4.8, Wowchemy 5, Hugo Blox (Bootstrap and Tailwind), rendered; and its author page in source form.
#include "extractor/fields/fields.h"
#include "extractor/fields/leftovers.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/values.h"
#include "extractor/themes/themes.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::string_view kMethod = "theme:hugo-academic";
constexpr Reading kSlot{.method = kMethod, .confidence = 0.9};

bool has(std::string_view text, std::string_view what) { return text.find(what) != std::string_view::npos; }

void read_role_or_place(const Dom& dom, NodeId n, bool first, ProfileBuilder& builder) {
  const std::string said = dom.text(n);
  if (said.empty()) return;
  const bool titled = !find_titles(said).empty();
  if (first && (titled || find_organisations(said).empty())) {
    builder.add_position(said, kSlot);
    return;
  }
  const Organisation place = whole_organisation(said);
  if (!place.name.empty())
    builder.add_affiliation({.organisation = place.name, .department = place.department, .role = {}, .country = {}}, kSlot);
}

// Academic and Wowchemy: #profile with .portrait-title: h2 name, h3 role, h3 organisations.
void read_portrait(const Document& page, ProfileBuilder& builder) {
  const Dom& dom = page.dom;
  const std::vector<NodeId> titles = dom.select(".portrait-title");
  if (titles.empty() || titles.size() > 8) return;
  const NodeId title = titles.front();
  if (NodeId name = dom.first("h2, h1", title); name != kNoNode) builder.add_name(dom.text(name), kSlot);
  bool first = true;
  for (NodeId n : dom.select("h3", title)) {
    read_role_or_place(dom, n, first, builder);
    first = false;
  }
}

// Hugo Blox on Tailwind: name in div.text-3xl, role and organisations in the lines below it.
void read_tailwind(const Document& page, ProfileBuilder& builder) {
  const Dom& dom = page.dom;
  const NodeId box = dom.first(".resume-biography, .blox-resume-biography-3, .resume-biography-3, #section-resume-biography-3");
  if (box == kNoNode) return;
  const NodeId name = dom.first(".text-3xl, h1", box);
  if (name == kNoNode) return;
  builder.add_name(dom.text(name), kSlot);
  bool first = true;
  for (NodeId n : dom.select("h2, h3, .mb-2", box)) {
    if (n < dom.end(name) || dom.text(n).size() > 120) continue;
    if (section_kind(dom.text(n)) != SectionKind::none) break;
    read_role_or_place(dom, n, first, builder);
    first = false;
    if (n > name + 80) break;
  }
}

void read_lists(const Document& page, ProfileBuilder& builder) {
  const Dom& dom = page.dom;
  const NodeId interests = dom.first(".ul-interests");
  if (interests != kNoNode)
    for (NodeId n : dom.select("li", interests)) builder.add_interest(dom.text(n), kSlot);
  const NodeId education = dom.first(".ul-edu");
  if (education != kNoNode) {
    for (NodeId n : dom.select("li", education)) {
      const NodeId course = dom.first(".course", n), institution = dom.first(".institution", n);
      if (course == kNoNode || institution == kNoNode) continue;
      const std::string said = dom.text(course);
      add_course(said, dom.text(institution), "", kSlot, builder);
    }
  }
  const NodeId icons = dom.first("ul.network-icon, .network-icon");
  if (icons != kNoNode) {
    for (NodeId n : dom.select("a[href]", icons)) {
      const IdentifierLink link = identifier_of(dom.attribute(n, "href"));
      if (!link.kind.empty()) builder.add_identifier(link.kind, link.value, kSlot);
    }
  }
  if (NodeId avatar = dom.first("img.avatar, .avatar img, .portrait, #profile img"); avatar != kNoNode && dom.is(avatar, "img"))
    builder.add_photo(dom.attribute(avatar, "src"), kSlot);
}

// The experience widget: cards with company and dates.
void read_experience_cards(const Document& page, ProfileBuilder& builder) {
  const Dom& dom = page.dom;
  for (NodeId card : dom.select(".experience .card-body, .experience .card")) {
    const NodeId title = dom.first(".card-title, .exp-title", card), company = dom.first(".card-subtitle, .exp-company", card),
                 meta = dom.first(".exp-meta, .card-meta", card);
    if (title == kNoNode || company == kNoNode || meta == kNoNode) continue;
    const std::string dates = dom.text(meta);
    std::string company_name = dom.text(company);
    if (company == meta) continue;
    read_job_entry(dom.text(title) + "\n" + company_name.substr(0, 100) + "\n" + dates, {kMethod, 0.7}, builder);
  }
}

}  // namespace

int claim_hugo_academic(const Document& page) {
  if (page.front.is_object()) {
    const bool author_page = has(page.url.path(), "/author/") || has(page.url.path(), "/authors/");
    if (author_page || page.front.contains("superuser") ||
        (page.front.contains("organizations") && page.front.contains("role")))
      return 95;
    if (has(page.url.path(), "/content/publication/")) return 60;
    if (page.front.contains("organizations") || page.front.contains("interests")) return 70;
  }
  const std::string generator = page.meta("generator");
  if (has(generator, "Source Themes Academic") || has(generator, "Wowchemy") || has(generator, "Hugo Blox") ||
      has(generator, "HugoBlox"))
    return 98;
  if (page.dom.first(".portrait-title") != kNoNode) return 90;
  if (page.dom.first(".ul-interests, .ul-edu, .pub-list-item, .resume-biography") != kNoNode) return 80;
  if (page.dom.first("script[src*=academic], script[src*=wowchemy], link[href*=wowchemy], link[href*=academic.min]") != kNoNode)
    return 85;
  return 0;
}

void read_hugo_academic(const Document& page, ProfileBuilder& builder) {
  if (page.front.is_object() || builder.rank() > 1) return;  // source forms are front matter
  read_portrait(page, builder);
  read_tailwind(page, builder);
  read_lists(page, builder);
  read_experience_cards(page, builder);
}

}  // namespace fellow::extractor
