// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/json_text.h"

#include <cstring>

#include "fellow/json.h"
#include "fellow/utf8.h"

namespace fellow {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;

// The high bit of each byte that is zero; perhaps of those above it too.
constexpr std::uint64_t zeros(std::uint64_t bytes) { return (bytes - kOnes) & ~bytes & kHighs; }

// What is in a text that has to be written otherwise, or looked at.
struct Content {
  std::uint64_t escapes = 0, beyond_ascii = 0;  // 0: nothing such
  void add(std::uint64_t eight) {
    escapes |= zeros(eight ^ (kOnes * '"')) | zeros(eight ^ (kOnes * '\\')) | ((eight - kOnes * 0x20) & ~eight & kHighs);
    beyond_ascii |= eight & kHighs;
  }
};

// Eight bytes at a time, those at the end once more where there are less.
Content content_of(std::string_view text) {
  Content out;
  const std::size_t size = text.size();
  std::uint64_t eight = 0;
  for (std::size_t i = 0; i + sizeof eight <= size; i += sizeof eight) {
    std::memcpy(&eight, text.data() + i, sizeof eight);
    out.add(eight);
  }
  if (size % sizeof eight == 0) return out;
  if (size > sizeof eight) {
    std::memcpy(&eight, text.data() + size - sizeof eight, sizeof eight);
  } else if (size >= sizeof eight / 2) {
    std::uint32_t first = 0, last = 0;
    std::memcpy(&first, text.data(), sizeof first);
    std::memcpy(&last, text.data() + size - sizeof last, sizeof last);
    eight = first | std::uint64_t{last} << 32;
  } else {
    eight = kOnes * static_cast<unsigned char>(text[0]);
    eight ^= static_cast<unsigned char>(text[0] ^ text[size / 2]);
    eight ^= std::uint64_t{static_cast<unsigned char>(text[0] ^ text[size - 1])} << 8;
  }
  out.add(eight);
  return out;
}

bool is_well_formed(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = static_cast<unsigned char>(text[i]) < 0x80 ? 1 : length_beyond_ascii(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

// Whether a JSON text has it between quotes as it is.
bool stands_for_itself(std::string_view text) {
  const Content content = content_of(text);
  return content.escapes == 0 && (content.beyond_ascii == 0 || is_well_formed(text));
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

JsonText& JsonText::plain_key(std::string_view name) {
  separate();
  ((out_ += '"') += name) += "\":";
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
  if (!stands_for_itself(text)) {
    out_ += show_json(nlohmann::ordered_json(text));
    return;
  }
  out_ += '"';
  out_ += text;
  out_ += '"';
}

}  // namespace fellow
