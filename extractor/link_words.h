// SPDX-License-Identifier: GPL-3.0-or-later
// What do the words of a link, or of a file's name, say about the page behind it?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fellow/page.h"

namespace fellow::extractor {

// "JaneDoe_CV2020" -> "Jane Doe_CV 2020": words of a file name that were written together.
std::string spaced_name(std::string_view name);

class LinkWords {
 public:
  explicit LinkWords(std::string_view written);

  // The kind that the first telling word gives ("research group": research); `other` if none says anything.
  LinkKind kind() const;
  bool name_a_cv() const;
  bool are_dull() const;  // blogs, courses, talks, photos: pages that say little about who somebody is
  bool has(std::string_view word) const;
  std::size_t count() const { return words_.size(); }

 private:
  std::string written_, folded_;
  std::vector<std::string_view> words_;  // of folded_
};

}  // namespace fellow::extractor
