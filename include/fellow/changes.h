// SPDX-License-Identifier: GPL-3.0-or-later
// What is new between two generations: people, where they are now, papers. As text, JSON, and Atom (RFC 4287).
//
// A person is the same when the id is, or an address of hers that was merged into another profile. Affiliations are the same by
// table id, else by name; papers by title: letter case, accents and punctuation do not count. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fellow/profile.h"
#include "fellow/suppress.h"

namespace fellow {

struct PersonChange {
  std::string id, name, url;
  bool is_new = false;
  std::vector<std::string> from, to;    // affiliations that went, and that came; of new people: all of them
  std::vector<std::string> new_papers;  // titles; none of new people's
};

struct Changes {
  std::uint64_t from = 0, to = 0;    // generations
  std::string at;                    // when the later one was built
  std::vector<PersonChange> people;  // by name
  std::size_t left = 0;              // people who are not there any more
};

struct Compared {
  std::uint64_t generation = 0;
  std::string built_at;
  std::vector<Profile> people;
};
// Nobody who asked to be forgotten is named.
Changes compare(const Compared& before, const Compared& after, const Suppression& suppression);

// The same, person by person, for generations too large to hold. Every id under which a profile was, or is, known: two profiles
// that share one are the same person.
std::vector<std::string> ids_of(const Profile& profile);
// What is new of a person; `before` is nullptr for one who was not there. nullopt: nothing.
std::optional<PersonChange> change_of(const Profile* before, const Profile& after);

std::string as_text(const Changes& changes);
std::string as_json(const Changes& changes);  // one line

// How a feed calls itself and where it lies; the usual one is that of `fellow diff`.
struct Feed {
  std::string title = "New people, places and papers";
  std::string id = "urn:x-fellow:changes";
  std::string self;     // address of the feed; "" if it has none
  std::string pages;    // address of the server whose /r/{id} entries lead to; "": they lead to home pages
  std::string updated;  // fellow::show_time, when there are no changes to take it from
};
// An entry a person and generation, newest generation first: a reader shows each change once.
std::string as_atom(const std::vector<Changes>& newest_first, const Feed& feed = {});

}  // namespace fellow
