// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about the person in Chinese, Japanese and Korean.
#include <algorithm>
#include <iterator>

#include "extractor/fields/dates.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"

namespace fellow::extractor {

void read_cjk_sentence(std::string_view sentence, ProfileBuilder& builder) {
  static constexpr std::string_view kPastWords[] = {"毕业", "曾",   "获得", "获",     "卒業", "修了", "取得",
                                                    "졸업", "历任", "先后", "を経て", "받았", "취득", "수료",
                                                    "退任", "退職", "退职", "离任",   "併任"};
  static constexpr std::string_view kNowWords[] = {"现",   "目前", "是",       "就读", "任职", "在读", "现任",
                                                   "現在", "现为", "大学院生", "재학", "현재", "재직", "과정에"};
  std::string_view rest = sentence;
  enum class Tense { none, current, past } tense = Tense::none;
  while (!rest.empty()) {
    std::size_t cut = std::min(rest.find("，"), rest.find("；")), length = 3;
    for (std::size_t at = rest.find_first_of(",;"); at < cut; at = rest.find_first_of(",;", at + 1))
      if (at > 0 && static_cast<unsigned char>(rest[at - 1]) >= 0x80) cut = at, length = 1;
    const std::string_view clause = rest.substr(0, cut);
    rest = cut == std::string_view::npos ? std::string_view() : rest.substr(cut + length);
    const auto has = [&](auto const& words) {
      return std::any_of(std::begin(words), std::end(words),
                         [&](std::string_view w) { return clause.find(w) != std::string_view::npos; });
    };
    if (has(kPastWords))
      tense = Tense::past;
    else if (has(kNowWords))
      tense = Tense::current;
    if (clause.find("导师") != std::string_view::npos || clause.find("师从") != std::string_view::npos) continue;
    const std::vector<Organisation> places = find_organisations(clause);
    const std::vector<Title> titles = find_titles(clause);
    if (tense == Tense::current) {
      for (const Organisation& place : places)
        builder.add_affiliation({.organisation = place.name, .department = place.department, .role = {}, .country = {}},
                                {"pattern", 0.55});
      for (const Title& title : titles) builder.add_position(title.text, {"pattern", 0.55});
    } else if (tense == Tense::past) {
      std::vector<Degree> degrees = find_degrees(clause);
      if (degrees.empty()) degrees = find_degrees(rest.substr(0, rest.find("，")));
      for (const Organisation& place : places) {
        builder.add_past({.organisation = place.name, .department = {}, .role = {}, .country = {}}, {"pattern", 0.5});
        if (degrees.empty()) continue;
        Education education{.institution = place.name, .id = {}, .degree = degrees.front().degree, .field = {}, .year = 0};
        if (const auto years = find_period(clause)) education.year = years->end;
        builder.add_education(education, {"pattern", 0.5});
      }
    }
  }
}

}  // namespace fellow::extractor
