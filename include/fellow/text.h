// SPDX-License-Identifier: GPL-3.0-or-later
// When are two pieces of text the same to a reader? Folding and cleaning, on ICU. Everything takes and gives UTF-8;
// ill-formed bytes are read as U+FFFD. Pure functions, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::text {

// Compares as people do: NFKD without combining marks, case folded, ß ø ł đ æ œ spelled out, "&" = "and", apostrophes
// dropped, Han characters simplified, every other run of non-alphanumerics one blank, trimmed. "L'École Polytechnique–Zürich"
// -> "lecole polytechnique zurich".
std::string fold(std::string_view text);
// The words of fold(text).
std::vector<std::string> words(std::string_view text);
// White space (also no-break and ideographic blanks) as single blanks, trimmed; control, bidi and zero-width characters
// taken out (R17); NFC; cut to at most max_bytes at a character boundary (0 = no limit).
std::string clean(std::string_view text, std::size_t max_bytes = 0);
// Well-formed UTF-8: ill-formed sequences become U+FFFD.
std::string valid_utf8(std::string_view bytes);
// ASCII white space at both ends taken off.
std::string_view trim(std::string_view text);
// ASCII letters in lower case.
std::string lower(std::string_view text);
// Whether a and b are equal but for the case of ASCII letters.
bool same_letters(std::string_view a, std::string_view b);
std::vector<std::string_view> split(std::string_view text, char separator);
// Share of the characters that are letters of Han, Hiragana, Katakana or Hangul script, 0..1.
double cjk_share(std::string_view text);
// "&", "<", ">", and both quotes as entities: the only way text gets into markup (R26).
std::string escape_html(std::string_view text);

}  // namespace fellow::text
