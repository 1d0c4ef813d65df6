// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/json_text.h"

#include <cstring>

#include "fellow/json.h"

namespace fellow::searchd {
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

// The length of the character beyond ASCII that begins there, 0 if it is none (Unicode 15, table 3-7).
std::size_t length_of(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0), second = byte(1);
  if (!follows(1)) return 0;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (!follows(2)) return 0;
  if (first == 0xE0) return second >= 0xA0 ? 3 : 0;
  if (first == 0xED) return second <= 0x9F ? 3 : 0;
  if (first >= 0xE1 && first <= 0xEF) return 3;
  if (!follows(3)) return 0;
  if (first == 0xF0) return second >= 0x90 ? 4 : 0;
  if (first == 0xF4) return second <= 0x8F ? 4 : 0;
  return first >= 0xF1 && first <= 0xF3 ? 4 : 0;
}

// What stands after the backslash; 0: no letter does.
char escape_of(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return 0;
  }
}

// The text between its quotes; false, with some of it written, if it is no UTF-8.
bool add_escaped(std::string& out, std::string_view text) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x80) {
      const std::size_t length = length_of(text, i);
      if (length == 0) return false;
      i += length;
      continue;
    }
    if (c >= 0x20 && c != '"' && c != '\\') {
      ++i;
      continue;
    }
    out.append(text.substr(done, i - done)) += '\\';
    if (const char letter = escape_of(text[i])) {
      out += letter;
    } else {
      constexpr std::string_view kHex = "0123456789abcdef";
      out.append("u00") += kHex[c >> 4];
      out += kHex[c & 15];
    }
    done = ++i;
  }
  out.append(text.substr(done));
  return true;
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
  const std::size_t before = out_.size();
  out_ += '"';
  if (is_plain(text)) {
    out_ += text;
  } else if (!add_escaped(out_, text)) {
    out_.resize(before);
    out_ += show_json(nlohmann::ordered_json(text));
    return;
  }
  out_ += '"';
}

}  // namespace fellow::searchd
