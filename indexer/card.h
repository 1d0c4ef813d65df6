// SPDX-License-Identifier: GPL-3.0-or-later
// What does a result list need of a person, without reading her whole profile? What it shows, and the texts that can be quoted
// with the page each came from.
//
// A record of some 3 KB: the strings, each once, then numbers that point to them. Reading one copies no text; a profile's JSON
// costs fifty times that (0.1 ms; measured on generated profiles).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "fellow/fields.h"
#include "indexer/document.h"

namespace fellow::indexer {

// What of the person does not depend on the question: as Hit, but for index and score.
Hit shown_of(const Profile& profile);

std::string write_card(const Profile& profile, const Pages& pages);

// Views into the record that it was read from, which has to outlive it.
class Card {
 public:
  // Something that is known by an id, and the item of the field that names it first.
  struct Known {
    std::string_view id;
    std::size_t item = 0;
  };
  struct Text {
    std::string_view words;  // "" where the item has none
    bool again = false;      // an item before it says the same
  };
  struct Content {
    const Field* field = nullptr;
    std::vector<Text> texts;                // by item, as Field::texts
    std::vector<std::string_view> aliases;  // as Field::aliases
    std::vector<Known> ids;                 // institutions_in, topics_in
    std::vector<Known> mentions;            // topics that a title or the biography names
    std::vector<std::string_view> page_of;  // by item; "" or too short: the home page
  };

  // nullopt for what write_card did not write.
  static std::optional<Card> read(std::string_view record);

  const std::vector<Content>& fields() const { return fields_; }
  // The page that an item came from.
  std::string_view page(const Content& of, std::size_t item) const;
  Hit shown() const;

 private:
  using Words = std::vector<std::string_view>;
  std::string_view id_, url_, name_, display_name_, country_;
  Words seeds_, alternate_names_, positions_, affiliations_, interests_, person_keys_;  // affiliations, interests: name, id, …
  int paper_count_ = 0;
  std::vector<Content> fields_;
};

}  // namespace fellow::indexer
