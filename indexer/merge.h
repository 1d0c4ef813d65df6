// SPDX-License-Identifier: GPL-3.0-or-later
// Which profiles are one person?
//
// Those that share a home page or a registry's identifier and have a second witness for it (indexer/witness.h); the name alone
// never merges. What was done is told row by row, kept in DATA/merges.tsv, and undone by editing it:
//
//   merged     https://jane.example/   https://old.example/~jane   orcid 0000-…; the same name
//   apart      https://jane.example/   https://max.example/        google_scholar abc; other names
//
// "merged" and "apart" rows are written anew by each index run. An operator who knows better writes "same" or "different" in
// their place: those rows are kept as they are and win. The first address is the one whose id stays.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/profile.h"
#include "fellow/result.h"
#include "fellow/suppress.h"

namespace fellow::indexer {

struct MergeRow {
  enum class Verdict { merged, apart, same, different };  // the last two are an operator's
  Verdict verdict = Verdict::merged;
  std::string kept, other;  // addresses: of the home page, or any seed or alias of the person
  std::string why;
  bool operator==(const MergeRow&) const = default;
};

struct People {
  std::vector<Profile> people;  // sorted by id
  std::vector<MergeRow> rows;   // the operator's as given, then what was found, sorted
};
// `before`: the rows of the last time. The operator's rule; "merged" ones only tell which address of a person stays, so that
// her id does not change when the other page grows. Pure; the result depends neither on the order of the profiles nor on which
// of them were merged before.
People merge_people(std::vector<Profile> profiles, const std::vector<MergeRow>& before);
std::vector<Profile> merge_people(std::vector<Profile> profiles);

// DATA/merges.tsv. A missing file has no rows. bad_input with file and line for a row that cannot be read: nobody's ruling is
// passed over. refused for a file of a newer program: its first line says "# fellow-merges 1".
Result<std::vector<MergeRow>> read_merges(const std::filesystem::path& data);
Result<std::vector<MergeRow>> parse_merges(std::string_view text);
std::string show(const std::vector<MergeRow>& rows);
// Replaces the file in one step, durably, without the rows that name who asked to be forgotten. Not written when it says the
// same, and not when there is nothing to say and no file.
Result<void> write_merges(const std::filesystem::path& data, const std::vector<MergeRow>& rows, const Suppression& suppression);

}  // namespace fellow::indexer
