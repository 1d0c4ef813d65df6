// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/find_person.h"

#include <algorithm>

#include "fellow/suppress.h"

namespace fellow::cli {

bool is_person_id(std::string_view text) {
  const auto is_base32 = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7'); };
  return text.size() == 16 && std::all_of(text.begin(), text.end(), is_base32);
}

std::vector<Url> addresses_of(const Profile& person) {
  std::vector<Url> out;
  const auto add = [&](const std::string& text) {
    auto url = Url::parse(text);
    if (url && std::find(out.begin(), out.end(), *url) == out.end()) out.push_back(std::move(*url));
  };
  add(person.url);
  for (const std::string& seed : person.seeds) add(seed);
  for (const std::string& alias : person.aliases) add(alias);
  return out;
}

const Profile* find_person(const std::vector<Profile>& people, const std::string& id_or_url) {
  const auto url = Url::parse(id_or_url);
  const auto is_meant = [&](const Profile& person) {
    if (person.id == id_or_url) return true;
    const std::vector<Url> addresses = addresses_of(person);
    return std::any_of(addresses.begin(), addresses.end(), [&](const Url& address) {
      return url ? key_of(address) == key_of(*url) : person_id(address) == id_or_url;
    });
  };
  const auto found = std::find_if(people.begin(), people.end(), is_meant);
  return found == people.end() ? nullptr : &*found;
}

}  // namespace fellow::cli
