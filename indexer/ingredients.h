// SPDX-License-Identifier: GPL-3.0-or-later
// What is the ranking made of? Its ingredients, each of which a bench can leave out, to see what it brings (bench/ranking.cc).
// Understanding and spelling are no part of it: a query that was not understood, or not corrected, is asked as it stands.
#pragma once

#include <array>
#include <string_view>

#include "fellow/answer.h"

namespace fellow::indexer {

enum class Ingredient : unsigned {
  fields = 1,      // a word counts by the field it stands in; without: by how often it is said
  names = 2,       // the whole name, all words in the name
  nicknames = 4,   // "bill doe" for William Doe
  interests = 8,   // the whole interest, or a run of its words
  near = 16,       // the interest but for one word
  phrases = 32,    // words in order within one title or interest
  strong = 64,     // all words before some
  recency = 128,   // newer work first where the rest is equal
  synonyms = 256,  // other names of a topic: interests that the tables say are the same, and titles that name it otherwise
  roles = 512,     // an institution counts by the role in which it stands
  quotes = 1024,   // passages of the hits; no part of the order, and not among kIngredients
};
struct NamedIngredient {
  std::string_view name;
  Ingredient ingredient;
};
inline constexpr std::array kIngredients{
    NamedIngredient{"fields", Ingredient::fields},       NamedIngredient{"names", Ingredient::names},
    NamedIngredient{"nicknames", Ingredient::nicknames}, NamedIngredient{"interests", Ingredient::interests},
    NamedIngredient{"near", Ingredient::near},           NamedIngredient{"phrases", Ingredient::phrases},
    NamedIngredient{"strong", Ingredient::strong},       NamedIngredient{"recency", Ingredient::recency},
    NamedIngredient{"synonyms", Ingredient::synonyms},   NamedIngredient{"roles", Ingredient::roles}};

// Plain words in one field, ranked by BM25: what bench/search.cc compares with a bare engine's loop.
inline constexpr unsigned kAllButWords = 2047U & ~static_cast<unsigned>(Ingredient::fields);

inline bool takes(const SearchRequest& request, Ingredient ingredient) {
  return (request.without & static_cast<unsigned>(ingredient)) == 0;
}

}  // namespace fellow::indexer
