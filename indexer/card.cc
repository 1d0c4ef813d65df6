// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/card.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

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
  for (std::size_t item = 0; item < texts.size(); ++item) {
    const auto words = text::words(texts[item]);
    for (const auto& span : tables::find_topics(words)) out.emplace_back(span.row->id, item);
  }
  return out;
}

// Reads what Writer wrote; once something is missing, ok() stays false and everything reads as empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {
    std::vector<std::size_t> lengths(count());
    std::size_t all = 0;
    for (auto& length : lengths) {
      length = count();
      all += length;
    }
    if (all > bytes_.size()) fail();
    strings_.reserve(lengths.size());
    for (const std::size_t length : lengths) {
      strings_.push_back(bytes_.substr(0, length));
      bytes_.remove_prefix(strings_.back().size());
    }
  }
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && bytes_.empty(); }

  std::size_t number() {
    std::size_t out = 0;
    for (unsigned shift = 0; shift < 63 && !bytes_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[0]);
      bytes_.remove_prefix(1);
      out |= static_cast<std::size_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return out;
    }
    fail();
    return 0;
  }
  // How many things follow, each of a byte or more.
  std::size_t count() {
    const std::size_t n = number();
    if (n <= bytes_.size()) return n;
    fail();
    return 0;
  }
  std::string_view string(std::size_t place) {
    if (place < strings_.size()) return strings_[place];
    fail();
    return {};
  }
  std::string_view text() { return string(number()); }
  std::vector<std::string_view> texts() {
    std::vector<std::string_view> out(count());
    for (auto& one : out) one = text();
    return out;
  }
  std::vector<Card::Known> known() {
    std::vector<Card::Known> out(count());
    for (auto& one : out) one.id = text(), one.item = number();
    return out;
  }

 private:
  void fail() {
    ok_ = false;
    bytes_ = {};
  }

  std::string_view bytes_;
  std::vector<std::string_view> strings_;
  bool ok_ = true;
};

std::vector<std::string> owned(const std::vector<std::string_view>& all) { return {all.begin(), all.end()}; }

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
    const bool prose = field.name == "papers" || field.name == "biography";
    out.known(prose ? mentions_in(texts) : std::vector<std::pair<std::string, std::size_t>>{});
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
  Reader in(record);
  Card out;
  for (auto* one : {&out.id_, &out.url_, &out.name_, &out.display_name_, &out.country_}) *one = in.text();
  for (auto* all :
       {&out.seeds_, &out.alternate_names_, &out.positions_, &out.person_keys_, &out.affiliations_, &out.interests_})
    *all = in.texts();
  out.paper_count_ = static_cast<int>(in.number());
  out.fields_.reserve(kFields.size());
  for (const Field& field : kFields) {
    Content& content = out.fields_.emplace_back();
    content.field = &field;
    content.texts.resize(in.count());
    for (auto& text : content.texts) {
      const std::size_t place = in.number();
      text = {.words = in.string(place / 2), .again = place % 2 == 1};
    }
    content.aliases = in.texts();
    content.ids = in.known();
    content.mentions = in.known();
    content.page_of = in.texts();
  }
  if (!in.at_end() || out.affiliations_.size() % 2 != 0 || out.interests_.size() % 2 != 0) return std::nullopt;
  return out;
}

std::string_view Card::page(const Content& of, std::size_t item) const {
  return item < of.page_of.size() && !of.page_of[item].empty() ? of.page_of[item] : url_;
}

Hit Card::shown() const {
  Hit hit;
  hit.id = id_;
  hit.url = url_;
  hit.seeds = owned(seeds_);
  hit.name = name_;
  hit.display_name = display_name_;
  hit.alternate_names = owned(alternate_names_);
  hit.positions = owned(positions_);
  hit.affiliations.reserve(affiliations_.size() / 2);
  for (std::size_t i = 0; i + 1 < affiliations_.size(); i += 2)
    hit.affiliations.emplace_back(Affiliation{.name = std::string(affiliations_[i]), .id = std::string(affiliations_[i + 1])});
  hit.interests.reserve(interests_.size() / 2);
  for (std::size_t i = 0; i + 1 < interests_.size(); i += 2)
    hit.interests.emplace_back(Interest{.name = std::string(interests_[i]), .id = std::string(interests_[i + 1])});
  hit.country = country_;
  hit.paper_count = paper_count_;
  hit.person_keys = owned(person_keys_);
  return hit;
}

}  // namespace fellow::indexer
