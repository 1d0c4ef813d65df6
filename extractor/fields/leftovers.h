// SPDX-License-Identifier: GPL-3.0-or-later
// Is this text what a theme was shipped with rather than what its user wrote? "Your Name", "Nelson Bighetti", "GitHub
// University".
#pragma once

#include <string_view>

namespace fellow::extractor {

// Whether a word is in it that no person's name has: "Recommended Reading", "Human Population Genetics".
bool has_title_word(std::string_view name);
bool leftover_name(std::string_view name);          // also "Home", "About", "Curriculum Vitae", "admin"
bool leftover_organisation(std::string_view name);  // "GitHub University", "University 1", "Your University"
bool leftover_address(std::string_view email);      // "none@example.org", "your@email"
bool leftover_login(std::string_view login);        // "yourorcidurl", "username", the themes' own accounts

}  // namespace fellow::extractor
