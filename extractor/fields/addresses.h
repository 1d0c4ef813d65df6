// SPDX-License-Identifier: GPL-3.0-or-later
// Where does a text name an e-mail address or a telephone number? To find the person's, and to cut them out of what is shown
// (R41).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor {

struct Address {
  std::string text;
  std::size_t begin = 0, end = 0;
};
// E-mail addresses in clear: local@host.tld. Disguised ones ("jane at x dot org", "jane [at] x") are none.
std::vector<Address> find_addresses(std::string_view text);
// The text without e-mail addresses, disguised or not, and telephone numbers.
std::string without_contact(std::string_view text);

}  // namespace fellow::extractor
