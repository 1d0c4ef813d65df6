// SPDX-License-Identifier: GPL-3.0-or-later
// What does this LaTeX print? Accents, symbols, dashes, quotes and simple formulas of titles and names, as Unicode.
#pragma once

#include <string>
#include <string_view>

namespace fellow::extractor {

// "{\"U}ber {B}ayes -- $O(n^2)$ \& \emph{more}" -> "Über Bayes – O(n^2) & more". Commands that are not known are left out and
// their arguments kept; white space folded; NFC. Linear; braces need not balance.
std::string latex_to_text(std::string_view latex);

// For addresses and identifiers: only what people must escape there is undone (\_ \% \& \# \~{} $\sim$, braces).
std::string latex_to_address(std::string_view latex);

}  // namespace fellow::extractor
