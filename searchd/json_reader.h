// SPDX-License-Identifier: GPL-3.0-or-later
// How are objects read whose types nobody vouches for? The parts of one object, each with its JSON type; what is absent leaves
// the value alone. The first key with a wrong type is kept.
//
//   std::string wrong;
//   Reader(json, wrong)("id", hit.id)("score", hit.score);
//   if (!wrong.empty()) …
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace fellow::searchd {

class Reader {
 public:
  using Json = nlohmann::ordered_json;
  Reader(const Json& json, std::string& wrong) : json_(json), wrong_(wrong) {
    if (!json.is_object()) blame("object");
  }

  Reader& operator()(const char* key, std::string& out) { return take(key, &Json::is_string, out); }
  Reader& operator()(const char* key, bool& out) { return take(key, &Json::is_boolean, out); }
  Reader& operator()(const char* key, double& out) { return take(key, &Json::is_number, out); }
  Reader& operator()(const char* key, int& out) { return take(key, &Json::is_number_integer, out); }
  Reader& operator()(const char* key, std::int64_t& out) { return take(key, &Json::is_number_integer, out); }
  Reader& operator()(const char* key, std::uint64_t& out) { return take(key, &Json::is_number_unsigned, out); }

  Reader& operator()(const char* key, std::vector<std::string>& out) {
    return each(key, [&](const Json& item) {
      if (!item.is_string()) return blame(key);
      out.push_back(item.get<std::string>());
    });
  }

  template <class Each>
  Reader& each(const char* key, Each read) {
    if (const Json* list = find(key)) {
      if (!list->is_array()) {
        blame(key);
      } else {
        for (const Json& item : *list) read(item);
      }
    }
    return *this;
  }

  const Json* find(const char* key) const {
    if (!json_.is_object()) return nullptr;
    const auto at = json_.find(key);
    return at == json_.end() || at->is_null() ? nullptr : &*at;
  }

  void blame(std::string_view key) {
    if (wrong_.empty()) wrong_ = key;
  }

 private:
  template <class Value>
  Reader& take(const char* key, bool (Json::*is)() const noexcept, Value& out) {
    if (const Json* value = find(key)) {
      if ((value->*is)()) {
        out = value->get<Value>();
      } else {
        blame(key);
      }
    }
    return *this;
  }

  const Json& json_;
  std::string& wrong_;
};

}  // namespace fellow::searchd
