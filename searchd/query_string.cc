// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/query_string.h"

#include "fellow/text.h"

namespace fellow::searchd {
namespace {

constexpr std::size_t kMaxParameters = 256;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_unreserved(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' || c == '_' ||
         c == '~';
}

void append_encoded(std::string& out, std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
}

}  // namespace

Result<std::string> percent_decode(std::string_view text, bool plus) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      const int high = text.size() - i > 2 ? hex_digit(text[i + 1]) : -1,
                low = text.size() - i > 2 ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0)
        return fail(Code::bad_input, "'%' has to be followed by two hexadecimal digits; write it as %25");
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  if (text::valid_utf8(out) != out) return fail(Code::bad_input, "not valid UTF-8");
  return out;
}

Result<Parameters> parse_query_string(std::string_view query) {
  Parameters parameters;
  if (query.empty()) return parameters;
  for (const std::string_view piece : text::split(query, '&')) {
    if (piece.empty()) continue;
    if (parameters.size() == kMaxParameters) return fail(Code::bad_input, "more than 256 parameters");
    const std::size_t equals = piece.find('=');
    auto name = percent_decode(piece.substr(0, equals), true);
    if (!name) return fail(Code::bad_input, "the name of a parameter: " + name.error().what);
    auto value = percent_decode(equals == std::string_view::npos ? "" : piece.substr(equals + 1), true);
    if (!value) return fail(Code::bad_input, *name + ": " + value.error().what, *name);
    parameters.emplace_back(std::move(*name), std::move(*value));
  }
  return parameters;
}

std::string show_query_string(const Parameters& parameters) {
  std::string out;
  for (const auto& [name, value] : parameters) {
    if (!out.empty()) out += '&';
    append_encoded(out, name);
    out += '=';
    append_encoded(out, value);
  }
  return out;
}

}  // namespace fellow::searchd
