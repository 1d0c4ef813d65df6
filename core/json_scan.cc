// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/json_scan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "fellow/json.h"
#include "fellow/utf8.h"

namespace fellow {
namespace {

// Bytes that stand for themselves inside a string and are ASCII.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> out{};
  for (std::size_t c = 0x20; c < 0x80; ++c) out[c] = c != '"' && c != '\\';
  return out;
}();

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append(std::string& out, char32_t c) {
  const auto byte = [&](char32_t bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0 | (c >> 6)), byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    byte(0xE0 | (c >> 12)), byte(0x80 | ((c >> 6) & 0x3F)), byte(0x80 | (c & 0x3F));
  } else {
    byte(0xF0 | (c >> 18)), byte(0x80 | ((c >> 12) & 0x3F)), byte(0x80 | ((c >> 6) & 0x3F)), byte(0x80 | (c & 0x3F));
  }
}

template <class Number>
bool whole(std::string_view text, Number& out) {
  Number read{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  out = read;
  return true;
}

}  // namespace

JsonScan::JsonScan(std::string_view text) : text_(text) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

void JsonScan::fail() {
  sound_ = false;
  at_ = text_.size();
}

// The first byte of what comes next; 0 at the end.
char JsonScan::peek() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool JsonScan::is_sound() { return peek() == '\0' && at_ == text_.size() && sound_; }

bool JsonScan::literal(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) {
    fail();
    return false;
  }
  at_ += word.size();
  return true;
}

// Steps over a null.
bool JsonScan::is_null() { return peek() == 'n' && literal("null"); }

bool JsonScan::enter(std::string_view key, char bracket) {
  if (is_null()) return false;
  if (peek() != bracket) {
    blame(key);
    skip();
    return false;
  }
  if (open_.size() >= static_cast<std::size_t>(kMaxJsonDepth)) {
    fail();
    return false;
  }
  ++at_;
  open_.push_back({.object = bracket == '{'});
  return true;
}

// Whether another member or item stands before the bracket; steps over comma or bracket.
bool JsonScan::goes_on(char bracket) {
  const char c = peek();
  const bool first = std::exchange(open_.back().first, false);
  if (c == bracket) {
    ++at_;
    open_.pop_back();
    return false;
  }
  if (!first && c == ',') {
    ++at_;
    if (peek() != bracket) return at_ < text_.size();
  } else if (first && at_ < text_.size()) {
    return true;
  }
  fail();
  open_.pop_back();
  return false;
}

bool JsonScan::next_member(std::string& name) {
  if (!goes_on('}')) return false;
  name.clear();
  if (peek() == '"' && string(&name) && peek() == ':') {
    ++at_;
    if (peek() != '\0') return true;
  }
  fail();
  open_.pop_back();
  return false;
}

bool JsonScan::next_item() { return goes_on(']'); }

// Without recursion: brackets are bounded by their depth.
void JsonScan::skip() {
  const std::size_t outside = open_.size();
  std::string name;
  do {
    if (open_.size() > outside) {
      const bool more = open_.back().object ? next_member(name) : next_item();
      if (!more) continue;
    }
    const char c = peek();
    if (c == '{' || c == '[') {
      enter({}, c);
    } else if (c == '"') {
      string(nullptr);
    } else if (c == 't') {
      literal("true");
    } else if (c == 'f') {
      literal("false");
    } else if (c == 'n') {
      literal("null");
    } else if (number().empty()) {
      fail();
    }
  } while (open_.size() > outside && sound_);
  if (!sound_) open_.resize(std::min(outside, open_.size()));
}

// A string that begins here; into `out`, if it is wanted.
bool JsonScan::string(std::string* out) {
  ++at_;
  while (at_ < text_.size()) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && kPlain[static_cast<unsigned char>(text_[at_])]) ++at_;
    if (out) out->append(text_.substr(begin, at_ - begin));
    if (at_ == text_.size()) break;
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c == '"') {
      ++at_;
      return true;
    }
    if (c == '\\' ? !escape(out) : c < 0x20 || !foreign(out)) break;
  }
  fail();
  return false;
}

// Four hexadecimal digits.
bool JsonScan::unit(unsigned& out) {
  if (at_ + 4 > text_.size()) return false;
  const std::string_view digits = text_.substr(at_, 4);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + 4, out, 16);
  at_ += 4;
  return error == std::errc() && end == digits.data() + 4;
}

bool JsonScan::escape(std::string* out) {
  if (at_ + 2 > text_.size()) return false;
  const char c = text_[at_ + 1];
  at_ += 2;
  static constexpr std::string_view kNames = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  if (const auto which = kNames.find(c); which != std::string_view::npos) {
    if (out) *out += kMeant[which];
    return true;
  }
  unsigned high = 0, low = 0;
  if (c != 'u' || !unit(high)) return false;
  char32_t character = high;
  if (high >= 0xD800 && high < 0xDC00) {
    if (text_.substr(at_, 2) != "\\u") return false;
    at_ += 2;
    if (!unit(low) || low < 0xDC00 || low > 0xDFFF) return false;
    character = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
  } else if (high >= 0xDC00 && high <= 0xDFFF) {
    return false;
  }
  if (out) append(*out, character);
  return true;
}

bool JsonScan::foreign(std::string* out) {
  const std::size_t length = length_beyond_ascii(text_, at_);
  if (length == 0) return false;
  if (out) out->append(text_.substr(at_, length));
  at_ += length;
  return true;
}

// The number that begins here; "" if none does.
std::string_view JsonScan::number() {
  const std::size_t begin = at_;
  std::size_t i = at_;
  const auto digits = [&] {
    const std::size_t from = i;
    while (i < text_.size() && is_digit(text_[i])) ++i;
    return i > from;
  };
  if (i < text_.size() && text_[i] == '-') ++i;
  const bool zero = i < text_.size() && text_[i] == '0';
  if (zero ? (++i, false) : !digits()) return {};
  if (i < text_.size() && text_[i] == '.') {
    ++i;
    if (!digits()) return {};
  }
  if (i < text_.size() && (text_[i] == 'e' || text_[i] == 'E')) {
    ++i;
    if (i < text_.size() && (text_[i] == '+' || text_[i] == '-')) ++i;
    if (!digits()) return {};
  }
  at_ = i;
  return text_.substr(begin, i - begin);
}

void JsonScan::take(std::string_view key, std::string& out) {
  if (is_null()) return;
  if (peek() != '"') return blame(key), skip();
  out.clear();
  string(&out);
}

void JsonScan::take(std::string_view key, bool& out) {
  const char c = peek();
  if (c == 't' || c == 'f') {
    if (literal(c == 't' ? "true" : "false")) out = c == 't';
  } else if (!is_null()) {
    blame(key), skip();
  }
}

void JsonScan::take(std::string_view key, double& out) {
  if (is_null()) return;
  const char c = peek();
  if (c != '-' && !is_digit(c)) return blame(key), skip();
  const std::string_view text = number();
  if (text.empty()) return fail();
  if (!whole(text, out)) fail();  // beyond all numbers
}

template <class Integer>
void JsonScan::take_whole(std::string_view key, Integer& out) {
  if (is_null()) return;
  const char c = peek();
  if (c != '-' && !is_digit(c)) return blame(key), skip();
  const std::string_view text = number();
  if (text.empty()) return fail();
  if (!whole(text, out)) blame(key);
}

void JsonScan::take(std::string_view key, std::int64_t& out) { take_whole(key, out); }

void JsonScan::take(std::string_view key, std::uint64_t& out) { take_whole(key, out); }

void JsonScan::take(std::string_view key, int& out) {
  std::int64_t n = out;
  take(key, n);
  if (n < std::numeric_limits<int>::min() || n > std::numeric_limits<int>::max()) return blame(key);
  out = static_cast<int>(n);
}

void JsonScan::take(std::string_view key, std::vector<std::string>& out) {
  out.clear();
  items(key, [&] {
    if (peek() != '"') return blame(key), skip();
    string(&out.emplace_back());
  });
}

}  // namespace fellow
