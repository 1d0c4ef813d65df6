// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/facets.h"

#include <algorithm>
#include <unordered_map>

#include "fellow/fields.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::indexer {
namespace {

void add_counts(const Column& column, const DocSet& people, std::vector<std::uint32_t>& out) {
  std::uint32_t* const counts = out.data();
  const std::uint32_t* const start = column.start.data();
  const std::uint32_t* const codes = column.codes.data();
  people.each([=](std::uint32_t docid) {
    const std::uint32_t* const end = codes + start[docid + 1];
    for (const std::uint32_t* code = codes + start[docid]; code != end; ++code) ++counts[*code];
  });
}

// Where they are more than half of everybody, the others are counted, and taken off what everybody has.
std::vector<std::uint32_t> counts_of(const Column& column, const DocSet& people) {
  std::vector<std::uint32_t> out(column.values.size());
  if (column.totals.size() != out.size() || people.count() <= people.documents() / 2) {
    add_counts(column, people, out);
    return out;
  }
  DocSet others(people.documents());
  others.add_all();
  add_counts(column, others.remove(people), out);
  for (std::size_t code = 0; code < out.size(); ++code) out[code] = column.totals[code] - out[code];
  return out;
}

// Whether some word of the label begins so.
bool begins(const std::string& label, const std::string& folded_prefix) {
  const std::string folded = text::fold(label);
  return folded.starts_with(folded_prefix) || folded.find(' ' + folded_prefix) != std::string::npos;
}

// id -> all other names of the row, folded, a blank before each.
template <class Row>
std::unordered_map<std::string_view, std::string> other_names(std::span<const Row> rows) {
  std::unordered_map<std::string_view, std::string> out;
  for (const Row& row : rows) {
    std::string& names = out[row.id];
    for (const auto& name : row.alternate_names) names += ' ' + text::fold(name);
  }
  return out;
}

// Whether some word of another name of the value does: "HKUST", "東京理科大学".
bool begins_otherwise(const std::string& facet, const std::string& value, const std::string& folded_prefix) {
  static const auto institutions = other_names(tables::institutions());
  static const auto topics = other_names(tables::topics());
  if (facet != "affiliation" && facet != "interest") return false;
  const auto& names = facet == "affiliation" ? institutions : topics;
  const auto row = names.find(value);
  return row != names.end() && row->second.find(' ' + folded_prefix) != std::string::npos;
}

std::string label_of(const std::string& facet, const std::string& value) {
  if (facet == "affiliation") {
    if (const auto* row = tables::institution_by_id(value)) return row->name;
  } else if (facet == "interest") {
    if (const auto* row = tables::topic_by_id(value)) return row->name;
  }
  return value;
}

bool better(const FacetValue& a, const FacetValue& b) {
  if (a.count != b.count) return a.count > b.count;
  return a.label != b.label ? a.label < b.label : a.value < b.value;
}

// A chosen value that is no row of the dictionary: a range of years, or one that nobody has.
FacetValue foreign(const Column& column, const Facet& facet, const std::string& value, const DocSet& people) {
  FacetValue out{.value = value, .label = label_of(column.name, value), .count = 0, .selected = true};
  const auto chosen = codes_chosen(column, facet.numeric, {value});
  people.each([&](std::uint32_t docid) {
    const auto begin = column.codes.begin() + column.start[docid], end = column.codes.begin() + column.start[docid + 1];
    out.count += std::any_of(begin, end, [&](std::uint32_t code) { return chosen[code]; });
  });
  return out;
}

// `cut`: the count of the first value that is not listed.
std::vector<FacetValue> count_one(const Column& column, const SearchRequest& request, const FacetWish& wish,
                                  const DocSet& people, std::int64_t& cut) {
  const auto counts = counts_of(column, people);
  const std::string prefix = text::fold(wish.prefix);
  const auto filter = request.filters.find(wish.name);
  const std::vector<std::string> chosen = filter == request.filters.end() ? std::vector<std::string>{} : filter->second;
  std::vector<FacetValue> selected;
  for (const auto& value : chosen) {
    const auto code = column.code_of.find(value);
    const auto same = [&](const FacetValue& v) { return v.value == value; };
    if (std::any_of(selected.begin(), selected.end(), same)) continue;
    selected.push_back(
        code == column.code_of.end()
            ? foreign(column, *facet_named(wish.name), value, people)
            : FacetValue{
                  .value = value, .label = column.labels[code->second], .count = counts[code->second], .selected = true});
  }
  // Codes first: only what may be listed becomes text.
  std::vector<std::uint32_t> codes;
  codes.reserve(counts.size());
  for (std::uint32_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    if (!prefix.empty() && !begins(column.labels[code], prefix) && !begins_otherwise(wish.name, column.values[code], prefix))
      continue;
    if (chosen.empty() || std::find(chosen.begin(), chosen.end(), column.values[code]) == chosen.end()) codes.push_back(code);
  }
  const auto end = std::min(codes.size(), static_cast<std::size_t>(std::max(request.facet_limit, 0)));
  std::partial_sort(
      codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(end), codes.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (counts[a] != counts[b]) return counts[a] > counts[b];
        return column.labels[a] != column.labels[b] ? column.labels[a] < column.labels[b] : column.values[a] < column.values[b];
      });
  for (std::size_t i = end; i < codes.size(); ++i) cut = std::max<std::int64_t>(cut, counts[codes[i]]);
  codes.resize(end);
  std::vector<FacetValue> out = std::move(selected);
  for (const std::uint32_t code : codes)
    out.push_back({.value = column.values[code], .label = column.labels[code], .count = counts[code]});
  std::sort(out.begin(), out.end(), better);
  // Selected values are listed even where they push others out.
  for (std::size_t i = out.size(); i > 0 && out.size() > static_cast<std::size_t>(std::max(request.facet_limit, 0)); --i) {
    if (out[i - 1].selected) continue;
    cut = std::max(cut, out[i - 1].count);
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(i - 1));
  }
  return out;
}

}  // namespace

void count_facets(const Columns& columns, const SearchRequest& request, const DocSet& matched, const Filters& filters,
                  Found& out) {
  const DocSet filtered = filters.all(matched);
  for (const auto& wish : request.facets) {
    const Column* column = columns.facet(wish.name);
    if (!column || !facet_named(wish.name)) continue;
    std::int64_t cut = 0;
    out.facets[wish.name] =
        count_one(*column, request, wish, filters.has(wish.name) ? filters.but(matched, wish.name) : filtered, cut);
    if (cut > 0) out.cuts[wish.name] = cut;
  }
}

}  // namespace fellow::indexer
