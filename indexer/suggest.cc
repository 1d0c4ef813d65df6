// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/suggest.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "fellow/fields.h"
#include "fellow/tables.h"
#include "fellow/text.h"
#include "indexer/document.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

enum Kind : char { kAffiliation = 'a', kInterest = 'i', kName = 'n', kPaper = 'p' };
constexpr std::array<std::pair<Kind, std::string_view>, 4> kKinds{
    {{kAffiliation, "affiliation"}, {kInterest, "interest"}, {kName, "name"}, {kPaper, "paper"}}};

// Some 10 ms at most, for one letter typed at 300 000 profiles.
constexpr std::size_t kMostTerms = 20'000;
constexpr std::size_t kKeyBytes = 120;    // of a folded text; nobody types more of a title
constexpr std::size_t kMostDropped = 6;   // words before the one that is completed
constexpr std::size_t kShortestLast = 3;  // letters of the last words that are completed without those before them
constexpr char kEnd = '\x1f';             // between key and id; no folded text holds it

std::string term(Kind kind, std::string_view key, std::string_view id) {
  while (key.size() > kKeyBytes) {
    const auto blank = key.rfind(' ', key.size() - 1);
    key = key.substr(0, blank == std::string_view::npos || blank == 0 ? kKeyBytes : blank);
    while (!key.empty() && (static_cast<unsigned char>(key.back()) & 0xC0) == 0x80) key.remove_suffix(1);
  }
  return std::string(kCompletion) + static_cast<char>(kind) + ':' + std::string(key) + kEnd + std::string(id.substr(0, 100));
}

class Keys {
 public:
  explicit Keys(const Profile& profile) : profile_(profile) {}

  // Sorted, one each.
  std::vector<std::string> take() {
    for (const auto& choice : facet_named("affiliation")->values(profile_)) add_institution(choice);
    for (const auto& choice : facet_named("interest")->values(profile_)) add_topic(choice);
    for (const auto& name : field_named("name")->texts(profile_)) add_from_each_word(kName, name, profile_.id);
    for (const auto& paper : profile_.papers) add(kPaper, paper.title, "");
    std::sort(out_.begin(), out_.end());
    out_.erase(std::unique(out_.begin(), out_.end()), out_.end());
    return std::move(out_);
  }

 private:
  void add(Kind kind, const std::string& text, const std::string& id) {
    const std::string key = text::fold(text);
    if (!key.empty()) out_.push_back(term(kind, key, id));
  }

  void add_from_each_word(Kind kind, const std::string& text, const std::string& id) {
    const std::string key = text::fold(text);
    for (std::size_t at = 0; at < key.size() && at != std::string::npos;) {
      const std::string_view rest = std::string_view(key).substr(at);
      const auto blank = rest.find(' ');
      if (at == 0 || !says_nothing(rest.substr(0, blank))) out_.push_back(term(kind, rest, id));
      at = blank == std::string_view::npos ? std::string::npos : at + blank + 1;
    }
  }

  void add_institution(const FacetChoice& choice) {
    add_from_each_word(kAffiliation, choice.label, choice.value);
    if (const auto* row = tables::institution_by_id(choice.value)) {
      for (const auto& other : row->alternate_names) add(kAffiliation, other, choice.value);
    }
  }

  void add_topic(const FacetChoice& choice) {
    add(kInterest, choice.label, choice.value);
    if (const auto* row = tables::topic_by_id(choice.value)) {
      for (const auto& other : row->alternate_names) add(kInterest, other, choice.value);
    }
  }

  const Profile& profile_;
  std::vector<std::string> out_;
};

struct Candidate {
  Kind kind;
  std::string term, key, id;
  std::int64_t count = 0;
  bool exact = false;  // nothing is left to type
};

bool before(const Candidate& a, const Candidate& b) {
  const auto place = [](Kind kind) {
    return std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& row) { return row.first == kind; }) - kKinds.begin();
  };
  return std::tuple(!a.exact, -a.count, place(a.kind), a.key, a.id) <
         std::tuple(!b.exact, -b.count, place(b.kind), b.key, b.id);
}

class Completer {
 public:
  Completer(const Open& open, std::size_t limit) : open_(open), limit_(limit) {}

  std::vector<Candidate> run(const std::string& typed) const {
    std::vector<Candidate> out;
    for (const auto& [kind, name] : kKinds) {
      auto some = of_kind(kind, typed);
      out.insert(out.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
    }
    std::sort(out.begin(), out.end(), before);
    return out;
  }

  Suggestion shown(const Candidate& candidate) const {
    Suggestion out{.text = {}, .kind = {}, .id = candidate.id, .count = candidate.count};
    for (const auto& [kind, name] : kKinds) {
      if (kind == candidate.kind) out.kind = name;
    }
    out.text = written(candidate);
    return out;
  }

 private:
  // The best of one kind, each id once.
  std::vector<Candidate> of_kind(Kind kind, const std::string& typed) const {
    const std::string prefix = std::string(kCompletion) + static_cast<char>(kind) + ':';
    std::vector<Candidate> found;
    std::size_t seen = 0;
    const auto end = open_.database.allterms_end(prefix + typed);
    for (auto i = open_.database.allterms_begin(prefix + typed); i != end && seen < kMostTerms; ++i, ++seen) {
      Candidate one{.kind = kind, .term = *i, .key = {}, .id = {}, .count = i.get_termfreq()};
      const auto mark = one.term.find(kEnd);
      one.key = one.term.substr(prefix.size(), mark - prefix.size());
      one.id = mark == std::string::npos ? "" : one.term.substr(mark + 1);
      one.exact = one.key == typed;
      found.push_back(std::move(one));
    }
    std::sort(found.begin(), found.end(), before);
    std::vector<Candidate> out;
    std::set<std::string> ids;
    for (auto& one : found) {
      if (out.size() >= limit_) break;
      if (!one.id.empty() && ids.contains(one.id)) continue;
      if (!open_.hidden.empty()) one.count = visible(one.term);
      if (one.count == 0) continue;
      ids.insert(one.id);
      if (const std::string usual = text::fold(usual_name(one)); !one.exact && usual.starts_with(typed)) one.key = usual;
      out.push_back(std::move(one));
    }
    return out;
  }

  // By which the table lists it, rather than by another name that begins alike; "" where no table does.
  static std::string usual_name(const Candidate& candidate) {
    if (candidate.kind == kAffiliation) {
      if (const auto* row = tables::institution_by_id(candidate.id)) return row->name;
    } else if (candidate.kind == kInterest) {
      if (const auto* row = tables::topic_by_id(candidate.id)) return row->name;
    }
    return "";
  }

  std::int64_t visible(const std::string& term) const {
    std::int64_t n = 0;
    for (auto p = open_.database.postlist_begin(term); p != open_.database.postlist_end(term); ++p) n += !open_.hidden.has(*p);
    return n;
  }

  // As people write it: the table's or a profile's own words.
  std::string written(const Candidate& candidate) const {
    if (candidate.kind == kAffiliation) {
      if (const auto* row = tables::institution_by_id(candidate.id))
        return spelled(candidate.key, row->name, row->alternate_names);
    } else if (candidate.kind == kInterest) {
      if (const auto* row = tables::topic_by_id(candidate.id)) return spelled(candidate.key, row->name, row->alternate_names);
    }
    if (candidate.kind == kAffiliation || candidate.kind == kInterest) {
      const Column* column = open_.columns.facet(candidate.kind == kAffiliation ? "affiliation" : "interest");
      const auto code = column ? column->code_of.find(candidate.id) : decltype(column->code_of.end()){};
      return column && code != column->code_of.end() ? column->labels[code->second] : candidate.key;
    }
    for (auto p = open_.database.postlist_begin(candidate.term); p != open_.database.postlist_end(candidate.term); ++p) {
      if (open_.hidden.has(*p)) continue;
      const auto stored = read_stored(open_.database.get_document(*p).get_data());
      if (!stored) break;
      if (candidate.kind == kName) return display_name(stored->profile);
      for (const auto& paper : stored->profile.papers) {
        if (text::fold(paper.title).starts_with(candidate.key)) return paper.title;
      }
    }
    return candidate.key;
  }

  // The name that was being typed: "HKUST" for "hku", the whole name for a word in it.
  static std::string spelled(const std::string& key, const std::string& name, const std::vector<std::string>& others) {
    for (const auto& other : others) {
      if (text::fold(other) == key) return other;
    }
    return name;
  }

  const Open& open_;
  const std::size_t limit_;
};

}  // namespace

std::vector<std::string> completion_keys(const Profile& profile) { return Keys(profile).take(); }

std::string paper_key(const std::string& title) { return term(kPaper, text::fold(title), ""); }

std::vector<Suggestion> completions(const Open& open, std::string_view text, int limit) {
  const auto most = static_cast<std::size_t>(std::clamp(limit, 0, kMostSuggestions));
  const auto words = text::words(text::clean(text::valid_utf8(text), Query::kMaxBytes));
  std::vector<Suggestion> out;
  for (std::size_t begin = 0; begin < std::min(words.size(), kMostDropped + 1) && out.empty(); ++begin) {
    std::string typed, head;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i < begin) {
        head += words[i] + ' ';
      } else {
        typed += (typed.empty() ? "" : " ") + words[i];
      }
    }
    if (typed.empty() || (begin > 0 && typed.size() < kShortestLast)) break;
    const Completer completer(open, most);
    // No kind crowds out the others: at most two thirds are of one, while there are others.
    const auto found = completer.run(typed);
    std::array<std::size_t, 128> taken{};
    for (const bool all : {false, true}) {
      for (const auto& one : found) {
        auto& of_kind = taken[static_cast<unsigned char>(one.kind)];
        if (out.size() >= most || (!all && of_kind >= std::max<std::size_t>(1, most * 2 / 3))) continue;
        Suggestion suggestion = completer.shown(one);
        suggestion.text = head + suggestion.text;
        const auto same = [&](const Suggestion& other) {
          return other.kind == suggestion.kind && other.id == suggestion.id && other.text == suggestion.text;
        };
        if (std::any_of(out.begin(), out.end(), same)) continue;
        ++of_kind;
        out.push_back(std::move(suggestion));
      }
    }
  }
  return out;
}

}  // namespace fellow::indexer
