// SPDX-License-Identifier: GPL-3.0-or-later
// Which Han characters are the same one, written the traditional and the simplified way? "張" and "张".
#pragma once

namespace fellow::text {

// The simplified form of a traditional character; of any other, itself. After ICU's Traditional-Simplified, character by
// character: several traditional ones may share a form ("髮" and "發" are both "发"). Thread-safe.
char32_t simplified(char32_t c);

}  // namespace fellow::text
