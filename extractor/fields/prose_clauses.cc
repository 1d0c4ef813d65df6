// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/prose_clauses.h"

#include <string>

#include "fellow/text.h"

namespace fellow::extractor {

bool only_dates(std::string_view before, std::string_view behind) {
  // "during his PhD he was a visitor at X"
  const std::string spent = text::lower(before.substr(before.size() > 12 ? before.size() - 12 : 0));
  for (std::string_view lead : {"during my ", "during his ", "during her "})
    if (spent.ends_with(lead)) return true;
  if (!behind.starts_with(",")) return false;
  const std::string tail = text::lower(before.substr(before.size() > 28 ? before.size() - 28 : 0));
  for (std::string_view lead : {"before joining", "before starting", "before my", "before the", "prior to", "before beginning"})
    if (tail.find(lead) != std::string::npos) return true;
  return false;
}

bool says_same_place(std::string_view text) {
  const std::string lower = text::lower(text);
  for (std::string_view word : {"same institution", "same university", "same school", "same institute", "same college",
                                "même université", "same department"})
    if (lower.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace fellow::extractor
