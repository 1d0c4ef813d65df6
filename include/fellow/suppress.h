// SPDX-License-Identifier: GPL-3.0-or-later
// Who asked to be forgotten? DATA/suppressed: append-only, fsynced, under a lock of its own (never DATA/lock), so that `forget`
// works while another command writes. Crawl, index, export, search and every later import ask it (R39).
//
// The file: a first line "fellow-suppressed 2 SALT CHECK", then "SHA-256(SALT + key) CHECK" a line, and one for each host that
// has a key. A check is the first 4 bytes of SHA-256(the check before + the bytes of the line): a changed byte and a line that
// went missing are both seen. Files of version 1, without checks, are read and go on without.
// Hashed, since a list of those who want to be forgotten must not name them. Salted, since their addresses and ORCIDs can be
// guessed: without a salt of its own every file could be read with one table made beforehand, and those of two institutions
// compared. Whoever has the file can still test a guess, which is just what Fellow does with it.
//
//   Suppression list = Suppression::read(data).value();
//   if (list.has(url)) …                       // never asked again
//   suppress(data, {key_of(url), key_of_host(url)});
//   list.refresh();                            // cheap when nothing has changed
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/profile.h"
#include "fellow/result.h"
#include "fellow/url.h"

namespace fellow {

// Keys as they are hashed. Scheme, port and a leading "www." of a host do not count: the site behind them is one.
std::string key_of(const Url& url);                                  // this address alone
std::string key_of_host(const Url& url);                             // every address on its host
std::string key_of_folder(const Url& url, std::string_view prefix);  // what begins so on its host: "/~jane/", "/people/jane"
std::string key_of_person(std::string_view id);                      // fellow::person_id
std::string key_of_identifier(std::string_view kind, std::string_view id);  // "orcid", "0000-0001-…"

// Whether an identifier of that kind, on a page, says who its person is: registries of people do; accounts of code hosts and
// social networks are left behind in copied templates, and would suppress whoever copied the same one.
bool identifies(std::string_view kind);

// Every function may be called from every thread at once. A copy is as good as the original, and sees its refreshes.
class Suppression {
 public:
  // A list that holds nobody and belongs to no file.
  Suppression();
  // A missing file is an empty list. corrupt when a whole line is none of ours: nothing may go on as if nobody had asked.
  // A last line without its end is being written, or was not written whole, and does not count.
  static Result<Suppression> read(const std::filesystem::path& data);

  // Reads the file again if it changed (one stat if not); whether it did. On an error the list stays as it was.
  Result<bool> refresh();
  // Grows with each change; equal versions are equal lists.
  std::uint64_t version() const;
  std::size_t size() const;
  bool empty() const { return size() == 0; }

  // The address, its host, a folder that it lies in, or the person whose home page it would be.
  bool has(const Url& url) const;
  // Id, addresses or identifiers.
  bool has(const Profile& profile) const;
  bool has_person(std::string_view id) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

struct Suppressed {
  std::size_t added = 0, known = 0;  // keys that were new, that stood there before
  std::vector<std::string> told;     // a sentence when a torn last line was cut
};

// Appends what is not there yet; durable when it returns. io when the disk is full or broken: the file is then as it was.
Result<Suppressed> suppress(const std::filesystem::path& data, const std::vector<std::string>& keys);

// Appends what the list of another directory has and this one has not, as after a restore. refused when both have a list and
// their salts differ: hashes under two salts cannot stand in one list.
Result<Suppressed> add_suppressed(const std::filesystem::path& data, const std::filesystem::path& other_data);

}  // namespace fellow
