// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/values.h"

#include <algorithm>
#include <cstdlib>

#include "extractor/fields/dates.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {

std::string value_at(const nlohmann::json& object, const char* key) {
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (found->is_string()) return text::clean(found->get<std::string>());
  if (found->is_number_integer()) return std::to_string(found->get<long long>());
  return {};
}

std::vector<std::string> values_at(const nlohmann::json& list, std::initializer_list<const char*> keys) {
  std::vector<std::string> out;
  const auto add = [&](const nlohmann::json& item) {
    std::string value;
    if (item.is_string()) value = text::clean(item.get<std::string>());
    for (const char* key : keys)
      if (value.empty()) value = value_at(item, key);
    if (!value.empty() && out.size() < 100) out.push_back(std::move(value));
  };
  if (list.is_array()) {
    for (const nlohmann::json& item : list) add(item);
  } else {
    add(list);
  }
  return out;
}

void add_course(const std::string& course, const std::string& institution, const std::string& year, Reading reading,
                ProfileBuilder& builder) {
  if (course.empty() && institution.empty()) return;
  std::string where = institution;
  Organisation place = whole_organisation(where.empty() ? course : where);
  if (place.name.empty()) return;
  // "Politecnico di Milano, Sorbonne University": a degree of two, the first of which is named as its place.
  if (const std::vector<Organisation> all = find_organisations(where);
      all.size() == 2 && where.substr(all[0].end, all[1].begin - all[0].end) == ", " &&
      std::all_of(all.begin(), all.end(), [](const auto& o) { return o.row && !o.row->company; })) {
    place = all.front();
    builder.add_past({.organisation = all.back().name, .department = {}, .role = {}, .country = {}},
                     {reading.method, reading.confidence - 0.2});
  }
  // "Diplom (equivalent to BSc and MSc)" is one degree.
  const std::vector<Degree> outside = find_degrees(course.substr(0, course.find('(')));
  const std::vector<Degree> degrees = outside.empty() ? find_degrees(course) : outside;
  const auto period = find_period(year.empty() ? course : year);
  const int now = std::atoi(builder.page().seen_at.substr(0, 4).c_str());
  const std::string folded = text::fold(course + " " + year);
  const bool running = (period && (period->open || (now > 1990 && period->end > now))) ||
                       folded.find("candidate") != std::string::npos || folded.find("present") != std::string::npos ||
                       folded.find("ongoing") != std::string::npos || folded.find("en cours") != std::string::npos;
  Education education{.institution = place.name,
                      .id = {},
                      .degree = degrees.empty() ? "other" : degrees.front().degree,
                      .field = degrees.empty() ? std::string() : degrees.front().field,
                      .year = period ? period->end : 0};
  builder.add_education(education, reading);
  if (degrees.size() > 1 && degrees[1].degree != degrees[0].degree && course.size() < 120) {
    education.degree = degrees[1].degree, education.field = degrees[1].field;
    builder.add_education(education, reading);
  }
  const Stay stay{.organisation = place.name,
                  .department = place.department,
                  .role = {},
                  .country = {},
                  .start = period ? period->start : 0,
                  .end = period ? period->end : 0};
  if (running)
    builder.add_affiliation(stay, {reading.method, 0.45});
  else
    builder.add_past(stay, reading);
}

void add_job(const std::string& title, const std::string& company, const std::string& start, const std::string& end,
             Reading reading, ProfileBuilder& builder) {
  const Organisation place = whole_organisation(company);
  if (place.name.empty()) return;
  const auto from = find_period(start), to = find_period(end);
  Stay stay{.organisation = place.name,
            .department = place.department,
            .role = title,
            .country = {},
            .start = from ? (from->start ? from->start : from->end) : 0,
            .end = to ? to->end : 0};
  const int now = std::atoi(builder.page().seen_at.substr(0, 4).c_str());
  const bool past = to && (now < 1990 || to->end <= now);
  if (past) {
    builder.add_past(stay, reading);
  } else {
    builder.add_affiliation(stay, {reading.method, 0.6});
    builder.add_position(title, {reading.method, 0.6});
  }
}

}  // namespace fellow::extractor
