// SPDX-License-Identifier: GPL-3.0-or-later
// Which family of homepages is this page of, and where does that family write what? One row a family; a new one is a file with
// two pure functions and its row in kThemes (themes.cc).
#pragma once

#include <span>
#include <string_view>

#include "extractor/builder.h"
#include "extractor/document.h"

namespace fellow::extractor {

struct Theme {
  std::string_view name;                           // Profile.theme
  int (*claim)(const Document&);                   // 0 = not mine ... 100 = certain; cheap, never fails
  void (*read)(const Document&, ProfileBuilder&);  // adds the facts it is sure of, with evidence
};
extern const std::span<const Theme> kThemes;

// The theme that claims the page with the highest number, at least 50; nullptr if none does.
const Theme* theme_of(const Document& page);

int claim_hugo_academic(const Document&);
void read_hugo_academic(const Document&, ProfileBuilder&);
int claim_al_folio(const Document&);
void read_al_folio(const Document&, ProfileBuilder&);
int claim_academicpages(const Document&);
void read_academicpages(const Document&, ProfileBuilder&);
int claim_jonbarron(const Document&);
void read_jonbarron(const Document&, ProfileBuilder&);
int claim_jemdoc(const Document&);
void read_jemdoc(const Document&, ProfileBuilder&);
int claim_quarto(const Document&);
void read_quarto(const Document&, ProfileBuilder&);
int claim_bootstrap(const Document&);
void read_bootstrap(const Document&, ProfileBuilder&);

}  // namespace fellow::extractor
