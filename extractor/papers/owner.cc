// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "extractor/papers/author_list.h"
#include "extractor/papers/letters.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

// Whether a and b differ by at most one letter put in, left out or changed.
bool one_slip(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1) return false;
  std::size_t i = 0;
  while (i < a.size() && a[i] == b[i]) ++i;
  return a.size() == b.size() ? a.substr(std::min(i + 1, a.size())) == b.substr(std::min(i + 1, b.size()))
                              : a.substr(i) == b.substr(i + 1);
}

bool same_word(std::string_view a, std::string_view b) {
  return a == b || (a.size() >= 6 && b.size() >= 6 && a[0] == b[0] && one_slip(a, b));
}

}  // namespace

Owner::Owner(std::span<const std::string> names) : name_(names.empty() ? std::string() : names.front()) {
  for (const auto& name : names) {
    Form form;
    form.native = text::cjk_share(name) > 0.5;
    for (auto& w : text::words(name)) {
      if (is_one_of(w, "dr|prof|professor|phd|md|mr|ms|mrs|the|jr|sr"_phrases)) continue;
      form.joined += w;
      form.words.push_back(std::move(w));
    }
    if (form.words.size() >= 2 || text::cjk_share(name) > 0.5) forms_.push_back(std::move(form));
  }
}

bool Owner::is(std::string_view name) const {
  if (forms_.empty() || name.size() > 200) return false;
  const auto words = text::words(name);
  if (words.empty()) return false;
  std::string joined;
  for (const auto& w : words) joined += w;
  for (const auto& form : forms_) {
    if (joined == form.joined) return true;
    if (form.words.size() < 2) continue;
    std::vector<bool> used(form.words.size(), false);
    std::size_t full = 0, strange = 0, short_ = 0;
    bool family = false;
    for (const auto& w : words) {
      if (w.size() < 2) continue;
      std::size_t i = 0;
      while (i < form.words.size() && (used[i] || !same_word(w, form.words[i]))) ++i;
      if (i < form.words.size()) {
        used[i] = true;
        ++full;
        family = family || i + 1 == form.words.size() || i == 0 || form.words[i].size() > 2;
        continue;
      }
      // Initials without dots, as in "Doe JQ".
      std::size_t n = 0;
      for (const char c : w) {
        std::size_t k = 0;
        while (k < form.words.size() && (used[k] || form.words[k][0] != c)) ++k;
        if (k == form.words.size()) break;
        used[k] = true;
        ++n;
      }
      if (n == w.size() && w.size() <= 3)
        ++short_;
      else
        ++strange;
    }
    if (!family || full == 0) continue;
    bool agree = true;
    for (const auto& w : words) {
      if (w.size() != 1) continue;
      std::size_t i = 0;
      while (i < form.words.size() && (used[i] || form.words[i][0] != w[0])) ++i;
      if (i < form.words.size())
        used[i] = true, ++short_;
      else if (full < 2)
        agree = false;
    }
    const bool last = [&] {
      return std::any_of(words.begin(), words.end(), [&](const auto& w) { return same_word(w, form.words.back()); }) ||
             std::any_of(words.begin(), words.end(),
                         [&](const auto& w) { return same_word(w, form.words.front()) && w.size() > 1; });
    }();
    if (!agree || !last) continue;
    if (full >= 2 && strange <= 1) return true;
    if (full == 1 && strange == 0 && short_ > 0) return true;
    if (full == 1 && words.size() == 1 && same_word(words[0], form.words.back()) && words[0].size() >= 4) return true;
  }
  return false;
}

bool Owner::is_missing_in(const std::vector<std::string>& authors) const {
  if (authors.empty()) return false;
  std::size_t native = 0;
  for (const auto& author : authors) {
    if (is(author)) return false;
    native += text::cjk_share(author) > 0.5 ? 1U : 0U;
  }
  const bool script = 2 * native > authors.size();
  return std::any_of(forms_.begin(), forms_.end(), [&](const Form& form) { return form.native == script; });
}

bool Owner::within(std::string_view text) const {
  if (forms_.empty()) return false;
  const std::string folded = text::fold(text);
  for (const auto& form : forms_) {
    if (form.words.size() < 2) {
      if (folded.find(form.joined) != std::string::npos) return true;
      continue;
    }
    const auto& last = form.words.back();
    const std::string& first = form.words.front();
    if (!has_words(folded, last)) {
      if (first.size() < 4 || !has_words(folded, first + " " + last.substr(0, 1))) continue;
      return true;
    }
    if (has_words(folded, first) || has_words(folded, first.substr(0, 1)) || last.size() >= 7) return true;
    std::string initials;
    for (std::size_t i = 0; i + 1 < form.words.size(); ++i) initials += form.words[i][0];
    if (initials.size() >= 2 && has_words(folded, initials)) return true;
  }
  return false;
}

}  // namespace fellow::extractor::papers
