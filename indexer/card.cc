// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/card.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "fellow/compounds.h"
#include "fellow/suppress.h"
#include "fellow/tables.h"
#include "fellow/text.h"
#include "fellow/url.h"

namespace fellow::indexer {
namespace {

// Who it is for other sources: identifiers that say so, and the home page.
std::vector<std::string> person_keys(const Profile& profile) {
  std::vector<std::string> out;
  for (const auto& [kind, name] : {std::pair{"orcid", "orcid"}, {"google_scholar", "scholar"}, {"dblp", "dblp"}}) {
    const auto row = profile.identifiers.find(kind);
    if (row != profile.identifiers.end() && !row->second.empty()) out.push_back(std::string(name) + ':' + row->second);
  }
  if (const auto url = Url::parse(profile.url)) out.push_back("home:" + key_of(*url));
  return out;
}

// Numbers in seven bits a byte, the lowest first.
void put(std::string& out, std::size_t n) {
  for (; n >= 0x80; n >>= 7) out += static_cast<char>((n & 0x7F) | 0x80);
  out += static_cast<char>(n);
}

class Writer {
 public:
  void number(std::size_t n) { put(numbers_, n); }
  void text(const std::string& text) { number(place_of(text)); }
  void texts(const std::vector<std::string>& all) {
    number(all.size());
    for (const auto& one : all) text(one);
  }

  std::string take() {
    std::string out;
    put(out, lengths_.size());
    for (const std::size_t length : lengths_) put(out, length);
    return out + strings_ + numbers_;
  }

  // Items with their texts; whether one stood there before is told with it.
  void items(const std::vector<std::string>& all) {
    std::vector<std::size_t> before;
    number(all.size());
    for (const auto& one : all) {
      const std::size_t place = place_of(one);
      const bool again = std::find(before.begin(), before.end(), place) != before.end();
      number(place * 2 + (again ? 1 : 0));
      if (!again) before.push_back(place);
    }
  }

  // The first item of each id.
  void known(const std::vector<std::pair<std::string, std::size_t>>& ids) {
    std::vector<std::pair<std::size_t, std::size_t>> out;
    for (const auto& [id, item] : ids) {
      if (id.empty()) continue;
      const std::size_t place = place_of(id);
      if (std::none_of(out.begin(), out.end(), [&](const auto& row) { return row.first == place; }))
        out.emplace_back(place, item);
    }
    number(out.size());
    for (const auto& [place, item] : out) number(place), number(item);
  }

 private:
  std::size_t place_of(const std::string& text) {
    const auto [place, fresh] = places_.emplace(text, lengths_.size());
    if (fresh) {
      lengths_.push_back(text.size());
      strings_ += text;
    }
    return place->second;
  }

  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::size_t> lengths_;
  std::string strings_, numbers_;
};

void write_shown(Writer& out, const Hit& hit) {
  for (const auto* one : {&hit.id, &hit.url, &hit.name, &hit.display_name, &hit.country}) out.text(*one);
  for (const auto* all : {&hit.seeds, &hit.alternate_names, &hit.positions, &hit.person_keys}) out.texts(*all);
  out.number(hit.affiliations.size() * 2);
  for (const auto& one : hit.affiliations) out.text(one.name), out.text(one.id);
  out.number(hit.interests.size() * 2);
  for (const auto& one : hit.interests) out.text(one.name), out.text(one.id);
  out.number(static_cast<std::size_t>(hit.paper_count));
}

std::vector<std::pair<std::string, std::size_t>> numbered(std::vector<std::string> ids) {
  std::vector<std::pair<std::string, std::size_t>> out;
  for (auto& id : ids) out.emplace_back(std::move(id), out.size());
  return out;
}

// Topics that the texts name, each with where it does first.
std::vector<std::pair<std::string, std::size_t>> mentions_in(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::size_t>> out;
  std::set<const tables::Topic*> named;
  for (std::size_t item = 0; item < texts.size(); ++item) {
    const auto words = text::joined_compounds(text::words(texts[item]));
    for (const auto& span : tables::find_topics(words)) {
      if (named.insert(span.row).second) out.emplace_back(span.row->id, item);
    }
  }
  return out;
}

// A number that put() wrote, taken off the front; nullopt where none is, or one that is too big.
std::optional<std::uint32_t> take_number(std::string_view& bytes) {
  const std::uint32_t first = bytes.empty() ? 0x80u : static_cast<unsigned char>(bytes[0]);
  if (first < 0x80) {  // as most are
    bytes.remove_prefix(1);
    return first;
  }
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 5; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    out |= std::uint64_t{byte & 0x7Fu} << (7 * i);
    if (byte >= 0x80) continue;
    bytes.remove_prefix(i + 1);
    if (out > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(out);
  }
  return std::nullopt;
}

// Goes through the numbers of a record; once one is missing or points nowhere, ok() stays false and everything reads as empty.
class Reader {
 public:
  Reader(Card::Places numbers, std::size_t strings) : left_(numbers), strings_(strings) {}
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && left_.empty(); }

  std::uint32_t number() {
    const auto one = take(1);
    return one.empty() ? 0 : one[0];
  }
  std::uint32_t place() {
    const std::uint32_t out = number();
    return checked(out) ? out : 0;
  }
  Card::Places places() {
    const auto out = take(number());
    return std::all_of(out.begin(), out.end(), [&](auto n) { return checked(n); }) ? out : Card::Places();
  }
  Card::Texts texts() {
    const auto out = take(number());
    return Card::Texts(std::all_of(out.begin(), out.end(), [&](auto n) { return checked(n / 2); }) ? out : Card::Places());
  }
  Card::KnownOnes known() {
    const auto out = take(2 * std::size_t{number()});
    for (std::size_t i = 0; i < out.size(); i += 2) {
      if (!checked(out[i])) return Card::KnownOnes();
    }
    return Card::KnownOnes(out);
  }

 private:
  Card::Places take(std::size_t n) {
    if (n > left_.size()) {
      fail();
      return {};
    }
    const auto out = left_.first(n);
    left_ = left_.subspan(n);
    return out;
  }
  bool checked(std::uint32_t place) {
    if (place >= strings_) fail();
    return ok_;
  }
  void fail() {
    ok_ = false;
    left_ = {};
  }

  Card::Places left_;
  const std::size_t strings_;
  bool ok_ = true;
};

}  // namespace

Hit shown_of(const Profile& p) {
  Hit hit;
  hit.id = p.id;
  hit.url = p.url;
  hit.seeds = p.seeds;
  hit.name = p.name;
  hit.display_name = display_name(p);
  hit.alternate_names = p.alternate_names;
  for (const auto& position : p.positions) hit.positions.push_back(position.title);
  for (const auto& one : p.affiliations) hit.affiliations.emplace_back(Affiliation{.name = one.name, .id = one.id});
  hit.interests = p.interests;
  if (const auto countries = facet_named("country")->values(p); !countries.empty()) hit.country = countries.front().value;
  hit.paper_count = static_cast<int>(p.papers.size());
  hit.person_keys = person_keys(p);
  return hit;
}

std::string write_card(const Profile& profile, const Pages& pages) {
  Writer out;
  write_shown(out, shown_of(profile));
  for (const Field& field : kFields) {
    const auto texts = field.texts(profile);
    out.items(texts);
    out.texts(field.aliases ? field.aliases(profile) : std::vector<std::string>{});
    out.known(numbered(field.name == "interests" ? topics_in(profile) : institutions_in(profile, field.name)));
    out.known(mentions_topics(field) ? mentions_in(texts) : std::vector<std::pair<std::string, std::size_t>>{});
    std::vector<std::string> page_of;
    for (std::size_t item = 0; item < texts.size(); ++item) {
      if (const std::string* page = pages.page(field, item)) {
        page_of.resize(item + 1);
        page_of[item] = *page;
      }
    }
    out.texts(page_of);
  }
  return out.take();
}

std::optional<Card> Card::read(std::string_view record) {
  Card out;
  const auto count = take_number(record);
  if (!count || *count > record.size()) return std::nullopt;
  out.begins_.resize(*count + std::size_t{1});
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto length = take_number(record);
    if (!length || *length > record.size() - std::min<std::size_t>(out.begins_[i], record.size())) return std::nullopt;
    out.begins_[i + 1] = out.begins_[i] + *length;
  }
  if (out.begins_.back() > record.size()) return std::nullopt;
  out.strings_ = record.substr(0, out.begins_.back());
  record.remove_prefix(out.strings_.size());
  out.numbers_.reserve(record.size());
  while (!record.empty()) {
    const auto number = take_number(record);
    if (!number) return std::nullopt;
    out.numbers_.push_back(*number);
  }

  Reader in(out.numbers_, *count);
  for (auto* one : {&out.id_, &out.url_, &out.name_, &out.display_name_, &out.country_}) *one = in.place();
  for (auto* all :
       {&out.seeds_, &out.alternate_names_, &out.positions_, &out.person_keys_, &out.affiliations_, &out.interests_})
    *all = in.places();
  out.paper_count_ = static_cast<int>(in.number());
  out.fields_.reserve(kFields.size());
  for (const Field& field : kFields) {
    Content& content = out.fields_.emplace_back();
    content.field = &field;
    content.texts = in.texts();
    content.aliases = in.places();
    content.ids = in.known();
    content.mentions = in.known();
    content.page_of = in.places();
  }
  if (!in.at_end() || out.affiliations_.size() % 2 != 0 || out.interests_.size() % 2 != 0) return std::nullopt;
  return out;
}

std::string_view Card::page(const Content& of, std::size_t item) const {
  const std::string_view own = item < of.page_of.size() ? string(of.page_of[item]) : std::string_view();
  return own.empty() ? string(url_) : own;
}

std::vector<std::string> Card::owned(Places places) const {
  std::vector<std::string> out;
  out.reserve(places.size());
  for (const auto place : places) out.emplace_back(string(place));
  return out;
}

Hit Card::shown() const {
  Hit hit;
  hit.id = string(id_);
  hit.url = string(url_);
  hit.seeds = owned(seeds_);
  hit.name = string(name_);
  hit.display_name = string(display_name_);
  hit.alternate_names = owned(alternate_names_);
  hit.positions = owned(positions_);
  const auto named = [&](Places all, auto& into) {
    into.reserve(all.size() / 2);
    for (std::size_t i = 0; i < all.size(); i += 2) {
      auto& one = into.emplace_back();
      one.name = string(all[i]), one.id = string(all[i + 1]);
    }
  };
  named(affiliations_, hit.affiliations);
  named(interests_, hit.interests);
  hit.country = string(country_);
  hit.paper_count = paper_count_;
  hit.person_keys = owned(person_keys_);
  return hit;
}

}  // namespace fellow::indexer
