// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/tokens.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <algorithm>

#include "extractor/marks.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxTokens = 20'000;

UChar32 decode(std::string_view text, std::size_t at, std::size_t& next) {
  if (const auto byte = static_cast<unsigned char>(text[at]); byte < 0x80) {
    next = at + 1;
    return byte;
  }
  auto i = static_cast<int32_t>(at);
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(reinterpret_cast<const uint8_t*>(text.data()), i, static_cast<int32_t>(text.size()), c);
  next = static_cast<std::size_t>(i);
  return c;
}

bool is_ascii_letter(UChar32 c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool is_digit(UChar32 c) { return c >= '0' && c <= '9'; }
bool is_capital(UChar32 c) { return c < 0x80 ? c >= 'A' && c <= 'Z' : u_isupper(c) || u_istitle(c); }
bool is_letter(UChar32 c) { return c < 0x80 ? is_ascii_letter(c) : u_isalpha(c); }

bool is_cjk(UChar32 c) {
  if (c < 0x1100) return false;
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &status);
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA || script == USCRIPT_HANGUL ||
         c == 0x30FC;
}

bool is_ascii_word(UChar32 c) { return is_ascii_letter(c) || is_digit(c); }
bool is_word(UChar32 c) {
  if (c < 0x80) return is_ascii_word(c);
  return u_isalnum(c) || u_charType(c) == U_NON_SPACING_MARK || u_charType(c) == U_COMBINING_SPACING_MARK;
}

bool is_apostrophe(UChar32 c) { return c == '\'' || c == 0x2019; }

// "l'Université", "d'Informatique", "all'Università": two words.
bool elided(std::string_view before) {
  static constexpr WordSet kWords({"l", "d", "qu", "n", "j", "c", "s", "m", "dell", "all", "nell", "dall", "un"});
  return in(kWords, before);
}

std::string joined_fold(std::string_view word) {
  std::string folded = text::fold(word);
  std::erase(folded, ' ');
  return folded;
}

// Words whose dot does not end a sentence, folded.
bool is_abbreviation(std::string_view word) {
  static constexpr WordSet kWords({"prof",   "profs", "dr",   "drs",  "mr",    "mrs",   "ms",   "st",    "univ", "dept",
                                   "vs",     "eg",    "ie",   "etc",  "cf",    "inc",   "ltd",  "co",    "corp", "assoc",
                                   "asst",   "jr",    "sr",   "no",   "vol",   "pp",    "al",   "fig",   "ing",  "bsc",
                                   "msc",    "phd",   "beng", "meng", "mphil", "dphil", "dipl", "habil", "rer",  "nat",
                                   "approx", "resp",  "ed",   "eds",  "jan",   "feb",   "mar",  "apr",   "jun",  "jul",
                                   "aug",    "sep",   "sept", "oct",  "nov",   "dec",   "aka",  "pvt"});
  return in(kWords, word);
}

bool begins_sentence(std::string_view folded) {  // after "Ph.D." and the like
  static constexpr WordSet kWords({"i",         "he",    "she",    "my",    "his",   "her",  "before",  "previously", "prior",
                                   "currently", "after", "during", "the",   "since", "from", "at",      "we",         "our",
                                   "they",      "this",  "now",    "until", "then",  "as",   "earlier", "for"});
  return in(kWords, folded);
}

}  // namespace

std::vector<Token> tokens(std::string_view text) {
  constexpr std::size_t kBytesAWord = 6;
  std::vector<Token> out;
  out.reserve(std::min(text.size() / kBytesAWord + 1, kMaxTokens));
  std::size_t at = 0;
  while (at < text.size() && out.size() < kMaxTokens) {
    std::size_t next = 0;
    UChar32 c = decode(text, at, next);
    if (!is_word(c)) {
      at = next;
      continue;
    }
    Token token;
    token.begin = at;
    token.capital = is_capital(c);
    token.cjk = is_cjk(c);
    token.number = true;
    std::size_t letters = 0, dots = 0;
    while (at < text.size()) {
      if (!token.cjk) {  // as below, for the letters that nearly all words are of
        for (; at < text.size() && is_ascii_word(text[at]); ++at, ++letters) token.number = token.number && is_digit(text[at]);
        if (at == text.size()) break;
      }
      c = decode(text, at, next);
      std::size_t after = 0;
      if (is_word(c)) {
        if (is_cjk(c) != token.cjk && u_charType(c) != U_NON_SPACING_MARK) break;
        token.number = token.number && is_digit(c);
        ++letters;
      } else if (is_apostrophe(c) && elided(text.substr(token.begin, at - token.begin))) {
        break;
      } else if (is_apostrophe(c) && next < text.size() && !token.cjk && is_letter(decode(text, next, after))) {
        token.number = false;
      } else if (c == '.' && !token.number && !token.cjk && next < text.size() && letters <= 4 &&
                 is_letter(decode(text, next, after)) && (letters <= 2 || dots > 0)) {
        ++dots;  // "Ph.D", "U.S", "M.Sc"; not "end.Next"
        letters = 0;
      } else {
        break;
      }
      at = next;
    }
    if (at < text.size() && text[at] == '.' && token.capital && (dots > 0 || (letters == 1 && at - token.begin <= 2)))
      ++at;  // "J.", "Ph.D."
    token.end = at;
    token.folded = joined_fold(text.substr(token.begin, token.end - token.begin));
    if (!token.folded.empty()) out.push_back(std::move(token));
  }
  return out;
}

bool adjoining(std::string_view gap) {
  if (gap == "-" || gap == "/" || gap == "–" || gap == "‐" || gap == "‑" || gap == "." || gap == ". ") return true;
  return !gap.empty() && gap.find_first_not_of(" \t\n") == std::string_view::npos;
}

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::string_view line : text::split(text, '\n'))
    if (line = text::trim(line); !line.empty()) out.push_back(line);
  return out;
}

std::vector<std::string_view> sentences(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::string_view line : lines(text)) {
    std::size_t begin = 0, at = 0;
    const auto cut = [&](std::size_t end) {
      const std::string_view part = text::trim(line.substr(begin, end - begin));
      if (!part.empty()) out.push_back(part);
      begin = end;
    };
    while (at < line.size()) {
      std::size_t next = 0;
      const UChar32 c = decode(line, at, next);
      if (c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF0E) {
        cut(next);
      } else if ((c == '.' || c == '!' || c == '?') && next < line.size() && (line[next] == ' ' || line[next] == ')')) {
        std::size_t word = at;
        while (word > begin && line[word - 1] != ' ' && line[word - 1] != '(') --word;
        const std::string last = joined_fold(line.substr(word, at - word));
        const std::size_t follow = line.find_first_not_of(' ', next);
        std::size_t after = 0;
        const UChar32 f = follow == std::string_view::npos ? 0 : decode(line, follow, after);
        bool ends = u_isupper(f) || u_isdigit(f) || is_cjk(f) || f == '"' || f == '(' || f == '[' || f == 0x201C || f == 0;
        if (c == '.' && ends &&
            (is_abbreviation(last) || last.size() == 1 || line.substr(word, at - word).find('.') != std::string_view::npos)) {
          const std::size_t end = line.find(' ', follow);
          ends = begins_sentence(joined_fold(line.substr(follow, end == std::string_view::npos ? end : end - follow))) &&
                 u_isupper(f) && last != "dr" && last != "prof";
        }
        if (last == "eg" || last == "ie" || last == "cf") ends = false;
        if (ends) cut(next);
      }
      at = next;
    }
    cut(line.size());
  }
  return out;
}

std::vector<std::string> enumeration(std::string_view text, bool and_too) {
  static constexpr std::string_view kAnds[] = {"and", "und", "et", "y", "e", "or", "as well as", "ainsi que", "sowie", "&"};
  std::vector<std::string> out;
  std::string item;
  int depth = 0;
  const auto flush = [&] {
    std::string_view part = bare(item);
    for (std::string_view word : kAnds)  // ", and C"
      if (part.size() > word.size() + 1 && text::same_letters(part.substr(0, word.size()), word) && part[word.size()] == ' ' &&
          !out.empty())
        part = bare(part.substr(word.size() + 1));
    if (!part.empty()) out.emplace_back(part);
    item.clear();
  };
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t next = 0;
    const UChar32 c = decode(text, at, next);
    if (c == '(' || c == '[' || c == 0xFF08) ++depth;
    if ((c == ')' || c == ']' || c == 0xFF09) && depth > 0) --depth;
    const bool mark = c == ',' || c == ';' || c == '\n' || c == '|' || c == 0x3001 || c == 0xFF0C || c == 0xFF1B ||
                      c == 0x2022 || c == 0x00B7 || c == 0x30FB;
    if (depth == 0 && mark) {
      flush();
    } else if (depth == 0 && and_too && c == ' ') {
      bool split = false;
      for (std::string_view word : kAnds) {
        if (text.substr(next).size() > word.size() && text::same_letters(text.substr(next, word.size()), word) &&
            text[next + word.size()] == ' ') {
          flush();
          next += word.size() + 1;
          split = true;
          break;
        }
      }
      if (!split) item += ' ';
    } else {
      item += text.substr(at, next - at);
    }
    at = next;
  }
  flush();
  return out;
}

std::string_view bare(std::string_view text) {
  static constexpr Marks kMarks({" ",  "\t", "\n", ",",  ";", ":", "-", "–", "—", "•", "·", "*",      "|", "。",
                                 "；", "，", "：", "、", "▪", "●", "○", "►", "…", "!", "/", "\u00a0", "■"});
  bool moved = true;
  while (moved && !text.empty()) {
    moved = false;
    for (std::string_view mark : kMarks) {
      if (!kMarks.may_begin(text) && !kMarks.may_end(text)) break;
      if (text.starts_with(mark)) text.remove_prefix(mark.size()), moved = true;
      if (!text.empty() && text.ends_with(mark)) text.remove_suffix(mark.size()), moved = true;
    }
    if (!moved && text.ends_with('.')) {
      const std::size_t word = text.rfind(' ') == std::string_view::npos ? 0 : text.rfind(' ') + 1;
      const std::string_view last = text.substr(word, text.size() - word - 1);
      const bool abbreviation =
          last.find('.') != std::string_view::npos || last.size() == 1 || is_abbreviation(joined_fold(last));
      if (!abbreviation) text.remove_suffix(1), moved = true;
    }
  }
  return text;
}

}  // namespace fellow::extractor
