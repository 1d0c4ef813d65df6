// SPDX-License-Identifier: GPL-3.0-or-later
// What is new between two generations: people, where they are now, papers. As text, JSON, and Atom (RFC 4287).
//
// A person is the same when the id is, or an address of hers that was merged into another profile. Affiliations are the same by
// table id, else by name; papers by title: letter case, accents and punctuation do not count. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fellow/profile.h"
#include "fellow/suppress.h"

namespace fellow::cli {

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

std::string show_text(const Changes& changes);
std::string show_json(const Changes& changes);  // one line
std::string show_atom(const Changes& changes);

}  // namespace fellow::cli
