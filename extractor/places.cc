// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/places.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "extractor/fields/addresses.h"
#include "extractor/fields/outline.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

using nlohmann::json;

// A page's blocks, folded once.
struct Searched {
  const Document* document = nullptr;
  Outline outline;
  std::vector<std::string> folded;
};

// The words of a fact by which a reader would look for it.
std::string wanted(const json& fact) {
  if (fact.is_string()) return fact.get<std::string>();
  for (const char* key : {"title", "institution", "name"})
    if (fact.is_object() && fact.contains(key) && fact[key].is_string()) return fact[key].get<std::string>();
  return {};
}

std::string part_of_file(const Document& document, std::string_view method) {
  if (method == "bibtex") return "in the bibliography";
  if (method == "json_ld") return "in JSON-LD";
  if (method == "microdata" || method == "meta") return "in an attribute of the markup";
  if (method == "front_matter")
    return document.format == Format::json || document.format == Format::yaml ? "in the data" : "in the front matter";
  return {};
}

std::string place_in(const Searched& page, const std::string& value) {
  constexpr std::size_t kAround = 80;  // bytes of the block that are shown
  const std::string folded = text::fold(value);
  if (folded.size() < 2) return {};
  const auto found = std::find_if(page.folded.begin(), page.folded.end(),
                                  [&](const std::string& block) { return block.find(folded) != std::string::npos; });
  if (found == page.folded.end()) return {};
  const Block& block = page.outline.blocks[static_cast<std::size_t>(found - page.folded.begin())];
  const Section& section = page.outline.sections[block.section];
  std::string out = section.heading.empty() || block.kind == BlockKind::heading ? "" : "under “" + section.heading + "”: ";
  std::string around = text::clean(without_contact(block.text));
  // From a little before the value on.
  const std::size_t at = text::lower(around).find(text::lower(value));
  if (at != std::string::npos && at > kAround / 2) {
    std::size_t from = around.find(' ', at - kAround / 2);
    from = from == std::string::npos || from > at ? at : from + 1;
    around = "… " + around.substr(from);
  }
  const std::string cut = text::clean(around, kAround + value.size());
  return out + cut + (cut.size() < around.size() ? " …" : "");
}

}  // namespace

std::map<std::string, std::string> places_of(const Profile& profile, std::span<const Document> documents) {
  std::map<std::string, std::string> out;
  std::vector<Searched> pages;
  const json facts = json::parse(show(profile, {.email = true}), nullptr, false);
  for (const auto& fact : profile.evidence) {
    const std::string& pointer = fact.first;
    const Evidence& evidence = fact.second;
    auto page =
        std::find_if(pages.begin(), pages.end(), [&](const Searched& p) { return p.document->url.text() == evidence.url; });
    if (page == pages.end()) {
      const auto document =
          std::find_if(documents.begin(), documents.end(), [&](const Document& d) { return d.url.text() == evidence.url; });
      if (document == documents.end()) continue;
      Searched fresh{.document = &*document, .outline = outline(*document), .folded = {}};
      for (const Block& block : fresh.outline.blocks) fresh.folded.push_back(text::fold(block.text));
      page = pages.insert(pages.end(), std::move(fresh));
    }
    const json::json_pointer where(pointer);
    if (!facts.contains(where)) continue;
    std::string place = part_of_file(*page->document, evidence.method);
    if (place.empty()) place = place_in(*page, wanted(facts.at(where)));
    if (!place.empty()) out[pointer] = std::move(place);
  }
  return out;
}

}  // namespace fellow::extractor
