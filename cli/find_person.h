// SPDX-License-Identifier: GPL-3.0-or-later
// Who is meant by an id or an address?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fellow/profile.h"
#include "fellow/url.h"

namespace fellow::cli {

// 16 characters of base32, as person_id makes them.
bool is_person_id(std::string_view text);

// The addresses that stand for a person: home page, seeds, aliases, each once.
std::vector<Url> addresses_of(const Profile& person);

// The person of that id (also one that was merged away), home page, seed or alias; scheme and "www." do not count. nullptr if
// there is none.
const Profile* find_person(const std::vector<Profile>& people, const std::string& id_or_url);

}  // namespace fellow::cli
