// SPDX-License-Identifier: GPL-3.0-or-later
// schema.org Person as JSON-LD and as microdata.
#include <algorithm>

#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/people.h"
#include "extractor/fields/values.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

using Json = nlohmann::json;
constexpr std::size_t kMaxNodes = 2000;

bool is_person(const Json& node) {
  if (!node.is_object() || !node.contains("@type")) return false;
  const std::vector<std::string> types = values_at(node["@type"], {});
  return std::find(types.begin(), types.end(), "Person") != types.end();
}

// Persons of the document that it is about: top level, @graph, mainEntity; not the authors of articles.
std::vector<const Json*> persons(const Json& root) {
  std::vector<const Json*> out, todo = {&root};
  for (std::size_t i = 0; i < todo.size() && i < kMaxNodes; ++i) {
    const Json& node = *todo[i];
    if (node.is_array())
      for (const Json& item : node) todo.push_back(&item);
    if (!node.is_object()) continue;
    if (is_person(node)) {
      out.push_back(&node);
      continue;
    }
    for (const char* key : {"@graph", "mainEntity", "mainEntityOfPage", "about"})
      if (node.contains(key)) todo.push_back(&node[key]);
  }
  return out;
}

void read_person(const Json& person, ProfileBuilder& builder) {
  constexpr Reading kSure{.method = "json_ld", .confidence = 0.9};
  const std::string name = value_at(person, "name");
  // R19: the claims of another identity need a second witness: a name that the page shows as well.
  const std::string shown = builder.name();
  const bool same = shown.empty() || same_person(shown, person_name(name).name);
  builder.add_name(name, {"json_ld", 0.8});
  if (!same) return;
  for (const std::string& other : values_at(person.contains("alternateName") ? person["alternateName"] : Json(), {}))
    builder.add_alternate_name(other, kSure);
  const std::string title = value_at(person, "jobTitle");
  builder.add_position(title, kSure);
  for (const char* key : {"affiliation", "worksFor"})
    if (person.contains(key))
      for (const std::string& place : values_at(person[key], {"name", "legalName"}))
        builder.add_affiliation({.organisation = place, .department = {}, .role = {}, .country = {}}, kSure);
  if (person.contains("alumniOf"))
    for (const std::string& place : values_at(person["alumniOf"], {"name"}))
      builder.add_past({.organisation = place, .department = {}, .role = {}, .country = {}}, kSure);
  if (person.contains("knowsAbout"))
    for (const std::string& topic : values_at(person["knowsAbout"], {"name"})) builder.add_interest(topic, kSure);
  if (std::string email = value_at(person, "email"); !email.empty())
    builder.add_email(email.starts_with("mailto:") ? std::string_view(email).substr(7) : std::string_view(email), kSure);
  if (person.contains("sameAs"))
    for (const std::string& href : values_at(person["sameAs"], {}))
      if (const IdentifierLink link = identifier_of(href); !link.kind.empty())
        builder.add_identifier(link.kind, link.value, {"json_ld", 0.7});
  if (person.contains("image"))
    for (const std::string& href : values_at(person["image"], {"url", "contentUrl"})) builder.add_photo(href, {"json_ld", 0.8});
}

}  // namespace

void read_json_ld(const Document& page, const Outline&, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  for (const Json& root : page.json_ld) {
    const std::vector<const Json*> found = persons(root);
    if (found.size() > 3) continue;  // a list of people
    if (!found.empty()) read_person(*found.front(), builder);
  }
}

void read_microdata(const Document& page, const Outline&, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  const Dom& dom = page.dom;
  const std::vector<NodeId> scopes = dom.select("[itemtype*=schema.org/Person]");
  if (scopes.size() > 3) return;
  for (NodeId scope : scopes) {
    const auto value = [&](NodeId n) {
      const std::string_view content = dom.attribute(n, "content");
      return content.empty() ? dom.text(n) : std::string(content);
    };
    for (NodeId n : dom.select("[itemprop=name]", scope)) {
      bool inner = false;  // of an organisation within
      for (NodeId up = dom.node(n).parent; up != kNoNode && up != scope; up = dom.node(up).parent)
        inner = inner || !dom.attribute(up, "itemtype").empty();
      if (!inner) {
        builder.add_name(value(n), {"microdata", 0.8});
        break;
      }
    }
    for (NodeId n : dom.select("[itemprop=jobTitle]", scope)) builder.add_position(value(n), {"microdata", 0.85});
    for (NodeId n : dom.select("[itemprop=affiliation], [itemprop=worksFor]", scope)) {
      const Organisation place = whole_organisation(value(n));
      if (!place.name.empty())
        builder.add_affiliation({.organisation = place.name, .department = place.department, .role = {}, .country = {}},
                                {"microdata", 0.85});
    }
    for (NodeId n : dom.select("[itemprop=sameAs]", scope))
      if (const IdentifierLink link = identifier_of(dom.attribute(n, "href")); !link.kind.empty())
        builder.add_identifier(link.kind, link.value, {"microdata", 0.8});
    break;
  }
}

}  // namespace fellow::extractor
