// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/degrees_settled.h"

#include <algorithm>
#include <string>

#include "extractor/fields/organisations.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

using Degrees = std::vector<Candidate<Education>>;

// Nobody writes two doctorates in different ways: one among jobs gives way to that of the list of degrees.
bool told_surer(const Degrees& all, const Candidate<Education>& c) {
  constexpr double kListed = 0.7;
  if (c.value.degree != "PhD" || c.evidence.confidence >= kListed) return false;
  bool surer = false, agrees = false;
  for (const auto& other : all) {
    if (other.value.degree != "PhD" || other.evidence.confidence < kListed || other.rank > c.rank) continue;
    // What sentences say counts, but for what looks like one in a PDF of lists.
    const bool in_lists = other.evidence.method == "pdf_layout" && other.evidence.url == c.evidence.url;
    if (c.evidence.method == "pattern" && !in_lists) continue;
    surer = true, agrees = agrees || same_organisation(other.value.institution, c.value.institution);
  }
  return surer && !agrees;
}

bool of_one_list(const Candidate<Education>& a, const Candidate<Education>& b) {
  return a.evidence.url == b.evidence.url && a.evidence.method == b.evidence.method;
}

// Two masters of one university, or one of two that a page lists and another page gave as well.
bool another_of_the_kind(const Degrees& all, const Candidate<Education>& known, const Candidate<Education>& candidate) {
  const bool told = candidate.evidence.method == "pattern";
  const bool years = known.value.year && candidate.value.year && known.value.year != candidate.value.year;
  const bool fields = !known.value.field.empty() && !candidate.value.field.empty() &&
                      text::fold(known.value.field) != text::fold(candidate.value.field);
  if (of_one_list(known, candidate) && years && (!told || fields)) return true;
  if (of_one_list(known, candidate) && !told && fields) return true;
  return !told && years && std::any_of(all.begin(), all.end(), [&](const auto& other) {
    return &other != &candidate && of_one_list(other, candidate) && other.value.degree == candidate.value.degree &&
           other.value.year == known.value.year && same_organisation(other.value.institution, candidate.value.institution);
  });
}

}  // namespace

Degrees settled_degrees(Degrees list, const DegreeLeftOut& left_out) {
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    const bool listed_a = a.evidence.method != "pattern", listed_b = b.evidence.method != "pattern";
    if (listed_a != listed_b) return listed_a;
    return a.rank < b.rank;
  });
  const Degrees all = list;
  std::erase_if(list, [&](const auto& c) {
    if (!told_surer(all, c)) return false;
    left_out(c, "the doctorate is told surer");
    return true;
  });
  const auto told = [&](const Candidate<Education>& study) {
    return std::any_of(list.begin(), list.end(), [&](const auto& other) {
      return other.value.degree == study.value.degree && other.evidence.confidence > kStudies;
    });
  };
  Degrees kept;
  for (const auto& candidate : list) {
    if (candidate.evidence.confidence <= kStudies && told(candidate)) {
      left_out(candidate, "a degree of its kind is told better");
      continue;
    }
    const auto known = std::find_if(kept.begin(), kept.end(), [&](const auto& other) {
      return other.value.degree == candidate.value.degree &&
             same_organisation(other.value.institution, candidate.value.institution) &&
             !another_of_the_kind(list, other, candidate);
    });
    constexpr std::size_t kMost = 20;
    if (known == kept.end()) {
      if (kept.size() < kMost) kept.push_back(candidate);
      continue;
    }
    if (!known->value.year) known->value.year = candidate.value.year;
    if (known->value.field.empty()) known->value.field = candidate.value.field;
  }
  return kept;
}

}  // namespace fellow::extractor
