// SPDX-License-Identifier: GPL-3.0-or-later
// How is JSON written that is read by no program of ours before it is sent? Straight into its text, without a tree of it in
// memory first: byte for byte what show_json makes of such a tree, at a tenth of the cost.
//
//   JsonText out;
//   out.begin('{').key("name").text(name).key("papers").begin('[').number(3).end(']').end('}');
//
// It keeps the commas, nothing else: who writes sees to it that keys and values alternate and brackets match.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fellow {

class JsonText {
 public:
  JsonText() { out_.reserve(kAtFirst); }
  JsonText& begin(char bracket);
  JsonText& end(char bracket);
  JsonText& key(std::string_view name);
  // A literal, without anything to escape in it.
  template <std::size_t N>
  JsonText& key(const char (&name)[N]) {
    return plain_key({name, N - 1});
  }
  JsonText& text(std::string_view text);  // ill-formed UTF-8 becomes U+FFFD
  JsonText& texts(const std::vector<std::string>& texts);
  JsonText& number(std::integral auto n) { return raw(std::to_string(n)); }
  JsonText& number(double n);
  JsonText& flag(bool value) { return raw(value ? "true" : "false"); }
  // A value that is JSON already.
  JsonText& raw(std::string_view json);

  std::size_t size() const { return out_.size(); }
  std::string take() { return std::move(out_); }

 private:
  void separate() {
    if (comma_) out_ += ',';
    comma_ = true;
  }
  JsonText& plain_key(std::string_view name);
  void quote(std::string_view text);

  static constexpr std::size_t kAtFirst = 16384;  // bytes
  std::string out_;
  bool comma_ = false;  // before the next key or item
};

}  // namespace fellow
