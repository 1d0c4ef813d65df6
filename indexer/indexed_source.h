// SPDX-License-Identifier: GPL-3.0-or-later
// Answers from one generation, wherever it lies: what a directory of this machine and a remote database have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fellow/source.h"
#include "fellow/suppress.h"
#include "indexer/generation.h"

namespace fellow::indexer {

// A generation with those of it who are forgotten.
struct Served {
  std::shared_ptr<Generation> generation;
  std::shared_ptr<const DocSet> hidden;
  std::string from;               // which one it is, for whoever opened it
  std::uint64_t suppression = 0;  // version of the list that `hidden` was made with
};
// And the docids of nobody.
Result<DocSet> hidden_people(Generation& generation, const Suppression& suppression);

class IndexedSource : public Source {
 public:
  std::shared_ptr<Inquiry> inquire(const SearchRequest& request) override;
  SourceInfo info() const override;
  Result<Profile> profile(std::string_view id) override;
  Result<std::vector<Suggestion>> suggest(std::string_view text, int limit) override;
  Result<std::vector<Similar>> similar(std::string_view id, int limit) override;
  Result<std::vector<std::string>> among(const SearchRequest& request, const std::vector<std::string>& ids) override;
  // Posting lists that are kept of a generation, at most; unless told, by its people. Before the first question.
  void keep_postings(std::size_t bytes) { posting_bytes_ = bytes; }

 protected:
  IndexedSource(std::string name, std::string kind) : name_(std::move(name)), kind_(std::move(kind)) {}
  // What is served now; not_found before the first is published.
  virtual Result<Served> current() const = 0;
  // What is served without asking anybody, for info(); no generation if nothing is known yet.
  virtual Served known() const = 0;
  const std::string name_, kind_;
  std::optional<std::size_t> posting_bytes_;

 private:
  class Question;
};

}  // namespace fellow::indexer
