// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be written down so that a person, or an address, is never seen again? Pure.
#pragma once

#include <string>
#include <vector>

#include "fellow/profile.h"
#include "fellow/result.h"
#include "fellow/url.h"

namespace fellow::cli {

// Whom there is, besides the one who is to be forgotten too.
struct Known {
  std::vector<Profile> people;  // merged
  std::vector<Url> seeds;       // of all lists, whether or not anything came of them
};

struct Forgetting {
  std::vector<std::string> keys;  // of fellow/suppress.h
  std::vector<std::string> told;  // what is kept out, a line each; addresses, but no names and no identifiers
  bool person = false;            // somebody is known by it
};

// By id: the person with all her addresses, their sites (a folder of a shared host, the whole of one that is her own) and her
// identifiers; an id that nobody has is kept out by itself. By address: the person whose home page it is, or the only one
// whose site it lies in; else the address with its site. Never more than the address itself where others live below it.
// bad_input for what is neither an id nor an address.
Result<Forgetting> what_to_forget(const std::string& id_or_url, const Known& known);

}  // namespace fellow::cli
