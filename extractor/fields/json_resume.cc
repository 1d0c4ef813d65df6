// SPDX-License-Identifier: GPL-3.0-or-later
// JSON Resume (jsonresume.org/schema, version 1.0.0 and the forms before it): basics, work, education, interests.
#include "extractor/fields/addresses.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "extractor/fields/values.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

using Json = nlohmann::json;
constexpr Reading kSure{.method = "front_matter", .confidence = 0.95};

std::string either(const Json& row, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (std::string value = value_at(row, key); !value.empty()) return value;
  return {};
}

void read_basics(const Json& basics, ProfileBuilder& builder) {
  builder.add_name(value_at(basics, "name"), kSure);
  if (const std::string email = value_at(basics, "email"); !find_addresses(email).empty()) builder.add_email(email, kSure);
  // "Postdoctoral Fellow [at] Georgia Tech": a title, perhaps with its place.
  const std::string label = value_at(basics, "label");
  for (const Title& title : find_titles(label)) builder.add_position(title.text, kSure);
  for (const Organisation& place : find_organisations(label))
    builder.add_affiliation({.organisation = place.name, .department = place.department, .role = {}, .country = {}}, kSure);
  const std::string summary = value_at(basics, "summary");
  if (summary.find('<') == std::string::npos) builder.add_biography(without_contact(summary), kSure);
  if (basics.contains("profiles") && basics["profiles"].is_array()) {
    for (const Json& row : basics["profiles"]) {
      const IdentifierLink link = identifier_of(value_at(row, "url"));
      if (!link.kind.empty()) builder.add_identifier(link.kind, link.value, kSure);
    }
  }
  builder.add_photo(either(basics, {"image", "picture"}), kSure);
}

}  // namespace

void read_json_resume(const Document& page, const Outline&, ProfileBuilder& builder) {
  const Json& root = page.front;
  if (!root.is_object() || !root.contains("basics") || !root["basics"].is_object()) return;
  read_basics(root["basics"], builder);
  for (const char* key : {"work", "volunteer_research"}) {
    if (!root.contains(key) || !root[key].is_array()) continue;
    for (const Json& row : root[key])
      add_job(either(row, {"position", "title"}), either(row, {"name", "company", "organization"}), value_at(row, "startDate"),
              value_at(row, "endDate"), kSure, builder);
  }
  if (root.contains("education") && root["education"].is_array())
    for (const Json& row : root["education"])
      add_course(value_at(row, "studyType") + (value_at(row, "area").empty() ? "" : " in " + value_at(row, "area")),
                 value_at(row, "institution"),
                 value_at(row, "endDate").empty() ? value_at(row, "startDate") + " - present"
                                                  : value_at(row, "startDate") + " - " + value_at(row, "endDate"),
                 kSure, builder);
  if (root.contains("interests") && root["interests"].is_array()) {
    for (const Json& row : root["interests"]) {
      if (const std::string name = row.is_string() ? row.get<std::string>() : value_at(row, "name"); !name.empty())
        builder.add_interest(name, kSure);
      if (row.is_object() && row.contains("keywords"))
        for (const std::string& keyword : values_at(row["keywords"], {"name"})) builder.add_interest(keyword, kSure);
    }
  }
  if (root.contains("awards") && root["awards"].is_array())
    for (const Json& row : root["awards"])
      builder.add_award({value_at(row, "title"), std::atoi(value_at(row, "date").substr(0, 4).c_str())}, kSure);
}

}  // namespace fellow::extractor
