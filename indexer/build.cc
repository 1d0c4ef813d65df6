// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/build.h"

#include <xapian.h>

#include <algorithm>
#include <map>

#include "fellow/at_once.h"
#include "fellow/fields.h"
#include "indexer/card.h"
#include "indexer/cards.h"
#include "indexer/carried.h"
#include "indexer/columns.h"
#include "indexer/document.h"
#include "indexer/guarded.h"
#include "indexer/manifest.h"
#include "indexer/shards.h"
#include "indexer/sums.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;

// Above this share of changed documents, or of holes, building anew costs about as much and leaves no holes.
constexpr double kMostChanged = 0.3, kMostHoles = 0.2;
// Neither a copy of what is served nor a shard outlives a build that is cut short.
constexpr int kScratch = Xapian::DB_OPEN | Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS;
constexpr unsigned kCompact = Xapian::DBCOMPACT_NO_RENUMBER | Xapian::DBCOMPACT_SINGLE_FILE;

std::string card_of(const Profile& person) { return write_card(person, pages_in(person)); }

void read_lengths(const Xapian::Database& database, Columns& columns) {
  for (auto p = database.postlist_begin(""); p != database.postlist_end(""); ++p) columns.lengths[*p] = p.get_doclength();
}

// Manifest and columns go into the database too: a stock xapian-tcpsrv serves nothing else (indexer/carried.h).
void carry(const fs::path& path, const Manifest& manifest, const std::string& columns, const Spellings& spellings = {}) {
  Xapian::WritableDatabase database(path.string(), kScratch);
  spellings.write(database);
  write_carried(database, {.manifest = manifest, .columns = columns});
  database.commit();
}

Columns columns_of(const BuildOrder& order, const Shards& shards) {
  ColumnsBuilder builder;
  for (std::size_t i = 0; i < order.people.size(); ++i) builder.add(*order.people[i], shards.sums[i]);
  Columns out = builder.finish();
  for (const fs::path& shard : shards.paths) read_lengths(Xapian::Database(shard.string()), out);
  return out;
}

Done write_cards(const BuildOrder& order, const fs::path& file) {
  CardsWriter cards(file);
  for (const Profile* person : order.people) cards.add(card_of(*person));
  return cards.finish();
}

Done build_anew(const BuildOrder& order, const fs::path& directory, Built& built) {
  const fs::path work = directory / "work";
  Done carded, columned;
  const Done tried = guarded(directory, [&] {
    const Shards shards = fill_shards(work, order.people);
    // The cards are made beside the rest, which is the work of one core.
    AtOnce cards(1, [&](std::size_t) { carded = write_cards(order, directory / Manifest::kCards); });
    const std::string columns = write_columns(columns_of(order, shards));
    built.manifest.digest = digest_of(built.manifest.basis, shards.sums);
    carry(shards.paths.front(), built.manifest, columns, shards.spellings);
    Xapian::Database whole;
    for (const fs::path& shard : shards.paths) whole.add_database(Xapian::Database(shard.string()));
    whole.compact((directory / Manifest::kPeople).string(), kCompact);
    columned = write_durably(directory / Manifest::kColumns, columns);
    fs::remove_all(work);
  });
  if (!tried) return tried;
  return !carded ? carded : columned;
}

// What is to be done to the served generation.
struct Changes {
  Columns columns;                                // of the served generation
  std::vector<Xapian::docid> gone;                // docids to empty
  std::map<Xapian::docid, std::size_t> replaced;  // docid -> person
  std::map<Xapian::docid, std::size_t> kept;      // docid -> person, as indexed
  std::vector<std::size_t> fresh;                 // people without a docid
  std::size_t holes = 0;
};

// Both sides sorted by id.
Changes compare(const BuildOrder& order, const Xapian::Database& served, Columns columns) {
  Changes out{.columns = std::move(columns), .gone = {}, .replaced = {}, .kept = {}, .fresh = {}};
  const std::string prefix = exact_term(kId, "");
  auto term = served.allterms_begin(prefix);
  const auto end = served.allterms_end(prefix);
  for (std::size_t i = 0; i < order.people.size() || term != end;) {
    const int side = i == order.people.size() ? 1 : term == end ? -1 : exact_term(kId, order.people[i]->id).compare(*term);
    if (side < 0) {
      out.fresh.push_back(i++);
      continue;
    }
    const Xapian::docid docid = *served.postlist_begin(*term);
    ++term;
    if (side > 0) {
      out.gone.push_back(docid);
      continue;
    }
    const std::uint64_t sum = (std::uint64_t{out.columns.sum_high[docid]} << 32) | out.columns.sum_low[docid];
    (sum == order.sums[i] ? out.kept : out.replaced).emplace(docid, i);
    ++i;
  }
  out.holes = out.columns.documents - out.kept.size() - out.replaced.size();
  return out;
}

void apply(const BuildOrder& order, const Changes& changes, const fs::path& work) {
  Xapian::WritableDatabase database(work.string(), kScratch);
  Spellings spellings;
  // The document's words are no longer suggested on its account.
  const auto take_out = [&](Xapian::docid docid) {
    const auto stored = read_stored(database.get_document(docid).get_data());
    if (!stored) throw std::runtime_error(stored.error().what);
    spellings.count(make_document(stored->profile), -1);
  };
  const auto put = [&](Xapian::docid docid, std::size_t person) {
    const PersonDocument made = make_document(*order.people[person]);
    database.replace_document(docid, made.document);
    spellings.count(made, 1);
  };
  for (const auto docid : changes.gone) {
    take_out(docid);
    database.delete_document(docid);
  }
  for (const auto& [docid, person] : changes.replaced) {
    take_out(docid);
    put(docid, person);
  }
  Xapian::docid next = changes.columns.documents;
  for (const auto person : changes.fresh) put(++next, person);
  spellings.write(database);
  database.commit();
}

Columns columns_after(const BuildOrder& order, const Changes& changes) {
  ColumnsBuilder out;
  for (Xapian::docid docid = 1; docid <= changes.columns.documents; ++docid) {
    if (const auto kept = changes.kept.find(docid); kept != changes.kept.end()) {
      out.add_unchanged(*order.people[kept->second], changes.columns, docid);
    } else if (const auto replaced = changes.replaced.find(docid); replaced != changes.replaced.end()) {
      out.add(*order.people[replaced->second], order.sums[replaced->second]);
    } else {
      out.add_hole();
    }
  }
  for (const auto person : changes.fresh) out.add(*order.people[person], order.sums[person]);
  return out.finish();
}

Done write_cards(const BuildOrder& order, const Changes& changes, const Cards& served, const fs::path& file) {
  CardsWriter out(file);
  for (Xapian::docid docid = 1; docid <= changes.columns.documents; ++docid) {
    if (changes.kept.contains(docid)) {
      out.add(served.record(docid));
    } else if (const auto replaced = changes.replaced.find(docid); replaced != changes.replaced.end()) {
      out.add(card_of(*order.people[replaced->second]));
    } else {
      out.add("");
    }
  }
  for (const auto person : changes.fresh) out.add(card_of(*order.people[person]));
  return out.finish();
}

// Whether the build was made of the served generation; not when too much changed, or it cannot be used.
bool build_of_served(const BuildOrder& order, const fs::path& directory, Built& built) {
  const auto bytes = read_whole(order.served / Manifest::kColumns);
  auto columns = bytes ? read_columns(*bytes) : Result<Columns>(tl::unexpected(bytes.error()));
  const auto cards = Cards::open(order.served / Manifest::kCards);
  if (!columns || columns->facets.size() != kFacets.size() || !cards) return false;
  const fs::path work = directory / "work";
  bool done = false;
  const Done tried = guarded(directory, [&] {
    Xapian::Database served((order.served / Manifest::kPeople).string());
    if (served.get_lastdocid() != columns->documents || cards->documents() != columns->documents) return;
    const Changes changes = compare(order, served, std::move(*columns));
    const std::size_t touched = changes.gone.size() + changes.replaced.size() + changes.fresh.size();
    const auto people = static_cast<double>(order.people.size());
    if (static_cast<double>(touched) > kMostChanged * people || static_cast<double>(changes.holes) > kMostHoles * people)
      return;
    fs::create_directories(directory);
    served.compact(work.string(), Xapian::DBCOMPACT_NO_RENUMBER);
    apply(order, changes, work);
    Columns after = columns_after(order, changes);
    read_lengths(Xapian::Database(work.string()), after);
    const std::string written = write_columns(after);
    built.manifest.digest = digest_of(built.manifest.basis, order.sums);
    carry(work, built.manifest, written);
    Xapian::Database(work.string()).compact((directory / Manifest::kPeople).string(), kCompact);
    fs::remove_all(work);
    done = Xapian::Database((directory / Manifest::kPeople).string()).get_lastdocid() == after.documents &&
           write_durably(directory / Manifest::kColumns, written).has_value() &&
           write_cards(order, changes, *cards, directory / Manifest::kCards).has_value();
    built.indexed = changes.replaced.size() + changes.fresh.size();
    built.incremental = true;
  });
  if (tried && done) return true;
  std::error_code ignored;
  fs::remove_all(directory, ignored);
  return false;
}

}  // namespace

Result<Built> build(const BuildOrder& order, const fs::path& directory) {
  Built built{.manifest = order.manifest};
  if (order.served.empty() || !build_of_served(order, directory, built)) {
    built = {.manifest = order.manifest, .indexed = order.people.size()};
    if (const Done anew = build_anew(order, directory, built); !anew) return tl::unexpected(anew.error());
  }
  if (const Done synced = sync_file(directory / Manifest::kPeople); !synced) return tl::unexpected(synced.error());
  return built;
}

}  // namespace fellow::indexer
