// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/themes/themes.h"

namespace fellow::extractor {
namespace {

constexpr Theme kRows[] = {
    {"hugo-academic", claim_hugo_academic, read_hugo_academic},
    {"al-folio", claim_al_folio, read_al_folio},
    {"academicpages", claim_academicpages, read_academicpages},
    {"jonbarron", claim_jonbarron, read_jonbarron},
    {"jemdoc", claim_jemdoc, read_jemdoc},
    {"quarto", claim_quarto, read_quarto},
    {"bootstrap", claim_bootstrap, read_bootstrap},
};

}  // namespace

const std::span<const Theme> kThemes = kRows;

const Theme* theme_of(const Document& page) {
  const Theme* best = nullptr;
  int certainty = 49;
  for (const Theme& theme : kThemes)
    if (const int claimed = theme.claim(page); claimed > certainty) best = &theme, certainty = claimed;
  return best;
}

}  // namespace fellow::extractor
