// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/document.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "fellow/compounds.h"
#include "fellow/tables.h"
#include "fellow/text.h"
#include "fellow/url.h"
#include "indexer/person_words.h"
#include "indexer/suggest.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

// Places between two texts of one field: more than any phrase window.
constexpr unsigned kGap = 100;
constexpr int kUnsaid = -1;
// How much an exact term counts beside the words; as in kFields.
constexpr Xapian::termcount kTopicWeight = 8, kMentionWeight = 2;

class Writer {
 public:
  explicit Writer(const Profile& profile) : profile_(profile) {}

  PersonDocument write() {
    for (const Field& field : kFields) {
      if (field.name != "year") write_field(field);  // years are asked of the columns
    }
    write_said();
    write_ids();
    write_institutions();
    write_topics();
    write_names();
    write_venues();
    for (const auto& key : completion_keys(profile_)) out_.document.add_boolean_term(key);
    out_.document.set_data(write_stored(profile_));
    out_.spellings = words_.spellings();
    return std::move(out_);
  }

 private:
  void exact(std::string_view prefix, std::string_view value) {
    if (!value.empty()) out_.document.add_boolean_term(exact_term(prefix, value));
  }

  void write_field(const Field& field) {
    unsigned place = 1;
    std::set<std::string> seen;  // a venue named forty times counts once
    const bool spelled =
        field.name == "name" || field.name == "affiliations" || field.name == "interests" || field.name == "papers";
    places_.clear();  // keeps its room
    for (const auto& text : field.texts(profile_)) {
      if (text.empty() || (field.name == "venues" && !seen.insert(text).second)) continue;
      auto words = text::words(text);
      place += words_.place(words, place, spelled, places_) + kGap;
      const auto joined = text::joined_compounds(std::move(words));
      if (field.name == "interests") write_interest(joined);
      mentions(joined, field);
    }
    std::sort(places_.begin(), places_.end());
    said_.resize(words_.stems().size(), kUnsaid);
    for (auto here = places_.begin(); here != places_.end();) {
      const std::uint32_t stem = here->stem;
      const auto end = std::find_if(here, places_.end(), [&](const auto& other) { return other.stem != stem; });
      const std::string term = word_term(field.prefix, words_.stems()[stem]);
      // A long page makes nobody's profile longer: it would count against all else that is said of the person.
      for (auto at = here; at != end; ++at) out_.document.add_posting(term, at->at, field.once ? 0 : 1);
      const auto times = static_cast<int>(field.once ? 1 : end - here);
      if (said_[stem] == kUnsaid) {
        said_[stem] = times * field.weight;
      } else if (!field.once) {
        said_[stem] += times * field.weight;
      }
      here = end;
    }
    if (!field.aliases) return;
    for (const auto& text : field.aliases(profile_)) write_alias(field, text, spelled);
  }

  // Another name of what is stated, by the tables. Its words find her, but she did not say them: they count no more for having
  // many names ("causality" is no interest in learning machines, though "causal machine learning" is a name of it), and are no
  // phrase.
  void write_alias(const Field& field, const std::string& text, bool spelled) {
    places_.clear();
    words_.place(text::words(text), 1, spelled, places_);
    said_.resize(words_.stems().size(), kUnsaid);
    for (const auto& place : places_) {
      out_.document.add_term(word_term(field.prefix, words_.stems()[place.stem]), 0);
      if (field.weight > 0 && said_[place.stem] == kUnsaid) said_[place.stem] = 1;
    }
  }

  // Each word without prefix, once for all fields.
  void write_said() {
    for (std::size_t i = 0; i < said_.size(); ++i) {
      if (said_[i] > 0) out_.document.add_term(word_term("", words_.stems()[i]), static_cast<Xapian::termcount>(said_[i]));
    }
  }

  void write_ids() {
    exact(kId, profile_.id);
    for (const auto* urls : {&profile_.seeds, &profile_.aliases}) {
      for (const auto& text : *urls) {
        if (const auto url = Url::parse(text)) exact(kAliasId, person_id(*url));
      }
    }
  }

  void write_institutions() {
    for (const auto& [field, prefix] : {std::pair{"affiliations", kCurrentInstitution},
                                        {"past_affiliations", kPastInstitution},
                                        {"advisors", kAdvisorInstitution},
                                        {"education", kSchool}}) {
      for (const auto& id : institutions_in(profile_, field)) exact(prefix, id);
    }
  }

  void write_interest(const std::vector<std::string>& words) {
    exact(kInterestKey, interest_key(words));
    for (const auto& key : near_interest_keys(words)) exact(kNearInterestKey, key);
  }

  // Whoever asks for "NLP" finds her by "natural language processing", wherever it stands; where others speak of it (venues,
  // the names of departments, the rest of her pages) it says less of how much she does.
  void mentions(const std::vector<std::string>& words, const Field& field) {
    if (!mentions_topics(field)) return;
    const bool tells = field.name == "interests" || field.name == "papers" || field.name == "biography";
    for (const auto& span : tables::find_topics(words)) {
      out_.document.add_term(exact_term(kTopicMention, span.row->id), tells ? kMentionWeight : 1);
    }
  }

  void write_topics() {
    for (const auto& id : topics_in(profile_)) {
      if (!id.empty()) out_.document.add_term(exact_term(kTopic, id), kTopicWeight);
    }
  }

  void write_venues() {
    for (const auto& paper : profile_.papers) {
      const auto* row = paper.venue.empty() ? nullptr : tables::venue(paper.venue);
      exact(kVenue, row ? row->id : slug(paper.venue));
    }
  }

  void write_names() {
    const Field& field = *field_named("name");
    for (const auto& name : field.texts(profile_)) {
      const auto words = text::words(name);
      exact(kNameKey, name_key(text::joined_compounds(words)));
      for (const auto& word : words) {
        if (word.size() < 2 || word[0] < 'a' || word[0] > 'z') continue;
        // Initials: "j doe" finds Jane Doe.
        out_.document.add_term(word_term(field.prefix, word.substr(0, 1)));
        out_.document.add_term(word.substr(0, 1));
      }
    }
  }

  const Profile& profile_;
  PersonDocument out_;
  PersonWords words_;
  std::vector<PersonWords::Place> places_;  // of one field
  std::vector<int> said_;                   // by a stem's number: how much it counts in the fields so far, or kUnsaid
};

// Pointer of an item -> URL of the page it stands on, where that is not the home page.
std::map<std::string, std::string> pages_of(const Profile& profile) {
  std::map<std::string, std::string> out;
  for (const auto& [pointer, evidence] : profile.evidence) {
    if (evidence.url.empty() || evidence.url == profile.url) continue;
    std::string item = pointer;
    if (const auto first = item.find('/', 1); first != std::string::npos) {  // "/papers/3/title" stands for "/papers/3"
      if (const auto second = item.find('/', first + 1); second != std::string::npos) item.resize(second);
    }
    out.emplace(item, evidence.url);
  }
  return out;
}

}  // namespace

std::vector<std::string> institutions_in(const Profile& profile, std::string_view field) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& id, const std::string& name) {
    const auto* row = id.empty() && !name.empty() ? tables::institution(name) : nullptr;
    out.push_back(row ? row->id : id);
  };
  if (field == "affiliations") {
    for (const auto& a : profile.affiliations) add(a.id, a.name);
  } else if (field == "past_affiliations") {
    for (const auto& a : profile.past_affiliations) add(a.id, a.name);
  } else if (field == "advisors") {
    for (const auto& a : profile.advisors) add("", a.affiliation);
  } else if (field == "education") {
    for (const auto& e : profile.education) add(e.id, e.institution);
  }
  return out;
}

std::vector<std::string> topics_in(const Profile& profile) {
  std::vector<std::string> out;
  for (const auto& interest : profile.interests) {
    const auto* row = interest.id.empty() && !interest.name.empty() ? tables::topic(interest.name) : nullptr;
    out.push_back(row ? row->id : interest.id);
  }
  return out;
}

bool mentions_topics(const Field& field) { return field.weight > 0 && field.name != "name" && field.name != "address"; }

PersonDocument make_document(const Profile& profile) { return Writer(profile).write(); }

const std::string* Pages::page(const Field& field, std::size_t item) const {
  const auto row = of.find(field.name);
  const int number = row != of.end() && item < row->second.size() ? row->second[item] : -1;
  return number >= 0 && static_cast<std::size_t>(number) < urls.size() ? &urls[static_cast<std::size_t>(number)] : nullptr;
}

const std::string& Stored::page(const Field& field, std::size_t item) const {
  const std::string* found = pages.page(field, item);
  return found ? *found : profile.url;
}

Pages pages_in(const Profile& profile) {
  const auto found = pages_of(profile);
  Pages out;
  for (const Field& field : kFields) {
    std::vector<int> numbers;
    const std::size_t items = found.empty() || field.member.empty() ? 0 : field.texts(profile).size();
    for (std::size_t item = 0; item < items; ++item) {
      const auto page = found.find(pointer_of(field, item));
      if (page == found.end()) continue;
      auto place = std::find(out.urls.begin(), out.urls.end(), page->second);
      if (place == out.urls.end()) place = out.urls.insert(place, page->second);
      numbers.resize(item + 1, -1);
      numbers[item] = static_cast<int>(place - out.urls.begin());
    }
    if (!numbers.empty()) out.of.emplace(field.name, std::move(numbers));
  }
  return out;
}

// One line of JSON for the pages, one for the profile.
std::string write_stored(const Profile& profile) {
  const Pages pages = pages_in(profile);
  nlohmann::json index = nlohmann::json::object();
  for (const auto& [field, numbers] : pages.of) index[field] = numbers;
  if (!pages.urls.empty()) index[""] = pages.urls;
  return index.dump() + '\n' + show(profile, {.email = false, .evidence = false, .text = true});
}

std::map<std::string, Evidence> whereabouts(const Stored& stored) {
  std::map<std::string, Evidence> out;
  for (const Field& field : kFields) {
    if (field.name != "name" && field.member.empty()) continue;
    const std::size_t items = field.texts(stored.profile).size();
    for (std::size_t item = 0; item < items; ++item) {
      Evidence where{.url = stored.page(field, item), .method = "", .confidence = 0, .seen_at = stored.profile.fetched_at};
      out.emplace(pointer_of(field, item), std::move(where));
    }
  }
  return out;
}

Result<Stored> read_stored(std::string_view text) {
  const std::size_t line = text.find('\n');
  const auto damaged = [] {
    return fail(Code::corrupt, "a stored profile cannot be read; run `fellow index` to build the index anew");
  };
  if (line == std::string_view::npos) return damaged();
  auto profile = parse_profile(text.substr(line + 1));
  if (!profile) return tl::unexpected(profile.error());
  Stored out{.profile = std::move(*profile), .pages = {}};
  try {
    const auto index = nlohmann::json::parse(text.substr(0, line));
    for (const auto& [field, row] : index.items()) {
      if (field.empty()) {
        row.get_to(out.pages.urls);
      } else {
        row.get_to(out.pages.of[field]);
      }
    }
  } catch (const nlohmann::json::exception&) {
    return damaged();
  }
  return out;
}

}  // namespace fellow::indexer
