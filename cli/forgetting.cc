// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/forgetting.h"

#include <algorithm>
#include <unordered_set>

#include "cli/find_person.h"
#include "crawler/scope.h"
#include "fellow/suppress.h"

namespace fellow::cli {
namespace {

using crawler::Scope;

// The host is a person's own as far as its name tells: a folder of it would not be a site by itself.
bool is_own_host(const Url& url) {
  const auto folder = url.resolve("/some/folder/");
  return folder && Scope::of(*folder).prefix() == "/";
}

class Writer {
 public:
  // `others`: addresses that stand for other people.
  explicit Writer(std::vector<Url> others) : others_(std::move(others)) {}

  void address(const Url& url) {
    add(key_of(url), "");
    add(key_of_person(person_id(url)), "");
    std::vector<Url> neighbours;
    std::copy_if(others_.begin(), others_.end(), std::back_inserter(neighbours),
                 [&](const Url& other) { return crawler::same_host(other, url); });
    const Scope scope = Scope::of(url, neighbours);
    const auto lives_there = [&](const Url& other) { return scope.contains(other); };
    const bool root_of_many =
        crawler::never_crawled(url) || (scope.prefix() == "/" && url.target() != "/" && !is_own_host(url));
    if (root_of_many || std::any_of(neighbours.begin(), neighbours.end(), lives_there)) {
      tell("the page " + url.text() + " (others live on its site)");
    } else if (scope.prefix() == "/") {
      add(key_of_host(url), "everything on " + std::string(crawler::bare_host(url)));
    } else {
      add(key_of_folder(url, scope.prefix()),
          "everything below " + std::string(crawler::bare_host(url)) + std::string(scope.prefix()));
    }
  }

  // One that others' pages name too is nobody's: a template brought it along.
  void identifiers(const Profile& person, const std::vector<Profile>& people) {
    for (const auto& [kind, value] : person.identifiers) {
      if (!identifies(kind) || value.empty()) continue;
      const std::string key = key_of_identifier(kind, value);
      const auto has_it = [&, &kind = kind](const Profile& other) {
        const auto at = other.identifiers.find(kind);
        return &other != &person && at != other.identifiers.end() && key_of_identifier(kind, at->second) == key;
      };
      if (std::none_of(people.begin(), people.end(), has_it)) add(key, "whoever has the same " + kind);
    }
  }

  void person(const Profile& person, const std::vector<Profile>& people) {
    out_.person = true;
    add(key_of_person(person.id), "");
    for (const Url& url : addresses_of(person)) address(url);
    identifiers(person, people);
  }

  void id(const std::string& id) { add(key_of_person(id), "the id " + id); }

  Forgetting take() { return std::move(out_); }

 private:
  void add(std::string key, std::string line) {
    if (std::find(out_.keys.begin(), out_.keys.end(), key) != out_.keys.end()) return;
    out_.keys.push_back(std::move(key));
    if (!line.empty()) tell(std::move(line));
  }
  void tell(std::string line) {
    if (std::find(out_.told.begin(), out_.told.end(), line) == out_.told.end()) out_.told.push_back(std::move(line));
  }

  std::vector<Url> others_;
  Forgetting out_;
};

// Whether the address is of the site that the home page opens: below her folder, or anywhere on a host whose first page is
// hers. That somebody's page is the only one known of a host does not make all of the host hers.
bool is_of_site(const Url& url, const Url& home) {
  const Scope site = Scope::of(home);
  if (!site.contains(url)) return false;
  return site.prefix() != "/" || ((home.path() == "/" || url.target() == "/") && is_own_host(home));
}

// The only person of whose site the address is; nullptr if there is none or more than one.
const Profile* owner_of(const Url& url, const std::vector<Profile>& people) {
  const Profile* found = nullptr;
  for (const Profile& person : people) {
    const auto addresses = addresses_of(person);
    const auto opens_it = [&](const Url& home) { return is_of_site(url, home); };
    if (std::none_of(addresses.begin(), addresses.end(), opens_it)) continue;
    if (found != nullptr) return nullptr;
    found = &person;
  }
  return found;
}

// A seed that nothing came of yet stands for somebody too.
std::vector<Profile> with_seeds(const Known& known) {
  std::vector<Profile> people = known.people;
  std::unordered_set<std::string> addresses;
  for (const Profile& person : people) {
    for (const Url& address : addresses_of(person)) addresses.insert(key_of(address));
  }
  for (const Url& seed : known.seeds) {
    if (!addresses.insert(key_of(seed)).second) continue;
    Profile somebody;
    somebody.id = person_id(seed);
    somebody.url = seed.text();
    people.push_back(std::move(somebody));
  }
  return people;
}

// Addresses of everybody but that person.
std::vector<Url> others_than(const Profile* person, const Url* url, const std::vector<Profile>& people) {
  std::vector<Url> own = person != nullptr ? addresses_of(*person) : std::vector<Url>{};
  if (url != nullptr) own.push_back(*url);
  std::vector<Url> others;
  const auto add = [&](const Url& each) {
    const auto same = [&](const Url& mine) { return key_of(mine) == key_of(each); };
    if (std::none_of(own.begin(), own.end(), same)) others.push_back(each);
  };
  for (const Profile& other : people) {
    if (&other == person) continue;
    for (const Url& address : addresses_of(other)) add(address);
  }
  return others;
}

}  // namespace

Result<Forgetting> what_to_forget(const std::string& id_or_url, const Known& known) {
  const bool by_id = is_person_id(id_or_url);
  const auto url = Url::parse(id_or_url);
  if (!by_id && !url) {
    return fail(Code::bad_input, "is neither an id, as `fellow search` prints them, nor an address: write https://…",
                id_or_url);
  }
  const std::vector<Profile> people = with_seeds(known);
  const Profile* person = find_person(people, id_or_url);
  if (person == nullptr && url) person = owner_of(*url, people);
  Writer writer(others_than(person, url ? &*url : nullptr, people));
  if (person != nullptr) writer.person(*person, people);
  if (url) writer.address(*url);
  if (by_id && person == nullptr) writer.id(id_or_url);
  return writer.take();
}

}  // namespace fellow::cli
