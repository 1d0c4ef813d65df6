// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/degrees_settled.h"

#include <algorithm>
#include <string>

#include "extractor/fields/organisations.h"
#include "fellow/text.h"

namespace fellow::extractor {

std::vector<Candidate<Education>> settled_degrees(std::vector<Candidate<Education>> list, const DegreeLeftOut& left_out) {
  std::vector<Candidate<Education>> kept;
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    const bool listed_a = a.evidence.method != "pattern", listed_b = b.evidence.method != "pattern";
    if (listed_a != listed_b) return listed_a;
    return a.rank < b.rank;
  });
  const auto told = [&](const Candidate<Education>& study) {
    return std::any_of(list.begin(), list.end(), [&](const auto& other) {
      return other.value.degree == study.value.degree && other.evidence.confidence > kStudies;
    });
  };
  // Nobody writes two doctorates in different ways: one among jobs gives way to that of the list of degrees.
  constexpr double kListed = 0.7;
  const std::vector<Candidate<Education>> all = list;
  std::erase_if(list, [&](const auto& c) {
    if (c.value.degree != "PhD" || c.evidence.confidence >= kListed) return false;
    bool surer = false, agrees = false;
    for (const auto& other : all) {
      if (other.value.degree != "PhD" || other.evidence.confidence < kListed || other.rank > c.rank) continue;
      // What sentences say counts, but for what looks like one in a PDF of lists.
      const bool in_lists = other.evidence.method == "pdf_layout" && other.evidence.url == c.evidence.url;
      if (c.evidence.method == "pattern" && !in_lists) continue;
      surer = true, agrees = agrees || same_organisation(other.value.institution, c.value.institution);
    }
    if (!surer || agrees) return false;
    left_out(c, "the doctorate is told surer");
    return true;
  });
  for (const auto& candidate : list) {
    bool merged = candidate.evidence.confidence <= kStudies && told(candidate);
    if (merged) left_out(candidate, "a degree of its kind is told better");
    for (auto& known : kept) {
      if (merged) break;
      if (known.value.degree != candidate.value.degree ||
          !same_organisation(known.value.institution, candidate.value.institution))
        continue;
      const bool two =
          known.evidence.url == candidate.evidence.url && known.evidence.method == candidate.evidence.method &&
          known.value.year && candidate.value.year && known.value.year != candidate.value.year &&
          (candidate.evidence.method != "pattern" || (!known.value.field.empty() && !candidate.value.field.empty() &&
                                                      text::fold(known.value.field) != text::fold(candidate.value.field)));
      // A page lists two degrees of a kind, one of which another page gave as well.
      const bool sibling = candidate.evidence.method != "pattern" && known.value.year && candidate.value.year &&
                           known.value.year != candidate.value.year &&
                           std::any_of(list.begin(), list.end(), [&](const auto& other) {
                             return &other != &candidate && other.evidence.url == candidate.evidence.url &&
                                    other.evidence.method == candidate.evidence.method &&
                                    other.value.degree == candidate.value.degree && other.value.year == known.value.year &&
                                    same_organisation(other.value.institution, candidate.value.institution);
                           });
      const bool fields = known.evidence.url == candidate.evidence.url && known.evidence.method == candidate.evidence.method &&
                          candidate.evidence.method != "pattern" && !known.value.field.empty() &&
                          !candidate.value.field.empty() && text::fold(known.value.field) != text::fold(candidate.value.field);
      if (two || fields || sibling) continue;  // two masters of one university
      if (!known.value.year) known.value.year = candidate.value.year;
      if (known.value.field.empty()) known.value.field = candidate.value.field;
      merged = true;
      break;
    }
    if (!merged && kept.size() < 20) kept.push_back(candidate);
  }
  return kept;
}

}  // namespace fellow::extractor
