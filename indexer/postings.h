// SPDX-License-Identifier: GPL-3.0-or-later
// Who has a term, and how often? Posting lists as arrays, kept for the questions after this one: walking one in the engine
// costs 30 to 50 ns a posting and some system calls, in an array one or two.
#pragma once

#include <xapian.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fellow::indexer {

struct Postings {
  std::vector<std::uint32_t> docids;                          // ascending
  std::vector<std::uint8_t> counts;                           // of the term in each; kMany: see `many`
  std::vector<std::pair<std::uint32_t, std::uint32_t>> many;  // docid and count, ascending
  static constexpr std::uint8_t kMany = 255;
  bool empty() const { return docids.empty(); }
  // Of docids[i].
  std::uint32_t count(std::size_t i) const;
};

// visit(place in `few`, place in `many`) for each docid that stands in both of the ascending lists; `few` ought to be the
// shorter one.
template <class Visit>
void each_common(const std::vector<std::uint32_t>& few, const std::vector<std::uint32_t>& many, Visit visit) {
  constexpr std::size_t kStep = 16;  // where so many stand between two, stepping over them pays
  const bool steps = many.size() / kStep > few.size();
  std::size_t at = 0;
  for (std::size_t i = 0; i < few.size(); ++i) {
    const std::uint32_t docid = few[i];
    if (steps) {
      std::size_t step = 1;
      while (many.size() - at > step && many[at + step] < docid) at += step, step *= 2;
      const auto begin = many.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(step + 1, many.size() - at));
      at = static_cast<std::size_t>(std::lower_bound(begin, end, docid) - many.begin());
    } else {
      while (at < many.size() && many[at] < docid) ++at;
    }
    if (at == many.size()) return;
    if (many[at] == docid) visit(i, at);
  }
}
Postings read_postings(const Xapian::Database& database, const std::string& term);

// Bytes for the lists that many people's questions need again and again, unless a configuration tells: of 500 different
// questions to 100 000 people they are 70 MB, and with a third of that room an answer costs twice as much (bench/README.md).
constexpr std::size_t posting_room(std::size_t people) { return std::max(std::size_t{96} << 20, people << 10); }

// The lists of one generation that were asked for last, as many as fit. Thread-safe.
class PostingCache {
 public:
  explicit PostingCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}
  void set_most(std::size_t bytes);
  std::size_t bytes() const;
  // Of the database of that generation. Throws what Xapian throws.
  std::shared_ptr<const Postings> of(const Xapian::Database& database, const std::string& term);
  // Of what is no term, under a key that is none: `read` finds it, and others need not wait for that.
  std::shared_ptr<const Postings> of(const std::string& key, const std::function<Postings()>& read);
  // nullptr: it is not kept.
  std::shared_ptr<const Postings> find(const std::string& key);

 private:
  struct Entry {
    std::string term;
    std::shared_ptr<const Postings> postings;
    std::size_t bytes = 0;
  };
  void make_room();

  mutable std::mutex mutex_;
  std::size_t most_bytes_;
  std::list<Entry> entries_;  // the last asked for first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_term_;
  std::size_t bytes_ = 0;
};

}  // namespace fellow::indexer
