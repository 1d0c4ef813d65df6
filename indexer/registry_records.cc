// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/registry_records.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "indexer/witness.h"

namespace fellow::indexer {
namespace {

constexpr std::string_view kRecords = "https://orcid.org/";

const std::string* orcid_of(const Profile& person) {
  const auto found = person.identifiers.find("orcid");
  return found == person.identifiers.end() || found->second.empty() ? nullptr : &found->second;
}

// All addresses that an operator may have written for the person.
bool stands_at(const Profile& person, const std::string& address) {
  const auto in = [&](const std::vector<std::string>& list) {
    return std::find(list.begin(), list.end(), address) != list.end();
  };
  return person.url == address || in(person.seeds) || in(person.aliases);
}

class Lookalikes {
 public:
  explicit Lookalikes(const People& people) : people_(people) {
    for (std::size_t i = 0; i < people.people.size(); ++i) {
      const Profile& person = people.people[i];
      if (is_registry_record(person)) continue;
      if (const std::string* id = orcid_of(person)) {
        by_id_[text::lower(*id)].push_back(i);
      } else {
        for (const std::string& word : name_words(person)) by_word_[word].push_back(i);
      }
    }
  }

  // Somebody who may be whom the record is about; nullptr if there is nobody. `why` as merges.tsv tells it.
  const Profile* of(const Profile& record, std::string& why) const {
    if (const std::string* id = orcid_of(record)) {
      const auto holders = by_id_.find(text::lower(*id));
      if (holders != by_id_.end()) {
        for (const std::size_t i : holders->second) {
          if (!ruled_different(record, people_.people[i])) return why = "", &people_.people[i];  // weighed and told already
        }
      }
    }
    std::set<std::size_t> tried;
    for (const std::string& word : name_words(record)) {
      const auto namesakes = by_word_.find(word);
      if (namesakes == by_word_.end()) continue;
      for (const std::size_t i : namesakes->second) {
        if (!tried.insert(i).second || match_names(record, people_.people[i]) != NameMatch::same) continue;
        if (!ruled_different(record, people_.people[i]))
          return why = "the same name, and no orcid there; the record waits", &people_.people[i];
      }
    }
    return nullptr;
  }

 private:
  static std::set<std::string> name_words(const Profile& person) {
    std::set<std::string> out;
    for (const std::string& name : field_named("name")->texts(person)) {
      for (std::string& word : text::words(name)) {
        if (word.size() > 1) out.insert(std::move(word));
      }
    }
    return out;
  }

  bool ruled_different(const Profile& record, const Profile& person) const {
    return std::any_of(people_.rows.begin(), people_.rows.end(), [&](const MergeRow& row) {
      return row.verdict == MergeRow::Verdict::different && ((stands_at(record, row.kept) && stands_at(person, row.other)) ||
                                                             (stands_at(record, row.other) && stands_at(person, row.kept)));
    });
  }

  const People& people_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_id_, by_word_;
};

}  // namespace

bool is_registry_record(const Profile& profile) { return profile.url.starts_with(kRecords); }

void hold_back_records(People& people) {
  if (std::none_of(people.people.begin(), people.people.end(), is_registry_record)) return;
  const Lookalikes lookalikes(people);
  std::set<std::string> held;
  std::vector<MergeRow> told;
  for (const Profile& record : people.people) {
    if (!is_registry_record(record)) continue;
    std::string why;
    const Profile* other = lookalikes.of(record, why);
    if (other == nullptr) continue;
    held.insert(record.id);
    if (!why.empty()) told.push_back({MergeRow::Verdict::apart, other->url, record.url, std::move(why)});
  }
  std::erase_if(people.people, [&](const Profile& person) { return held.contains(person.id); });
  people.rows.insert(people.rows.end(), told.begin(), told.end());
}

}  // namespace fellow::indexer
