// SPDX-License-Identifier: GPL-3.0-or-later
// Which terms does a piece of text become? The same answer for profiles and for queries.
//
// Text is folded (fellow::text::fold); Latin words are stemmed (English Snowball); runs of Han, kana and Hangul become single
// characters and pairs of neighbours, since they have no blanks; a compound that is written apart (fellow/compounds.h) becomes
// the whole and its parts. A term of a field is its prefix + the stem; exact values
// (ids, keys) are prefix + ':' + value. Pure, thread-safe.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fellow::indexer {

inline constexpr std::size_t kMaxTermBytes = 245;  // Xapian's limit

// Prefixes of exact terms. Those of words stand in kFields.
inline constexpr std::string_view kId = "Q", kAliasId = "QA";
inline constexpr std::string_view kCurrentInstitution = "XAI", kPastInstitution = "XBI", kAdvisorInstitution = "XVI",
                                  kSchool = "XEI";
inline constexpr std::string_view kTopic = "XTI";            // a stated interest is this topic
inline constexpr std::string_view kTopicMention = "XTP";     // a text of hers names it
inline constexpr std::string_view kInterestKey = "XIE";      // a whole interest (interest_key)
inline constexpr std::string_view kNearInterestKey = "XIN";  // an interest but for one word
inline constexpr std::string_view kNameKey = "XNF";          // a whole name (name_key)
inline constexpr std::string_view kVenue = "XWV";            // a venue of the papers: the table's id, else a slug
// Completions (indexer/suggest.h): what a person may go on to type, folded; of names also from each later word on.
inline constexpr std::string_view kCompletion = "XS";  // + one letter for the kind + ':' + key

// prefix + ':' + value, cut with a hash where it would be too long.
std::string exact_term(std::string_view prefix, std::string_view value);
// prefix + stem, cut likewise.
std::string word_term(std::string_view prefix, std::string_view stem);

std::string stem(const std::string& word);
// The terms that all must be there for a folded word: its stem, or the pairs of a CJK run.
std::vector<std::string> stems_of(const std::string& word);

// A term and where it stands: words and CJK characters count one place each.
struct Placed {
  std::string stem;
  unsigned place = 0;
};
// What is indexed of a list of folded words; `places` is the number of places taken.
struct PlacedTerms {
  std::vector<Placed> terms;
  unsigned places = 0;
};
PlacedTerms placed(const std::vector<std::string>& words);
// What a phrase of folded words looks for: as `placed` without the single characters of CJK runs.
PlacedTerms placed_for_phrase(const std::vector<std::string>& words);

// Equal for two interests that say the same with other endings or word order: the distinct stems, sorted, without function
// words. "" when nothing is left.
std::string interest_key(const std::vector<std::string>& words);
// The keys of the interest with one word left out; empty for interests of fewer than 3 or more than 6 telling words.
std::vector<std::string> near_interest_keys(const std::vector<std::string>& words);
// Equal for two names with the same words in any order.
std::string name_key(std::vector<std::string> words);

bool is_cjk(char32_t c);
// The next character of valid UTF-8 at i (moved on).
char32_t next_character(std::string_view text, std::size_t& i);

}  // namespace fellow::indexer
