// SPDX-License-Identifier: GPL-3.0-or-later
// A source without an index: made-up people, matched by plain containment, and every failure that a source can have.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "fellow/source.h"

namespace fellow::searchd {

// Four people of .example, one of them with hostile strings in every field.
std::vector<Profile> made_up_people();

class FakeSource : public Source {
 public:
  FakeSource(std::string name, std::vector<Profile> people) : name_(std::move(name)), people_(std::move(people)) {}

  SourceInfo info() const override;
  std::shared_ptr<Inquiry> inquire(const SearchRequest& request) override;
  Result<Profile> profile(std::string_view id) override;
  Result<std::vector<Suggestion>> suggest(std::string_view text, int limit) override;
  Result<std::vector<Similar>> similar(std::string_view id, int limit) override;
  Result<std::vector<std::string>> among(const SearchRequest& request, const std::vector<std::string>& ids) override;

  std::chrono::milliseconds delay{0}, respell_delay{0};
  std::optional<Error> error;                               // instead of any answer
  std::vector<std::pair<std::string, std::string>> merged;  // id that was merged away -> where it went
  std::vector<Suggestion> suggestions;                      // of any text
  double boost = 1;                                         // times every score
  std::uint64_t generation = 7;
  std::string kind = "index", digest = "1";
  std::chrono::milliseconds timeout{0};
  std::atomic<int> asked = 0;     // questions that came here
  std::atomic<int> doubts = 0;    // of words, of which it was told
  std::atomic<int> outdated = 0;  // so many second phases find another generation

  Result<Statistics> count(const SearchRequest& request);
  Result<Found> find(const SearchRequest& request);

 private:
  std::string name_;
  std::vector<Profile> people_;
};

}  // namespace fellow::searchd
