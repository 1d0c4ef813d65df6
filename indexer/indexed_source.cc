// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/indexed_source.h"

#include <algorithm>
#include <functional>

#include "indexer/answering.h"
#include "indexer/counting.h"
#include "indexer/document.h"
#include "indexer/similar.h"
#include "indexer/spelling.h"
#include "indexer/suggest.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

constexpr int kAttempts = 2;

// Runs `ask` with a database handle. A handle that the engine calls unusable is thrown away, over a network with all its
// fellows, and the question asked once more with a fresh one (R29).
template <class T>
Result<T> asked(Generation& generation, const std::function<Result<T>(const Xapian::Database&)>& ask) {
  Error last;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    try {
      Generation::Lease lease(generation);
      try {
        return ask(*lease);
      } catch (...) {
        lease.drop();
        throw;
      }
    } catch (const AnotherGeneration&) {
      return fail(Code::busy, "it took up another generation");
    } catch (const Xapian::NetworkTimeoutError& error) {
      generation.drop_idle();
      return fail(Code::timeout, "no answer from the remote database: " + error.get_msg());
    } catch (const Xapian::NetworkError& error) {
      generation.drop_idle();
      last = {Code::io, "the remote database cannot be reached: " + error.get_msg(), ""};
    } catch (const Xapian::Error& error) {
      last = {Code::io, "the index cannot be read: " + error.get_description(), ""};
    }
  }
  return tl::unexpected(last);
}

Open seen(const Xapian::Database& database, const Served& served) {
  const Generation& generation = *served.generation;
  return {.database = database,
          .columns = generation.columns,
          .hidden = *served.hidden,
          .kept = generation.postings,
          .cards = generation.cards()};
}

// The request within its documented bounds: this is the last wall before the engine. One of several sources is asked for all
// that stands before the end of the page.
SearchRequest bounded(SearchRequest request) {
  request.limit = std::clamp(request.limit, 0, SearchRequest::kMaxOffset + SearchRequest::kMaxLimit);
  request.offset = std::clamp(request.offset, 0, SearchRequest::kMaxOffset);
  if (request.query.clauses.size() > Query::kMaxWords) request.query.clauses.resize(Query::kMaxWords);
  return request;
}

}  // namespace

// By the ids alone, of the person and of every seed and alias: one hash each, 0.2 s for 100 000 people. `forget` writes all of
// them; what is kept out by folder or registry only is left out of the next generation.
Result<DocSet> hidden_people(Generation& generation, const Suppression& suppression) {
  if (suppression.empty()) return generation.columns.holes();
  return asked<DocSet>(generation, [&](const Xapian::Database& database) -> Result<DocSet> {
    DocSet hidden = generation.columns.holes();
    for (const auto kind : {kId, kAliasId}) {
      const std::string prefix = exact_term(kind, "");
      for (auto term = database.allterms_begin(prefix); term != database.allterms_end(prefix); ++term) {
        if (!suppression.has_person((*term).substr(prefix.size()))) continue;
        for (auto p = database.postlist_begin(*term); p != database.postlist_end(*term); ++p) hidden.add(*p);
      }
    }
    return hidden;
  });
}

// What was matched in the first phase is kept for the others.
class IndexedSource::Question final : public Inquiry {
 public:
  Question(const IndexedSource& source, SearchRequest request) : source_(source), request_(std::move(request)) {}

  void statistics(Moment until, Told<Statistics> told) override {
    if (const auto ready = look_up(until); !ready) return told(tl::unexpected(ready.error()));
    if (!served_.generation) return told(Statistics{});
    told(asked<Statistics>(*served_.generation, [&](const Xapian::Database& database) -> Result<Statistics> {
      return count(open(database), served_.generation->manifest, request_, *looked_);
    }));
  }

  void respell(const std::vector<Doubt>& doubts, const Statistics& all, Moment until,
               Told<std::vector<Respelled>> told) override {
    if (const auto ready = look_up(until); !ready) return told(tl::unexpected(ready.error()));
    if (!served_.generation) return told(std::vector<Respelled>(doubts.size()));
    told(asked<std::vector<Respelled>>(*served_.generation,
                                       [&](const Xapian::Database& database) -> Result<std::vector<Respelled>> {
                                         return indexer::respell(open(database), request_.query, *looked_, doubts, all);
                                       }));
  }

  void search(const Statistics& all, Moment until, Told<Found> told) override {
    if (const auto ready = look_up(until); !ready) return told(tl::unexpected(ready.error()));
    if (!served_.generation) return told(Found{});
    told(asked<Found>(*served_.generation, [&](const Xapian::Database& database) {
      const Manifest& manifest = served_.generation->manifest;
      return answer({.open = open(database), .manifest = manifest, .source = source_.name_, .until = until}, request_, *looked_,
                    all);
    }));
  }

 private:
  Open open(const Xapian::Database& database) const { return seen(database, served_); }

  // Matches, once; without a generation when nothing is published yet.
  Result<bool> look_up(Moment until) {
    if (looked_) return true;
    auto served = source_.current();
    if (!served && served.error().code == Code::not_found) return true;
    if (!served) return tl::unexpected(served.error());
    served_ = std::move(*served);
    auto looked = asked<Looked>(*served_.generation, [&](const Xapian::Database& database) -> Result<Looked> {
      return look(open(database), request_);
    });
    if (!looked) return tl::unexpected(looked.error());
    looked_ = std::move(*looked);
    if (std::chrono::steady_clock::now() < until) return true;
    return fail(Code::timeout, "no answer in " + std::to_string(request_.deadline.count()) + " ms", source_.name_);
  }

  const IndexedSource& source_;
  const SearchRequest request_;
  Served served_;
  std::optional<Looked> looked_;
};

std::shared_ptr<Inquiry> IndexedSource::inquire(const SearchRequest& request) {
  return std::make_shared<Question>(*this, bounded(request));
}

SourceInfo IndexedSource::info() const {
  SourceInfo out{.name = name_, .kind = kind_};
  if (const Served served = known(); served.generation) {
    const Manifest& manifest = served.generation->manifest;
    out.generation = manifest.generation;
    out.profiles = std::int64_t{served.generation->columns.documents} - served.hidden->count();
    out.indexed_at = manifest.built_at;
    out.digest = manifest.digest;
  }
  return out;
}

Result<std::vector<Suggestion>> IndexedSource::suggest(std::string_view text, int limit) {
  const auto served = current();
  if (!served) {
    if (served.error().code == Code::not_found) return std::vector<Suggestion>{};
    return tl::unexpected(served.error());
  }
  Generation& generation = *served->generation;
  return asked<std::vector<Suggestion>>(generation, [&](const Xapian::Database& database) -> Result<std::vector<Suggestion>> {
    return completions(seen(database, *served), text, limit);
  });
}

Result<std::vector<Similar>> IndexedSource::similar(std::string_view id, int limit) {
  const auto person = profile(id);  // also by an id that was merged away
  if (!person) return tl::unexpected(person.error());
  const auto served = current();
  if (!served) return tl::unexpected(served.error());
  Generation& generation = *served->generation;
  return asked<std::vector<Similar>>(generation, [&](const Xapian::Database& database) {
    const Open open = seen(database, *served);
    return people_like({.open = open, .manifest = generation.manifest, .source = name_, .until = Moment::max()}, *person,
                       limit);
  });
}

Result<std::vector<std::string>> IndexedSource::among(const SearchRequest& request, const std::vector<std::string>& ids) {
  const auto served = current();
  if (!served) return tl::unexpected(served.error());
  Generation& generation = *served->generation;
  return asked<std::vector<std::string>>(generation, [&](const Xapian::Database& database) -> Result<std::vector<std::string>> {
    const Open open = seen(database, *served);
    return matching_among({.open = open, .manifest = generation.manifest, .source = name_, .until = Moment::max()},
                          bounded(request), ids);
  });
}

Result<Profile> IndexedSource::profile(std::string_view id) {
  const auto served = current();
  const auto unknown = [&] { return fail(Code::not_found, "there is no researcher with this id", std::string(id)); };
  if (!served) {
    return served.error().code == Code::not_found ? Result<Profile>(unknown())
                                                  : Result<Profile>(tl::unexpected(served.error()));
  }
  return asked<Profile>(*served->generation, [&](const Xapian::Database& database) -> Result<Profile> {
    for (const auto prefix : {kId, kAliasId}) {
      const std::string term = exact_term(prefix, id);
      const auto person = database.postlist_begin(term);
      if (person == database.postlist_end(term)) continue;
      if (served->hidden->has(*person)) return unknown();  // not "gone": nobody need know that she was there
      auto stored = read_stored(database.get_document(*person).get_data());
      if (!stored) return tl::unexpected(stored.error());
      stored->profile.evidence = whereabouts(*stored);
      return std::move(stored->profile);
    }
    return unknown();
  });
}

}  // namespace fellow::indexer
