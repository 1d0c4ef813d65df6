// SPDX-License-Identifier: GPL-3.0-or-later
// In which characters is this page written? Bytes in any encoding of the WHATWG Encoding Standard -> valid UTF-8.
//
// Byte order mark beats HTTP header beats <meta> beats a guess: valid UTF-8, then uchardet, then windows-1252 (R13). Never
// fails: what cannot be decoded becomes U+FFFD. Pure, thread-safe, linear.
#pragma once

#include <string>
#include <string_view>

namespace fellow::extractor {

// The ICU converter for a label of the Encoding Standard ("latin1", " UTF8 ", "gb2312"), or "replacement", "x-user-defined"
// and "ISO-8859-16", which ICU has not; "" for anything else. Where ICU and browsers differ, the browsers win (iso-8859-1 is
// windows-1252).
std::string_view encoding_named(std::string_view label);

// The value of charset= in a Content-Type; "" if none.
std::string_view charset_parameter(std::string_view content_type);

// The label in a <meta charset> or <meta http-equiv=content-type> among the first 1024 bytes; "" if none.
std::string meta_charset(std::string_view body);

// `look_at_meta`: the bytes are HTML. The mark is taken off; U+0000 is left in.
std::string to_utf8(std::string_view body, std::string_view content_type, bool look_at_meta);

// Undoes UTF-8 that somebody read as windows-1252 and saved as UTF-8 ("donâ€™t" -> "don’t"), run by run; only runs that decode
// to a letter or a punctuation mark people use, and everything if nothing but such runs is found.
std::string mend_mojibake(std::string text);

}  // namespace fellow::extractor
