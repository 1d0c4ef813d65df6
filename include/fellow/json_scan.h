// SPDX-License-Identifier: GPL-3.0-or-later
// How is JSON read that nobody vouches for, without a tree of it in memory? One pass over the text, each value taken into the
// variable that wants it. For one reading of one text, which has to outlive it.
//
// Own code, since 64 daemons are heard within one answer: 28 KB of one of them take 0.18 ms, with nlohmann::json::sax_parse and
// a handler that takes nothing 0.51 ms, as its tree 1.5 ms (bench/federation.py: 15 ms of CPU an answer in all).
//
//   JsonScan in(text);
//   in.members("hit", [&](std::string_view key) {
//     if (key == "id") in.take(key, hit.id);
//     else if (key == "seeds") in.take(key, hit.seeds);
//   });
//   if (!in.is_sound()) …              // the text is no JSON (RFC 8259), or nested deeper than kMaxJsonDepth
//   if (!in.wrong().empty()) …         // the first value of a wrong type: its key
//
// What the visitor does not take is stepped over. null is as if the value were not there. A key that stands twice counts as the
// last one says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fellow {

class JsonScan {
 public:
  explicit JsonScan(std::string_view text);

  // The value that comes next, for those of the type; any other is blamed under the key and left out.
  void take(std::string_view key, std::string& out);
  void take(std::string_view key, bool& out);
  void take(std::string_view key, double& out);
  void take(std::string_view key, int& out);
  void take(std::string_view key, std::int64_t& out);
  void take(std::string_view key, std::uint64_t& out);
  void take(std::string_view key, std::vector<std::string>& out);
  // Each member of an object: visit(its key); each item of an array: visit().
  template <class Visit>
  void members(std::string_view key, Visit visit) {
    if (!enter(key, '{')) return;
    std::string name;
    while (next_member(name)) {
      const std::size_t before = at_;
      visit(std::string_view(name));
      if (at_ == before) skip();
    }
  }
  template <class Visit>
  void items(std::string_view key, Visit visit) {
    if (!enter(key, '[')) return;
    while (next_item()) {
      const std::size_t before = at_;
      visit();
      if (at_ == before) skip();
    }
  }
  void skip();

  // The value that comes next, as it stands there.
  std::string_view rest() const { return text_.substr(at_); }
  void blame(std::string_view key) {
    if (wrong_.empty()) wrong_ = key;
  }
  const std::string& wrong() const { return wrong_; }
  // Nothing of the text was ill-formed, and nothing but blanks is left of it.
  bool is_sound();

 private:
  struct Bracket {
    bool object = false, first = true;
  };
  template <class Integer>
  void take_whole(std::string_view key, Integer& out);
  bool enter(std::string_view key, char bracket);
  bool next_member(std::string& name);
  bool next_item();
  bool goes_on(char bracket);
  bool is_null();
  char peek();
  bool literal(std::string_view word);
  bool string(std::string* out);
  bool escape(std::string* out);
  bool unit(unsigned& out);
  bool foreign(std::string* out);
  std::string_view number();
  void fail();

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Bracket> open_;  // brackets around what comes next
  bool sound_ = true;
  std::string wrong_;
};

}  // namespace fellow
