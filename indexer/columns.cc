// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/columns.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "fellow/check.h"
#include "fellow/text.h"

namespace fellow::indexer {
namespace {

constexpr std::string_view kMagic = "fellow columns 3\n";

void put_number(std::string& out, std::uint32_t n) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>((n >> shift) & 0xFF);
}
void put_text(std::string& out, const std::string& text) {
  put_number(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}
void put_texts(std::string& out, const std::vector<std::string>& texts) {
  put_number(out, static_cast<std::uint32_t>(texts.size()));
  for (const auto& text : texts) put_text(out, text);
}
void put_numbers(std::string& out, const std::vector<std::uint32_t>& numbers) {
  put_number(out, static_cast<std::uint32_t>(numbers.size()));
  for (const std::uint32_t n : numbers) put_number(out, n);
}

// Reads what the functions above wrote; once something is missing, ok() stays false and everything reads as empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && bytes_.empty(); }

  std::string_view take(std::size_t n) {
    if (n > bytes_.size()) {
      ok_ = false;
      bytes_ = {};
      return {};
    }
    const auto out = bytes_.substr(0, n);
    bytes_.remove_prefix(n);
    return out;
  }
  std::uint32_t number() {
    const auto b = take(4);
    if (b.size() < 4) return 0;
    const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(b[i])) << (8 * i); };
    return at(0) | at(1) | at(2) | at(3);
  }
  std::string text() { return std::string(take(number())); }
  std::vector<std::string> texts() {
    std::vector<std::string> out;
    for (std::uint32_t n = number(); n > 0 && ok_; --n) out.push_back(text());
    return out;
  }
  std::vector<std::uint32_t> numbers() {
    const std::size_t n = number();
    Reader inside(take(n * 4));
    std::vector<std::uint32_t> out(ok_ ? n : 0);
    for (auto& value : out) value = inside.number();
    return out;
  }

 private:
  std::string_view bytes_;
  bool ok_ = true;
};

bool sound(const Column& column, std::uint32_t documents) {
  if (column.values.size() != column.labels.size() || column.start.size() != std::size_t{documents} + 2) return false;
  if (column.start.front() != 0 || column.start.back() != column.codes.size()) return false;
  return std::is_sorted(column.start.begin(), column.start.end()) &&
         std::all_of(column.codes.begin(), column.codes.end(), [&](std::uint32_t code) { return code < column.values.size(); });
}

}  // namespace

void DocSet::add_all() {
  std::fill(words_.begin(), words_.end(), ~std::uint64_t{0});
  words_.back() &= ~std::uint64_t{0} >> (63 - documents_ % 64);
  words_.front() &= ~std::uint64_t{1};  // docid 0 is nobody
}
void DocSet::add(const std::vector<std::uint32_t>& ascending) {
  const auto end = !ascending.empty() && ascending.back() > documents_
                       ? std::upper_bound(ascending.begin(), ascending.end(), documents_)
                       : ascending.end();
  std::uint64_t* const words = words_.data();
  for (auto at = ascending.begin(); at != end; ++at) words[*at / 64] |= std::uint64_t{1} << (*at % 64);
}
DocSet& DocSet::operator&=(const DocSet& other) {
  CHECK(words_.size() == other.words_.size());
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}
DocSet& DocSet::operator|=(const DocSet& other) {
  CHECK(words_.size() == other.words_.size());
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  return *this;
}
DocSet& DocSet::remove(const DocSet& other) {
  CHECK(words_.size() == other.words_.size());
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  return *this;
}
std::uint32_t DocSet::count() const {
  std::uint32_t n = 0;
  for (std::uint64_t word : words_) {
    if (word == 0) continue;
    // By hand: the processors that this is compiled for need not have an instruction for it.
    word -= (word >> 1) & 0x5555555555555555;
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
    n += static_cast<std::uint32_t>((word * 0x0101010101010101) >> 56);
  }
  return n;
}
bool DocSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}
std::uint32_t DocSet::next(std::uint32_t docid) const {
  for (std::size_t i = docid / 64; i < words_.size(); ++i) {
    std::uint64_t word = words_[i];
    if (i == docid / 64) word &= ~std::uint64_t{0} << (docid % 64);
    if (word != 0) return static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(__builtin_ctzll(word));
  }
  return 0;
}

const Column* Columns::facet(std::string_view name) const {
  const auto column = std::find_if(facets.begin(), facets.end(), [&](const Column& c) { return c.name == name; });
  return column == facets.end() ? nullptr : &*column;
}

void Columns::sum_lengths() { length_ = std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0}); }

DocSet Columns::holes() const {
  DocSet out(documents);
  for (std::uint32_t d = 1; d <= documents; ++d) {
    if (id_rank[d] == 0) out.add(d);
  }
  return out;
}

ColumnsBuilder::ColumnsBuilder() {
  for (const Facet& facet : kFacets) {
    Column column;
    column.name = facet.name;
    column.start = {0, 0};  // docid 0 is nobody
    columns_.facets.push_back(std::move(column));
  }
  for (auto* column : {&columns_.papers, &columns_.newest, &columns_.sum_high, &columns_.sum_low}) *column = {0};
}

void ColumnsBuilder::add_choice(std::size_t facet, const std::string& value, const std::string& label) {
  Column& column = columns_.facets[facet];
  const auto [place, fresh] = column.code_of.emplace(value, static_cast<std::uint32_t>(column.values.size()));
  if (fresh) {
    column.values.push_back(value);
    column.labels.push_back(label);
  } else if (label < column.labels[place->second]) {
    column.labels[place->second] = label;  // the same in whichever order, and in however many shards, people come
  }
  column.codes.push_back(place->second);
}

void ColumnsBuilder::add_rest(const Profile& profile, std::uint64_t sum) {
  ++columns_.documents;
  for (Column& column : columns_.facets) column.start.push_back(static_cast<std::uint32_t>(column.codes.size()));
  std::uint32_t newest = 0;
  for (const auto& paper : profile.papers) newest = std::max(newest, static_cast<std::uint32_t>(std::max(paper.year, 0)));
  columns_.papers.push_back(static_cast<std::uint32_t>(profile.papers.size()));
  columns_.newest.push_back(newest);
  columns_.sum_high.push_back(static_cast<std::uint32_t>(sum >> 32));
  columns_.sum_low.push_back(static_cast<std::uint32_t>(sum & 0xFFFFFFFF));
}

void ColumnsBuilder::add(const Profile& profile, std::uint64_t sum) {
  for (std::size_t i = 0; i < kFacets.size(); ++i) {
    for (const auto& choice : kFacets[i].values(profile)) add_choice(i, choice.value, choice.label);
  }
  add_rest(profile, sum);
  names_.emplace_back(text::fold(display_name(profile)), columns_.documents);
  ids_.emplace_back(profile.id, columns_.documents);
}

void ColumnsBuilder::add_unchanged(const Profile& profile, const Columns& from, std::uint32_t docid) {
  constexpr std::uint32_t kUnmet = 0xFFFFFFFF;
  code_now_.resize(columns_.facets.size());
  for (std::size_t i = 0; i < columns_.facets.size(); ++i) {
    const Column& old = from.facets[i];
    auto& now = code_now_[i];
    now.resize(old.values.size(), kUnmet);
    for (auto k = old.start[docid]; k < old.start[docid + 1]; ++k) {
      const auto code = old.codes[k];
      if (now[code] != kUnmet) {
        columns_.facets[i].codes.push_back(now[code]);
      } else {
        add_choice(i, old.values[code], old.labels[code]);
        now[code] = columns_.facets[i].codes.back();
      }
    }
  }
  add_rest(profile, (std::uint64_t{from.sum_high[docid]} << 32) | from.sum_low[docid]);
  names_.emplace_back(text::fold(display_name(profile)), columns_.documents);
  ids_.emplace_back(profile.id, columns_.documents);
}

void ColumnsBuilder::add_hole() { add_rest({}, 0); }

Columns ColumnsBuilder::finish() {
  std::sort(names_.begin(), names_.end());
  std::sort(ids_.begin(), ids_.end());
  columns_.people = static_cast<std::uint32_t>(ids_.size());
  columns_.name_rank.assign(columns_.documents + 1, 0);
  columns_.lengths.assign(columns_.documents + 1, 0);
  columns_.id_rank.assign(columns_.documents + 1, 0);
  for (std::size_t i = 0; i < ids_.size(); ++i) columns_.id_rank[ids_[i].second] = static_cast<std::uint32_t>(i + 1);
  // Equal names have one place, so that the order of ids decides between them.
  for (std::size_t i = 0, rank = 0; i < names_.size(); ++i) {
    if (i > 0 && names_[i].first != names_[i - 1].first) rank = i;
    columns_.name_rank[names_[i].second] = static_cast<std::uint32_t>(rank);
  }
  return std::move(columns_);
}

std::string write_columns(const Columns& columns) {
  std::string out(kMagic);
  put_number(out, columns.documents);
  put_numbers(out, columns.name_rank);
  put_numbers(out, columns.papers);
  put_numbers(out, columns.newest);
  put_numbers(out, columns.lengths);
  put_numbers(out, columns.id_rank);
  put_numbers(out, columns.sum_high);
  put_numbers(out, columns.sum_low);
  put_number(out, static_cast<std::uint32_t>(columns.facets.size()));
  for (const Column& column : columns.facets) {
    put_text(out, column.name);
    put_texts(out, column.values);
    put_texts(out, column.labels);
    put_numbers(out, column.start);
    put_numbers(out, column.codes);
  }
  return out;
}

Result<Columns> read_columns(std::string_view bytes) {
  const auto damaged = [] {
    return fail(Code::corrupt, "the facet columns are damaged; run `fellow index` to build the index anew");
  };
  Reader reader(bytes);
  if (reader.take(kMagic.size()) != kMagic) return damaged();
  Columns out;
  out.documents = reader.number();
  out.name_rank = reader.numbers();
  out.papers = reader.numbers();
  out.newest = reader.numbers();
  out.lengths = reader.numbers();
  out.id_rank = reader.numbers();
  out.sum_high = reader.numbers();
  out.sum_low = reader.numbers();
  for (const auto* numbers :
       {&out.name_rank, &out.papers, &out.newest, &out.lengths, &out.id_rank, &out.sum_high, &out.sum_low}) {
    if (numbers->size() != std::size_t{out.documents} + 1) return damaged();
  }
  out.people = static_cast<std::uint32_t>(
      std::count_if(out.id_rank.begin(), out.id_rank.end(), [](std::uint32_t rank) { return rank > 0; }));
  for (std::uint32_t n = reader.number(); n > 0 && reader.ok(); --n) {
    Column column;
    column.name = reader.text();
    column.values = reader.texts();
    column.labels = reader.texts();
    column.start = reader.numbers();
    column.codes = reader.numbers();
    if (!reader.ok() || !sound(column, out.documents)) return damaged();
    for (std::uint32_t code = 0; code < column.values.size(); ++code) column.code_of.emplace(column.values[code], code);
    column.totals.resize(column.values.size());
    for (std::size_t i = column.start[1]; i < column.codes.size(); ++i) ++column.totals[column.codes[i]];
    out.facets.push_back(std::move(column));
  }
  if (!reader.at_end()) return damaged();
  out.sum_lengths();
  return out;
}

}  // namespace fellow::indexer
