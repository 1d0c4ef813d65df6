// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/name_tokens.h"

#include <string>

#include "extractor/papers/letters.h"
#include "extractor/papers/name_words.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

bool is_apostrophe(char32_t c) { return c == '\'' || c == 0x2019 || c == 0x2018 || c == '`' || c == 0x02bc; }
bool is_dash(char32_t c) { return c == '-' || (c >= 0x2010 && c <= 0x2013); }

NameToken native_name(std::string_view text, std::size_t at) {
  NameToken out{NameToken::none, at, at, false};
  std::size_t han = 0, kana = 0, hangul = 0, i = at;
  while (i < text.size()) {
    auto next = i;
    const char32_t c = next_letter(text, next);
    if (is_han(c))
      ++han;
    else if (is_kana(c))
      ++kana;
    else if (is_hangul(c))
      ++hangul;
    else if (c == 0x30fb && kana > 0) {
    } else
      break;
    i = next;
    if (han + kana + hangul > 14) return out;
  }
  const bool name =
      (hangul >= 2 && hangul <= 4 && han + kana == 0) || (han >= 2 && han <= 5 && kana == 0 && hangul == 0) ||
      (kana > 0 && hangul == 0 &&
       (kana <= 3 ? han >= 1 && han <= 4 : han == 0 && text.substr(at, i - at).find("・") != std::string_view::npos));
  if (name) out = {NameToken::native, at, i, false};
  return out;
}

}  // namespace

bool is_mark_char(char32_t c) {
  switch (c) {
    case U'*':
    case U'†':
    case U'‡':
    case U'§':
    case U'¶':
    case U'#':
    case U'^':
    case U'∗':
    case U'⋆':
    case U'★':
    case U'☆':
    case U'✉':
    case U'♯':
    case U'♮':
    case U'＊':
    case U'✝':
    case U'+':
    case U'⁎':
    case U'♠':
    case U'♦':
    case U'♣':
    case U'♥':
    case U'◇':
    case U'△':
    case U'○':
    case U'¹':
    case U'²':
    case U'³':
    case U'⁴':
    case U'⁵':
    case U'⁶':
      return true;
    default:
      return c >= 0x2070 && c <= 0x209f;
  }
}

NameToken name_token(std::string_view text, std::size_t at) {
  NameToken out{NameToken::none, at, at, false};
  const char32_t first = letter_at(text, at);
  if (is_cjk(first)) return native_name(text, at);
  if (!is_letter(first)) return out;
  std::size_t letters = 0, uppers = 0, lowers = 0, i = at, dots = 0;
  bool after_joint = true;  // the next letter begins a part: "J.-C.", "O'Neil"
  bool capital = false;
  while (i < text.size()) {
    auto next = i;
    const char32_t c = next_letter(text, next);
    if (is_letter(c) || is_mark(c) || (c == '\\' && letters > 0)) {
      if (is_cjk(c)) break;
      if (after_joint && is_upper(c)) capital = true;
      ++letters;
      uppers += is_upper(c) ? 1U : 0U;
      lowers += is_lower(c) ? 1U : 0U;
      after_joint = false;
    } else if (is_dash(c) || is_apostrophe(c)) {
      if (!is_letter(letter_at(text, next))) break;
      after_joint = true;
    } else if (c == '.') {
      // The dot of an initial; in "R.J." and "J.-C." more follow at once.
      const char32_t after = letter_at(text, next);
      const bool second = dots > 0 && letters <= 4;  // "J.-Ph."
      if ((lowers > 0 || letters > 4) && !second) {
        out.dotted = true;
        break;
      }
      ++dots;
      after_joint = true;
      auto behind = next;
      if (behind < text.size()) next_letter(text, behind);
      const bool word = is_letter(after) && is_lower(letter_at(text, behind));  // "T.Zorman"
      if ((!(is_letter(after) && is_upper(after)) && !(is_dash(after))) || word) {
        i = next;
        break;
      }
    } else {
      break;
    }
    i = next;
    if (letters > 40) return out;
  }
  out.begin = at;
  out.end = i;
  const auto word = text.substr(at, i - at);
  const std::string folded = text::fold(word);
  if (is_one_of(folded, kSuffixes)) {
    out.kind = NameToken::suffix;
    if (out.dotted && out.end < text.size() && text[out.end] == '.') ++out.end, out.dotted = false;
    return out;
  }
  if (dots == 0 && lowers > 0 && is_one_of(folded, kParticles)) {
    out.kind = is_upper(first) ? NameToken::word : NameToken::particle;
    return out;
  }
  // "J.", "J", "JM", "R.J.D."; also "Yu." and "Ch." before another name.
  if (uppers > 0 && lowers == 0 && letters <= 4 && (dots > 0 || letters <= 3)) {
    // "OF" may be Otto Friedrich in "Roe OF, Poe IT", and "EL" a part of "AMINE EL ROE".
    const bool closed = i < text.size() && (text[i] == ',' || text[i] == '.');
    if (dots == 0 && letters >= 2 && !closed && is_one_of(folded, kNoNames) && !is_one_of(folded, kParticles)) return out;
    out.kind = NameToken::initials;
    return out;
  }
  if (dots > 0) {  // "St.", "Ph." with capitals and lower case come here only through letters > 4
    out.kind = uppers > 0 ? NameToken::initials : NameToken::none;
    return out;
  }
  if (!capital && !(lowers > 0 && uppers > 0)) return out;
  if (is_one_of(folded, kNoNames)) return out;
  out.kind = NameToken::word;
  return out;
}

}  // namespace fellow::extractor::papers
