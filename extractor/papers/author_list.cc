// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/author_list.h"

#include <algorithm>

#include "extractor/marks.h"
#include "extractor/papers/letters.h"
#include "extractor/papers/name_tokens.h"
#include "extractor/papers/name_words.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr std::size_t kMaxNames = 2000, kMaxNameWords = 6, kMaxNameBytes = 80;

using Token = NameToken;

class Scanner {
 public:
  Scanner(std::string_view text, const Owner& owner) : text_(text), owner_(owner) {}
  AuthorList read();

 private:
  std::size_t skip_blanks(std::size_t at) const;
  std::size_t skip_marks(std::size_t at) const;
  std::size_t skip_bracket(std::size_t at) const;
  Token token(std::size_t at) const { return name_token(text_, at); }
  bool read_name(std::size_t& at);
  bool read_open_end(std::size_t& at);
  std::size_t conjunction(std::size_t at) const;
  std::size_t separator(std::size_t at) const;
  std::size_t initials_after_comma(std::size_t at) const;
  std::size_t given_name_after_comma(std::size_t at) const;
  std::size_t behind_with(std::size_t at) const;
  bool begins_group(std::size_t at) const;
  std::size_t group(std::size_t at) const;
  void finish(std::size_t at);

  std::string_view text_;
  const Owner& owner_;
  AuthorList list_;
  int with_initials_ = 0;
  int last_first_ = 0;       // names written "Doe J."
  bool stop_after_ = false;  // the last name ended the list
};

std::size_t Scanner::skip_blanks(std::size_t at) const {
  while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\n')) ++at;
  return at;
}

// Footnote marks behind a name: "*", "†", "1,2" directly at it, "(*)".
std::size_t Scanner::skip_marks(std::size_t at) const {
  for (int i = 0; i < 8 && at < text_.size(); ++i) {
    auto next = at;
    const char32_t c = next_letter(text_, next);
    const bool pair = c == ',' && at > 0 && is_digit(text_[at - 1]) && next < text_.size() && is_digit(text_[next]);  // "1,2"
    if (is_mark_char(c) || is_digit(text_[at]) || pair) {
      at = next;
    } else if (c == ' ' && next < text_.size()) {
      auto after = next;
      if (!is_mark_char(next_letter(text_, after))) break;
      at = after;
    } else {
      break;
    }
  }
  return at;
}

// "(equal contribution)", "(MIT)", "(杜珍)" behind a name, when the list goes on after it; never a year.
std::size_t Scanner::skip_bracket(std::size_t at) const {
  const auto open = skip_blanks(at);
  if (open >= text_.size() || (text_[open] != '(' && text_[open] != '[')) return at;
  if (open + 1 < text_.size() && (is_digit(text_[open + 1]))) return at;
  const auto close = text_.find(text_[open] == '(' ? ')' : ']', open);
  if (close == std::string_view::npos || close - open > 60) return at;
  const auto after = skip_blanks(close + 1);
  return after >= text_.size() || text_[after] == ',' || text_[after] == ';' || text_[after] == '.' ||
                 conjunction(after) > after
             ? close + 1
             : at;
}

std::size_t Scanner::conjunction(std::size_t at) const {
  if (at >= text_.size()) return at;
  if (text_[at] == '&') return at + 1;
  if (has_at(text_, at, "和") || has_at(text_, at, "与")) return at + 3;
  std::size_t end = at;
  while (end < text_.size() && end - at < 6 && text_[end] != ' ' && text_[end] != '\n' && text_[end] != ',') ++end;
  if (end >= text_.size() || (text_[end] != ' ' && text_[end] != '\n')) return at;
  return is_one_of(text_.substr(at, end - at), kConjunctions) ? end : at;
}

std::size_t Scanner::separator(std::size_t at) const {
  static constexpr std::string_view kSeparators[] = {",", ";", "，", "、", "；", "·", "•", "|", "・", "／"};
  for (const auto s : kSeparators) {
    if (has_at(text_, at, s)) return at + s.size();
  }
  return at;
}

// Behind "Doe": ", J. Q." or ", J" - the end of the initials; `at` if none.
std::size_t Scanner::initials_after_comma(std::size_t at) const {
  if (at >= text_.size() || text_[at] != ',') return at;
  std::size_t i = skip_blanks(at + 1), end = at;
  for (int n = 0; n < 4; ++n) {
    const Token t = token(i);
    if (t.kind == Token::particle && end > at) {
      i = skip_blanks(t.end);
      continue;
    }
    if (t.kind != Token::initials) break;
    end = t.end;
    i = skip_blanks(t.end);
  }
  if (end == at) return at;
  // "Doe, J. Smith, K. Lee": a surname right behind belongs to the initials.
  const Token t = token(i);
  if (t.kind != Token::word || i == end) return end;
  if (text_[end - 1] != '.') return at;
  const auto behind = skip_blanks(t.end);
  const bool goes_on = behind < text_.size() &&
                       (text_[behind] == ',' || text_[behind] == '.' || text_[behind] == ';' || conjunction(behind) > behind);
  return goes_on ? at : end;
}

// Behind "Doe": ", Jane Q." when the list then goes on or ends - the end of the given names; `at` if none.
std::size_t Scanner::given_name_after_comma(std::size_t at) const {
  if (at >= text_.size() || text_[at] != ',') return at;
  std::size_t i = skip_blanks(at + 1), end = at;
  for (int n = 0; n < 4; ++n) {
    const Token t = token(i);
    if (t.kind != Token::word && t.kind != Token::initials && t.kind != Token::particle) break;
    if (t.kind != Token::particle) end = t.end;
    i = skip_blanks(t.end);
    if (t.dotted) break;
  }
  if (end == at) return at;
  const auto after = skip_blanks(skip_marks(end));
  const bool goes_on = after >= text_.size() || text_[after] == ',' || text_[after] == ';' || text_[after] == '.' ||
                       text_[after] == '(' || conjunction(after) > after;
  return goes_on ? end : at;
}

// "et al.", "and others", "and 12 more authors", "…".
bool Scanner::read_open_end(std::size_t& at) {
  auto i = skip_blanks(at);
  if (const auto c = conjunction(i); c > i && text_.substr(i, 2) != "et") i = skip_blanks(c);
  static constexpr Marks kOpen({"et al", "et. al", "et coll", "others", "u. a.", "many more", "...", "…", "等", "外"});
  const bool counts = i < text_.size() && is_digit(text_[i]);
  if (!counts && !kOpen.may_begin(text_.substr(i))) return false;
  const std::string head = text::lower(text_.substr(i, 40));
  if (const std::string_view open = kOpen.at_begin(head); !open.empty()) {
    i += open.size();
    if (i < text_.size() && text_[i] == '.') ++i;
    // "and others including Doe J."
    if (const auto more = skip_blanks(i); text_.substr(more).starts_with("including ")) {
      const auto end = std::min(text_.find_first_of("\n,;(", more), more + 60);
      list_.has_owner = list_.has_owner || owner_.within(text_.substr(more, end - more));
      i = std::min(end, text_.size());
    }
    at = i;
    return list_.open = true;
  }
  std::size_t digits = 0;
  while (digits < head.size() && is_digit(head[digits])) ++digits;
  if (digits == 0 || digits > 4) return false;
  static constexpr std::string_view kMore[] = {" more authors", " more author",        " others",    " other authors",
                                               " more",         " additional authors", " co-authors"};
  for (const auto s : kMore) {
    if (!head.substr(digits).starts_with(s)) continue;
    at = i + digits + s.size();
    return list_.open = true;
  }
  return false;
}

bool Scanner::read_name(std::size_t& at) {
  std::size_t i = at, end = at, soft_end = at, words = 0, initials = 0, count = 0;
  std::size_t after_dotted_initials = 0;  // end of "Doe J." at which the list may have closed
  bool begins_with_word = false, native = false, dotted = false, broke = false;
  Token::Kind last_kind = Token::none;
  while (count < kMaxNameWords) {
    const Token t = token(i);
    if (t.kind == Token::none) {
      broke = true;
      break;
    }
    if (t.kind == Token::native) {
      if (count > 0 && !native) break;
      native = true;
      end = t.end;
      break;
    }
    if (t.kind == Token::particle && count > 0 && conjunction(i) > i && words >= 1 && (words >= 2 || initials > 0) &&
        t.end - t.begin == 1)
      break;
    if (words + initials == 0) begins_with_word = t.kind == Token::word;
    if (t.kind == Token::word) ++words;
    if (t.kind == Token::initials) {
      ++initials;
      if (begins_with_word && t.end > 0 && text_[t.end - 1] == '.') after_dotted_initials = t.end;
    }
    ++count;
    if (t.kind != Token::particle)
      end = t.end;
    else
      soft_end = t.end;
    if (t.kind != Token::suffix) last_kind = t.kind;
    if (t.dotted) {
      const Token next = token(skip_blanks(t.end + 1));
      const bool typo = count == 1 && next.kind == Token::initials && text_[next.end - 1] == '.';  // "Doe. J., A. Roe"
      if (typo) {
        end = next.end;
        last_kind = Token::initials;
        ++initials;
      } else {
        dotted = true;
      }
      break;
    }
    // After "Doe J." in a list of such names, the next capital begins something else.
    if (begins_with_word && t.kind == Token::initials && last_first_ > 0 &&
        last_first_ == static_cast<int>(list_.names.size())) {
      const Token next = token(skip_blanks(t.end));
      if (next.kind != Token::initials && next.kind != Token::suffix) break;
    }
    const auto gap = t.end < text_.size() && text_[t.end] == '.' && t.kind == Token::initials ? t.end : t.end;
    if (gap >= text_.size() || (text_[gap] != ' ' && !(t.kind == Token::initials && text_[gap - 1] == '.'))) break;
    i = skip_blanks(gap);
    if (i < text_.size() && i > gap && text_.substr(gap, i - gap).find('\n') != std::string_view::npos) break;
    if (conjunction(i) > i && words > 0) break;
  }
  if (soft_end > end && soft_end < text_.size() && (text_[soft_end] == ',' || text_[soft_end] == ';'))
    end = soft_end;  // "Wyk B van,"
  if (native) {
    list_.names.emplace_back(text_.substr(at, end - at));
    at = end;
    return true;
  }
  if (end == at || end - at > kMaxNameBytes) return false;
  const auto behind = skip_blanks(skip_marks(end));
  const char32_t next = letter_at(text_, behind);
  // "and E.C. Odion 2002. Title": the year behind the last author.
  const bool dated = behind + 4 < text_.size() && (initials > 0 || with_initials_ > 0) && words > 0 &&
                     (has_at(text_, behind, "19") || has_at(text_, behind, "20")) && is_digit(text_[behind + 2]) &&
                     is_digit(text_[behind + 3]) && (text_[behind + 4] == '.' || text_[behind + 4] == ':');
  if (dated) list_.closed = stop_after_ = true;
  const bool ran_into_text = !dated && broke && conjunction(behind) == behind && !dotted &&
                             (is_letter(next) || is_digit(static_cast<char>(next < 128 ? next : 0))) && behind > end;
  if (ran_into_text) {
    const bool whole = words > 0 && initials > 0 && end > 0 && text_[end - 1] == '.';
    if (!whole && after_dotted_initials == 0) return false;
    if (after_dotted_initials != 0) end = after_dotted_initials;
    list_.closed = stop_after_ = true;
  }
  if (words == 0 && initials < 2) return false;
  bool form_last_first = begins_with_word && initials > 0 && last_kind == Token::initials;
  if (words == 1 && initials == 0) {
    if (const auto e = initials_after_comma(end); e > end) {
      end = e, ++initials, form_last_first = true;
    } else if (const auto given = given_name_after_comma(end); given > end) {
      end = given;
    } else if (!owner_.is(text_.substr(at, end - at)) && list_.names.empty()) {
      return false;
    }
  } else if (initials == 0 && words <= 3) {
    if (const auto e = initials_after_comma(end); e > end && text_[e - 1] == '.' && token(skip_blanks(e)).kind != Token::word)
      end = e, ++initials, form_last_first = true;
  }
  if (words > 5) return false;
  list_.names.emplace_back(text_.substr(at, end - at));
  with_initials_ += initials > 0 ? 1 : 0;
  last_first_ += form_last_first ? 1 : 0;
  at = end;
  if (dotted) list_.closed = stop_after_ = true;
  return true;
}

void Scanner::finish(std::size_t at) {
  if (list_.open) {  // "et al. ,. Title"
    while (at < text_.size() && (text_[at] == ',' || text_[at] == '.' ||
                                 (text_[at] == ' ' && at + 1 < text_.size() && (text_[at + 1] == ',' || text_[at + 1] == '.'))))
      ++at;
  }
  // "et al. (incl. Doe, J.)"
  if (const auto open = skip_blanks(at); list_.open && open < text_.size() && text_[open] == '(') {
    const auto close = text_.find(')', open);
    if (close != std::string_view::npos && close - open < 80 && text::lower(text_.substr(open + 1, 4)) == "incl") {
      list_.has_owner = owner_.within(text_.substr(open, close - open));
      at = close + 1;
    }
  }
  // "Doe, Jane, and Ann Roe, eds. Title", "et al. (Foam Collaboration), Title"
  static constexpr Marks kBehind(
      {", eds.", ", ed.", ", eds,", ", editors", ", editor,", " (eds.)", " (ed.)", " (eds)", " (ed)"});
  if (const auto mark = kBehind.at_begin(text_.substr(at)); !mark.empty() && at + mark.size() < text_.size()) {
    at += mark.size();
    list_.closed = true;
  }
  if (const auto open = skip_blanks(at); list_.open && open < text_.size() && text_[open] == '(') {
    const auto team = group(open + 1);
    if (team > open + 1 && team < text_.size() && text_[team] == ')')
      at = std::min(text_.find_first_not_of(" ,.:;", team + 1), text_.size());
  }
  list_.end = at;
  // The full stop of the sentence is none of "Roe B, Doe J."
  auto& last = list_.names.back();
  if (list_.names.size() > 1 && last.ends_with(".") &&
      std::none_of(list_.names.begin(), list_.names.end() - 1, [](const auto& n) { return n.find('.') != std::string::npos; }))
    last.pop_back();
  const auto i = skip_blanks(at);
  if (i >= text_.size()) {
    list_.closed = true;
    return;
  }
  static constexpr std::string_view kClosers[] = {".",  ":", "\"", "“", "‘",  "``", "«", "「",
                                                  "『", "(", ")",  "[", "\n", "—",  "–", "："};
  for (const auto s : kClosers) {
    if (!has_at(text_, i, s)) continue;
    if (s == "." || s == ":" || s == "：") list_.end = i + s.size();
    // The bracket was opened before the first name.
    if (s == ")" && text_.substr(0, i).find('(') == std::string_view::npos) list_.end = i + 1;
    list_.closed = true;
  }
  if (text_.substr(at, i - at).find('\n') != std::string_view::npos) list_.closed = true;
}

// "with", "(joint work with", "Together with": who follows wrote it beside the owner of the page. `at` if none.
std::size_t Scanner::behind_with(std::size_t at) const {
  static constexpr Marks kWith({"with ",
                                "with: ",
                                "w/ ",
                                "together with ",
                                "joint with ",
                                "jointly with ",
                                "joint work with ",
                                "in collaboration with ",
                                "co-authored with ",
                                "coauthored with ",
                                "co-author: ",
                                "co-authors: ",
                                "coauthor: ",
                                "coauthors: ",
                                "avec ",
                                "en collaboration avec ",
                                "mit ",
                                "gemeinsam mit ",
                                "zusammen mit ",
                                "con ",
                                "com "});
  if (at < text_.size() && (text_[at] == '(' || text_[at] == '[')) ++at;
  if (!kWith.may_begin(text_.substr(at))) return at;
  return at + kWith.at_begin(text::lower(text_.substr(at, 28))).size();
}

bool Scanner::begins_group(std::size_t at) const {
  return has_at(text_, at, "the ") || has_at(text_, at, "The ") || (at >= 2 && text_[at - 2] == ';') ||
         name_token(text_, at).kind == Token::none;
}

// "the Snowfall Survey Team" among the names of people: the end of the group's name; `at` if none.
std::size_t Scanner::group(std::size_t at) const {
  for (const std::string_view lead : {"for the ", "on behalf of the ", "on behalf of "}) {
    if (!has_at(text_, at, lead)) continue;
    const auto end = group(at + lead.size());
    return end > at + lead.size() ? end : at;
  }
  const auto rest = text_.substr(at, 120);
  auto end = rest.find_first_of(",.;:()\"\n");
  for (const std::string_view stop : {"“", "‘", " and ", " & "}) end = std::min(end, rest.find(stop));
  if (end == std::string_view::npos) return at;
  const std::string folded = text::fold(rest.substr(0, end));
  const auto last = folded.substr(folded.rfind(' ') + 1);
  const bool named =
      folded.find(' ') != std::string::npos &&
      is_one_of(last,
                "team|consortium|collaboration|group|initiative|investigators|network|collaborative|consortia|members"_phrases);
  return named && is_upper(letter_at(rest, rest.starts_with("the ") ? 4 : 0)) ? at + end : at;
}

AuthorList Scanner::read() {
  std::size_t at = skip_blanks(0);
  static constexpr std::string_view kLead[] = {"by ", "authors: ", "author: ", "authors ", "von ", "par "};
  for (const auto s : kLead) {
    if (text::same_letters(text_.substr(at, s.size()), s)) at += s.size();
  }
  if (const auto behind = behind_with(at); behind > at) at = behind, list_.beside_owner = true;
  const bool led = at > skip_blanks(0);  // somebody says that names follow
  std::size_t end = 0;
  while (list_.names.size() < kMaxNames && at < text_.size()) {
    if (!list_.names.empty() && read_open_end(at)) {
      end = at;
      const auto gap = separator(skip_blanks(at));  // "A. Doe, …, C. Moe"
      const bool dots = text_.substr(0, at).ends_with("...") || text_.substr(0, at).ends_with("…");
      const auto behind = skip_blanks(gap);
      if (!dots || token(skip_blanks(conjunction(behind))).kind == Token::none) break;
      at = gap;
    }
    if (!list_.names.empty()) {
      if (const auto c = conjunction(skip_blanks(at)); c > skip_blanks(at)) at = skip_blanks(c);
      if (const auto c = conjunction(at); c > at) at = skip_blanks(c);
    }
    at = skip_marks(skip_blanks(at));
    at = skip_blanks(at);
    if (has_at(text_, at, "admin") && !is_letter(letter_at(text_, at + 5))) {  // how Hugo themes call the owner
      list_.names.emplace_back("admin");
      list_.open = true;
      at += 5;
    } else if (const auto team = list_.names.empty() || !begins_group(at) ? at : group(at); team > at) {
      list_.names.emplace_back(text_.substr(at, team - at));
      at = team;
    } else if (!read_name(at)) {
      // "C. Zhou, C., F. Acres": initials gone astray.
      const Token stray = token(at);
      if (list_.names.empty() || stray.kind != Token::initials || separator(stray.end) == stray.end) break;
      at = separator(stray.end);
      continue;
    }
    end = at = skip_marks(at);
    if (stop_after_) break;
    if (const auto b = skip_bracket(at); b > at) end = at = skip_marks(b);
    auto i = skip_blanks(at);
    if (has_at(text_, i, "for the ") || has_at(text_, i, "on behalf of ")) {
      if (const auto team = group(i); team > i) end = at = i = team;
    }
    const auto s = separator(i);
    if (s > i) {
      at = s;
      continue;
    }
    if (conjunction(i) > i) {
      at = i;
      continue;
    }
    if (read_open_end(i)) end = at = i;
    break;
  }
  if (list_.names.empty()) return {};
  finish(end);
  for (const auto& name : list_.names) list_.has_owner = list_.has_owner || owner_.is(name);
  list_.beside_owner = list_.beside_owner && !list_.has_owner;
  // "Bubble Lattices I: Structure" looks like one person with an initial.
  const bool alone = list_.names.size() == 1;
  list_.sure = list_.has_owner || (led && list_.closed) || list_.open || with_initials_ >= 2 ||
               (with_initials_ == 1 && list_.closed &&
                (!alone || (!owner_.expected() && list_.names[0].find('.') != std::string::npos)));
  return std::move(list_);
}

}  // namespace

AuthorList read_authors(std::string_view text, const Owner& owner) { return Scanner(text, owner).read(); }

std::vector<std::string> split_authors(std::string_view text) {
  static const Owner kNobody{std::span<const std::string>{}};
  auto list = read_authors(text, kNobody);
  if (list.end + 4 >= text.size()) return std::move(list.names);
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (begin < text.size() && out.size() < kMaxNames) {
    auto end = text.find_first_of(",;\n", begin);
    const auto conj = text.find(" and ", begin);
    std::size_t skip = 1;
    if (conj < end) end = conj, skip = 5;
    end = std::min(end, text.size());
    auto name = strip(text.substr(begin, end - begin), ".*&");
    if (name.starts_with("and ")) name.remove_prefix(4);
    if (name.size() > 1 && name.size() < kMaxNameBytes) out.emplace_back(name);
    begin = end + skip;
  }
  return out;
}

bool only_authors(std::string_view text, const Owner& owner) {
  const auto list = read_authors(text, owner);
  if (list.end == 0) return false;
  std::string_view rest = text.substr(list.end);
  // What may follow: marks, a year in brackets, a remark in brackets, punctuation.
  rest = strip(rest, ".,;:*&");
  if (!rest.empty() && rest.front() == '(') {
    const auto close = rest.find(')');
    if (close != std::string_view::npos && close < 60) rest = strip(rest.substr(close + 1), ".,;:");
  }
  if (count_letters(rest) > 0) return false;
  return list.sure || list.names.size() >= (owner.expected() ? 3U : 2U);
}

}  // namespace fellow::extractor::papers
