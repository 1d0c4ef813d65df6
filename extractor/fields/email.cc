// SPDX-License-Identifier: GPL-3.0-or-later
// The address as the page shows it in clear: mailto links and text, entities and percent signs decoded, nothing guessed (R41).
#include <algorithm>
#include <cctype>

#include "extractor/fields/addresses.h"
#include "extractor/fields/fields.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

std::string unescaped(std::string_view text) {
  std::string out;
  const auto hex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) && hex(text[i + 2])) {
      out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// "Private e-mail: …" beside the one of work.
bool private_one(std::string_view text, std::size_t at) {
  const std::string before = text::lower(text.substr(at > 25 ? at - 25 : 0, std::min<std::size_t>(at, 25)));
  return before.find("private") != std::string::npos || before.find("personal") != std::string::npos ||
         before.find("privat") != std::string::npos || before.find("perso") != std::string::npos;
}

bool others_section(SectionKind kind) {
  return kind == SectionKind::publications || kind == SectionKind::students || kind == SectionKind::references ||
         kind == SectionKind::talks || kind == SectionKind::teaching || kind == SectionKind::service;
}

}  // namespace

void read_email(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  int seen = 0;
  for (NodeId n : page.dom.select("a[href*=ailto]")) {
    if (++seen > 30) break;
    const std::string href = unescaped(page.dom.attribute(n, "href"));
    const std::size_t at = text::lower(href).find("mailto:");
    if (at == std::string::npos) continue;
    const std::vector<Address> found = find_addresses(std::string_view(href).substr(
        at + 7, href.find('?', at) == std::string::npos ? std::string::npos : href.find('?', at) - at - 7));
    if (!found.empty()) builder.add_email(found.front().text, {.method = "section", .confidence = 0.7 - 0.01 * seen});
  }
  for (NodeId n : page.dom.select("a[href*=@]")) {  // the scheme was forgotten
    const std::string href = unescaped(page.dom.attribute(n, "href"));
    const std::vector<Address> found = find_addresses(href);
    if (found.size() == 1 && (found[0].begin == 0 || (found[0].begin == 1 && href[0] == '/')) && found[0].end == href.size())
      builder.add_email(found[0].text, {.method = "section", .confidence = 0.6});
  }
  int blocks = 0;
  for (const Block& block : outline.blocks) {
    if (++blocks > 3000) break;
    const double base = others_section(outline.sections[block.section].kind) ? 0.2 : blocks < 40 ? 0.6 : 0.4;
    for (const Address& address : find_addresses(block.text))
      // Well below any other, however much of the name it spells.
      builder.add_email(address.text, {.method = page.format == Format::pdf ? "pdf_layout" : "pattern",
                                       .confidence = base - (private_one(block.text, address.begin) ? 0.9 : 0.0)});
  }
  // Footers and side columns that the outline leaves out.
  for (NodeId n : page.dom.select("footer, nav, .footer, #footer, .sidebar")) {
    const std::string text = page.dom.text(n);
    if (text.size() > 4000) continue;
    for (const Address& address : find_addresses(text))
      builder.add_email(address.text, {.method = "pattern", .confidence = 0.4});
  }
}

}  // namespace fellow::extractor
