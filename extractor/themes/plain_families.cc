// SPDX-License-Identifier: GPL-3.0-or-later
// Families with few slots of their own: Jon Barron's table, jemdoc, Quarto, Bootstrap one-pagers. The generic readers do the
// rest.
#include "extractor/fields/tokens.h"
#include "extractor/themes/themes.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

bool has(std::string_view text, std::string_view what) { return text.find(what) != std::string_view::npos; }

bool links_to(const Document& page, std::string_view what) {
  for (NodeId n : page.dom.select("a[href], link[href], script[src]"))
    if (has(text::lower(page.dom.attribute(n, page.dom.is(n, "script") ? "src" : "href")), what)) return true;
  return false;
}

}  // namespace

int claim_jonbarron(const Document& page) {
  const Dom& dom = page.dom;
  const bool tables = dom.select("table").size() >= 3;
  if (!tables) return 0;
  if (links_to(page, "jonbarron")) return 95;
  if (dom.first("papertitle, .papertitle, name") != kNoNode) return 90;
  return dom.first("img[onmouseover], td[onmouseover], tr[onmouseover], [onmouseout]") != kNoNode ? 60 : 0;
}

void read_jonbarron(const Document& page, ProfileBuilder& builder) {
  if (builder.rank() > 0) return;
  const Dom& dom = page.dom;
  for (NodeId n : dom.select("name, p.name, .name, p[style*=text-align:center], p[align=center]")) {
    builder.add_name(dom.text(n), {.method = "theme:jonbarron", .confidence = 0.85});
    break;
  }
}

int claim_jemdoc(const Document& page) {
  if (links_to(page, "jemdoc")) return 90;
  return page.dom.first("#toptitle") != kNoNode && page.dom.first("#layout-content, #layout-menu, #footer") != kNoNode ? 85 : 0;
}

void read_jemdoc(const Document& page, ProfileBuilder& builder) {
  const NodeId title = page.dom.first("#toptitle h1");
  if (title != kNoNode)
    builder.add_name(page.dom.text(title), {.method = "theme:jemdoc", .confidence = builder.rank() == 0 ? 0.85 : 0.5});
}

int claim_quarto(const Document& page) {
  if (page.meta("generator").starts_with("quarto")) return 95;
  return page.dom.first("#quarto-content") != kNoNode ? 90 : 0;
}

void read_quarto(const Document& page, ProfileBuilder& builder) {
  for (NodeId n : page.dom.select("h1.title, .quarto-title h1, .quarto-about-jolla h1, .about-title")) {
    builder.add_name(page.dom.text(n), {.method = "theme:quarto", .confidence = builder.rank() == 0 ? 0.8 : 0.4});
    break;
  }
}

int claim_bootstrap(const Document& page) {
  if (page.front.is_object() || page.format != Format::html) return 0;
  return links_to(page, "bootstrap") && page.dom.first(".container, .container-fluid, .row") != kNoNode ? 50 : 0;
}

void read_bootstrap(const Document& page, ProfileBuilder& builder) {
  if (builder.rank() > 0) return;
  for (NodeId n : page.dom.select(".display-4, .masthead-heading, #colorlib-logo, .intro-name, .profile-name, .name")) {
    builder.add_name(page.dom.text(n), {.method = "theme:bootstrap", .confidence = 0.65});
    break;
  }
}

}  // namespace fellow::extractor
