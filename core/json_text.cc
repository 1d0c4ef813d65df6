// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/json_text.h"

#include <cstring>

#include "fellow/json.h"

namespace fellow {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;

// The high bit of each byte that is zero; perhaps of those above it too.
constexpr std::uint64_t zeros(std::uint64_t bytes) { return (bytes - kOnes) & ~bytes & kHighs; }

// Whether all bytes stand for themselves in a JSON text: ASCII from the blank on, without '"' and '\\'. Eight at a time.
bool is_plain(std::string_view text) {
  std::uint64_t found = 0;
  std::size_t i = 0;
  const auto look = [&](std::uint64_t block) {
    found |=
        (block & kHighs) | ((block - kOnes * 0x20) & kHighs) | zeros(block ^ (kOnes * '"')) | zeros(block ^ (kOnes * '\\'));
  };
  for (std::uint64_t block = 0; i + sizeof block <= text.size(); i += sizeof block) {
    std::memcpy(&block, text.data() + i, sizeof block);
    look(block);
  }
  for (; i < text.size(); ++i) look((kOnes * 'x' & ~std::uint64_t{0xFF}) | static_cast<unsigned char>(text[i]));
  return found == 0;
}

}  // namespace

JsonText& JsonText::begin(char bracket) {
  separate();
  out_ += bracket;
  comma_ = false;
  return *this;
}

JsonText& JsonText::end(char bracket) {
  out_ += bracket;
  comma_ = true;
  return *this;
}

JsonText& JsonText::key(std::string_view name) {
  separate();
  quote(name);
  out_ += ':';
  comma_ = false;
  return *this;
}

JsonText& JsonText::text(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonText& JsonText::texts(const std::vector<std::string>& texts) {
  begin('[');
  for (const auto& one : texts) text(one);
  return end(']');
}

// Its shortest digits are not those of std::to_chars in every case.
JsonText& JsonText::number(double n) { return raw(nlohmann::ordered_json(n).dump()); }

JsonText& JsonText::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

void JsonText::quote(std::string_view text) {
  if (!is_plain(text)) {
    out_ += show_json(nlohmann::ordered_json(text));
    return;
  }
  out_ += '"';
  out_ += text;
  out_ += '"';
}

}  // namespace fellow
