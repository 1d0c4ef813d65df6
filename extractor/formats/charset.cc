// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/charset.h"

#include <uchardet/uchardet.h>
#include <unicode/ucnv.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "extractor/formats/characters.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMetaBytes = 1024;      // Encoding sniffing of the HTML standard looks this far
constexpr std::size_t kGuessedBytes = 65536;  // enough for uchardet; its time is linear, about 30 MB/s

bool is_utf8(std::string_view body) {
  for (std::size_t i = 0; i < body.size();) {
    const unsigned char a = byte_at(body, i), b = byte_at(body, i + 1);
    const std::size_t more = a < 0x80                ? 0
                             : a >= 0xC2 && a < 0xE0 ? 1
                             : a >= 0xE0 && a < 0xF0 ? 2
                             : a >= 0xF0 && a < 0xF5 ? 3
                                                     : 4;
    if (more == 4 || i + more >= body.size() + (more == 0)) return false;
    const bool long_form = (a == 0xE0 && b < 0xA0) || (a == 0xF0 && b < 0x90);
    const bool out_of_range = (a == 0xED && b > 0x9F) || (a == 0xF4 && b > 0x8F);
    if (long_form || out_of_range) return false;
    for (std::size_t k = 1; k <= more; ++k) {
      if ((byte_at(body, i + k) & 0xC0) != 0x80) return false;
    }
    i += 1 + more;
  }
  return true;
}

// 0xA0..0xFF of ISO-8859-16, which ICU 72 does not have.
constexpr std::array<char16_t, 96> kIso8859_16 = {
    0x00A0, 0x0104, 0x0105, 0x0141, 0x20AC, 0x201E, 0x0160, 0x00A7, 0x0161, 0x00A9, 0x0218, 0x00AB, 0x0179, 0x00AD,
    0x017A, 0x017B, 0x00B0, 0x00B1, 0x010C, 0x0142, 0x017D, 0x201D, 0x00B6, 0x00B7, 0x017E, 0x010D, 0x0219, 0x00BB,
    0x0152, 0x0153, 0x0178, 0x017C, 0x00C0, 0x00C1, 0x00C2, 0x0102, 0x00C4, 0x0106, 0x00C6, 0x00C7, 0x00C8, 0x00C9,
    0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF, 0x0110, 0x0143, 0x00D2, 0x00D3, 0x00D4, 0x0150, 0x00D6, 0x015A,
    0x0170, 0x00D9, 0x00DA, 0x00DB, 0x00DC, 0x0118, 0x021A, 0x00DF, 0x00E0, 0x00E1, 0x00E2, 0x0103, 0x00E4, 0x0107,
    0x00E6, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00ED, 0x00EE, 0x00EF, 0x0111, 0x0144, 0x00F2, 0x00F3,
    0x00F4, 0x0151, 0x00F6, 0x015B, 0x0171, 0x00F9, 0x00FA, 0x00FB, 0x00FC, 0x0119, 0x021B, 0x00FF,
};

std::string decode_iso_8859_16(std::string_view body) {
  std::string out;
  for (char c : body) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(out, byte < 0xA0 ? byte : kIso8859_16[byte - 0xA0u]);
  }
  return out;
}

std::string decode_user_defined(std::string_view body) {
  std::string out;
  for (char c : body) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(out, byte < 0x80 ? byte : 0xF780u + byte - 0x80u);
  }
  return out;
}

std::string decode(std::string_view body, std::string_view encoding) {
  if (encoding == "UTF-8") return text::valid_utf8(body);
  if (encoding == "x-user-defined") return decode_user_defined(body);
  if (encoding == "ISO-8859-16") return decode_iso_8859_16(body);
  if (encoding == "replacement") return body.empty() ? "" : "\xEF\xBF\xBD";  // the standard's guard against mixed readings
  UErrorCode error = U_ZERO_ERROR;
  const std::string name(encoding);
  const std::unique_ptr<UConverter, void (*)(UConverter*)> converter(ucnv_open(name.c_str(), &error), ucnv_close);
  if (U_FAILURE(error)) return text::valid_utf8(body);
  error = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, void (*)(UConverter*)> utf8(ucnv_open("UTF-8", &error), ucnv_close);
  if (U_FAILURE(error)) return text::valid_utf8(body);
  // Piece by piece: one character of 2 bytes or more gives at most 3 of UTF-8 for each byte read.
  std::string out;
  const char* source = body.data();
  const char* const source_end = source + body.size();
  std::array<UChar, 4096> pivot;
  UChar *pivot_read = pivot.data(), *pivot_write = pivot.data();
  std::array<char, 16384> piece;
  bool first = true;
  do {
    char* target = piece.data();
    error = U_ZERO_ERROR;
    ucnv_convertEx(utf8.get(), converter.get(), &target, piece.data() + piece.size(), &source, source_end, pivot.data(),
                   &pivot_read, &pivot_write, pivot.data() + pivot.size(), first, true, &error);
    out.append(piece.data(), static_cast<std::size_t>(target - piece.data()));
    first = false;
  } while (error == U_BUFFER_OVERFLOW_ERROR);
  return text::valid_utf8(out);
}

std::string_view guessed(std::string_view body) {
  if (is_utf8(body)) return "UTF-8";
  const std::unique_ptr<uchardet, void (*)(uchardet*)> detector(uchardet_new(), uchardet_delete);
  const std::string_view looked_at = body.substr(0, kGuessedBytes);
  if (uchardet_handle_data(detector.get(), looked_at.data(), looked_at.size()) != 0) return "windows-1252";
  uchardet_data_end(detector.get());
  const std::string_view name = uchardet_get_charset(detector.get());
  if (name == "UHC") return encoding_named("euc-kr");  // uchardet's name for windows-949
  const std::string_view encoding = encoding_named(name);
  // A page that is UTF-8 but for some bad bytes is still called UTF-8; rare exotic guesses are mostly wrong on short pages.
  return encoding.empty() || encoding == "replacement" ? "windows-1252" : encoding;
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view unquoted_value(std::string_view rest) {
  while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  if (rest.empty()) return {};
  if (rest.front() == '"' || rest.front() == '\'') {
    const std::size_t close = rest.find(rest.front(), 1);
    return close == std::string_view::npos ? std::string_view() : rest.substr(1, close - 1);
  }
  return rest.substr(0, rest.find_first_of(" \t\r\n;,\"'/>"));
}

}  // namespace

std::string_view charset_parameter(std::string_view content_type) {
  const std::string lower = text::lower(content_type);
  for (std::size_t at = 0; (at = lower.find("charset", at)) != std::string::npos; ++at) {
    std::size_t after = at + 7;
    while (after < lower.size() && is_space(lower[after])) ++after;
    if (after < lower.size() && lower[after] == '=') return unquoted_value(content_type.substr(after + 1));
  }
  return {};
}

std::string meta_charset(std::string_view body) {
  const std::string head = text::lower(body.substr(0, kMetaBytes));
  std::size_t at = 0;
  while ((at = head.find('<', at)) != std::string::npos) {
    if (head.compare(at, 4, "<!--") == 0) {
      const std::size_t close = head.find("-->", at + 2);
      if (close == std::string::npos) return {};
      at = close + 3;
      continue;
    }
    const std::size_t close = head.find('>', at);
    if (head.compare(at, 5, "<meta") == 0 && at + 5 < head.size() && (is_space(head[at + 5]) || head[at + 5] == '/')) {
      const std::string_view label = charset_parameter(std::string_view(head).substr(at, close - at));
      if (!encoding_named(label).empty()) return std::string(label);
    }
    if (close == std::string::npos) return {};
    at = close + 1;
  }
  return {};
}

std::string to_utf8(std::string_view body, std::string_view content_type, bool look_at_meta) {
  if (body.starts_with("\xEF\xBB\xBF")) return text::valid_utf8(body.substr(3));
  if (body.starts_with("\xFE\xFF")) return decode(body.substr(2), "UTF-16BE");
  if (body.starts_with("\xFF\xFE")) return decode(body.substr(2), "UTF-16LE");
  if (const std::string_view named = encoding_named(charset_parameter(content_type)); !named.empty())
    return decode(body, named);
  if (look_at_meta) {
    std::string_view named = encoding_named(meta_charset(body));
    if (named.starts_with("UTF-16")) named = "UTF-8";  // HTML standard, prescan: ASCII was readable, so it cannot be UTF-16
    if (named == "x-user-defined") named = "windows-1252";
    if (!named.empty()) return decode(body, named);
    // XML declaration: <?xml version="1.0" encoding="…"?>
    if (const std::size_t at = body.substr(0, kMetaBytes).find("encoding=");
        body.starts_with("<?xml") && at != std::string_view::npos) {
      if (named = encoding_named(unquoted_value(body.substr(at + 9))); !named.empty() && !named.starts_with("UTF-16")) {
        return decode(body, named);
      }
    }
  }
  return decode(body, guessed(body));
}

}  // namespace fellow::extractor
