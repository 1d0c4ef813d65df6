// SPDX-License-Identifier: GPL-3.0-or-later
// What does a result list need of a person, without reading her whole profile? What it shows, and the texts that can be quoted
// with the page each came from.
//
// A record of some 3 KB: the strings, each once, then numbers that point to them. Reading one copies no text and allocates
// three times; a profile's JSON costs hundreds of times that.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
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
  using Places = std::span<const std::uint32_t>;  // of strings
  // Something that is known by an id, and the item of the field that names it first.
  struct Known {
    std::uint32_t id = 0;  // its place
    std::uint32_t item = 0;
  };
  struct Text {
    std::uint32_t place = 0;  // of a string that is "" where the item has none
    bool again = false;       // an item before it says the same
  };
  // A list of them as it was written: one number each, or two.
  class Texts {
   public:
    explicit Texts(Places numbers = {}) : numbers_(numbers) {}
    std::size_t size() const { return numbers_.size(); }
    Text operator[](std::size_t i) const { return {.place = numbers_[i] / 2, .again = numbers_[i] % 2 == 1}; }

   private:
    Places numbers_;
  };
  class KnownOnes {
   public:
    explicit KnownOnes(Places numbers = {}) : numbers_(numbers) {}
    std::size_t size() const { return numbers_.size() / 2; }
    Known operator[](std::size_t i) const { return {.id = numbers_[2 * i], .item = numbers_[2 * i + 1]}; }

   private:
    Places numbers_;
  };
  struct Content {
    const Field* field = nullptr;
    Texts texts;         // by item, as Field::texts
    Places aliases;      // as Field::aliases
    KnownOnes ids;       // institutions_in, topics_in
    KnownOnes mentions;  // topics that the texts name (mentions_topics)
    Places page_of;      // by item; "" or too short: the home page
  };

  // nullopt for what write_card did not write.
  static std::optional<Card> read(std::string_view record);
  Card(Card&&) = default;
  Card& operator=(Card&&) = default;

  const std::vector<Content>& fields() const { return fields_; }
  // The string of that place; all of them, one after another, and where each begins in that, and the last ends.
  std::string_view string(std::uint32_t place) const {
    return strings_.substr(begins_[place], begins_[place + 1] - begins_[place]);
  }
  std::string_view strings() const { return strings_; }
  const std::vector<std::uint32_t>& begins() const { return begins_; }
  // The page that an item came from.
  std::string_view page(const Content& of, std::size_t item) const;
  Hit shown() const;

 private:
  Card() = default;
  std::vector<std::string> owned(Places places) const;

  std::string_view strings_;
  std::vector<std::uint32_t> begins_, numbers_;  // every number after the strings; what follows points into them
  std::uint32_t id_ = 0, url_ = 0, name_ = 0, display_name_ = 0, country_ = 0;
  Places seeds_, alternate_names_, positions_, person_keys_, affiliations_, interests_;  // affiliations, interests: name, id, …
  int paper_count_ = 0;
  std::vector<Content> fields_;
};

}  // namespace fellow::indexer
