// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the facts that readers found become the profile? Readers of themes and fields only add candidates, each with its
// evidence; one resolver decides between them all, here and nowhere else.
//
// Trust is the method's order in the contract (json_ld, front_matter, …, pattern) and the confidence given; the home page
// counts before pages about the person, these before all others. What disagrees with something better is left out, what agrees
// is merged.
//
//   ProfileBuilder builder;
//   builder.read_from(document, 0);
//   builder.add_name("Jane Q. Doe", {.method = "section", .confidence = 0.9});
//   Profile profile = builder.resolve();
//
// What is left out is told, with the rule that did, to the Explanation that was asked for; without one, nobody looks.
//
// Not thread-safe; one builder a person.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extractor/document.h"
#include "extractor/extractor.h"
#include "fellow/profile.h"

namespace fellow::extractor {

// How a fact was read.
struct Reading {
  std::string_view method;  // of the contract: "json_ld", …, "pattern"; "theme:NAME"
  double confidence = 0.5;  // 0..1
};

// Of a degree that is only studied for: it gives way to any other statement of a degree of its kind.
inline constexpr double kStudies = 0.3;

template <class T>
struct Candidate {
  T value;
  Evidence evidence;
  int rank = 0;  // of the page: 0 the home page, 1 pages about the person, 2 CVs, 3 others
};

// An affiliation that may be current or past, as the page says it.
struct Stay {
  std::string organisation;  // as written; its department apart
  std::string department, role;
  std::string country;
  int start = 0, end = 0;
};

class ProfileBuilder {
 public:
  // The page that the following facts come from. `rank` as in Candidate. The document has to outlive the reading of it.
  void read_from(const Document& page, int rank);

  // Values are cleaned here; empty ones and left-overs of themes are ignored. A name may carry titles, degrees and its native
  // form in brackets.
  void add_name(std::string_view name, Reading reading);
  void add_alternate_name(std::string_view name, Reading reading);
  void add_position(std::string_view title, Reading reading);
  void add_affiliation(const Stay& stay, Reading reading);
  void add_past(const Stay& stay, Reading reading);
  void add_interest(std::string_view name, Reading reading);
  void add_education(Education education, Reading reading);  // `id` is filled here
  void add_advisor(const Advisor& advisor, Reading reading);
  void add_email(std::string_view address, Reading reading);
  void add_identifier(std::string_view kind, std::string_view value, Reading reading);
  void add_award(const Award& award, Reading reading);
  void add_biography(std::string_view text, Reading reading);
  void add_photo(std::string_view href, Reading reading);
  // To whom `reject` tells; null (as at first): to nobody. Has to outlive the builder.
  void explain_to(Explanation* explanation) { explanation_ = explanation; }
  bool explains() const { return explanation_ != nullptr; }
  void reject(std::string_view field, std::string_view value, std::string_view rule, Reading reading);
  void set_theme(std::string_view name) { theme_ = name; }

  // The name as known so far, for readers that need it; empty if none.
  const std::string& name() const;
  const std::vector<std::string>& name_words() const;  // folded
  const std::vector<Candidate<Stay>>& affiliations() const { return affiliations_; }
  const Document& page() const { return *page_; }
  int rank() const { return rank_; }

  // Everything but id, url, seeds, papers and what the crawl knows.
  Profile resolve() const;

 private:
  template <class T>
  void add(std::vector<Candidate<T>>& list, T value, Reading reading);

  const Document* page_ = nullptr;
  Explanation* explanation_ = nullptr;
  int rank_ = 0;
  std::string theme_;
  // The name that so many candidates gave; weighed again when there are more.
  struct Known {
    std::size_t candidates = 0;
    std::string name;
    std::vector<std::string> words;
  };
  const Known& known() const;
  mutable Known known_;
  struct Identifier {
    std::string kind, value;
  };
  std::vector<Candidate<std::string>> names_, alternates_, interests_, emails_, biographies_, photos_;
  std::vector<Candidate<Position>> positions_;
  std::vector<Candidate<Stay>> affiliations_, past_;
  std::vector<Candidate<Education>> education_;
  std::vector<Candidate<Advisor>> advisors_;
  std::vector<Candidate<Identifier>> identifiers_;
  std::vector<Candidate<Award>> awards_;

  friend class Resolver;
};

}  // namespace fellow::extractor
