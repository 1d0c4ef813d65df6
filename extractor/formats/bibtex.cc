// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/bibtex.h"

#include <algorithm>
#include <array>
#include <utility>

#include "extractor/formats/charset.h"
#include "extractor/formats/latex.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// What may stand in the name of a type, a field or an abbreviation.
bool is_name(char c) {
  return !is_space(c) && static_cast<unsigned char>(c) > 0x20 &&
         std::string_view("{}(),=#\"%@\\").find(c) == std::string_view::npos;
}

constexpr std::array<std::string_view, 24> kMonths = {
    "jan", "January", "feb", "February", "mar", "March",     "apr", "April",   "may", "May",      "jun", "June",
    "jul", "July",    "aug", "August",   "sep", "September", "oct", "October", "nov", "November", "dec", "December"};

// Where "@word {" or "@word (" begins, and what follows its bracket.
struct Start {
  std::size_t at = std::string_view::npos, body = 0;
  std::string type;  // lower case
};

Start start_at(std::string_view text, std::size_t at) {
  std::size_t i = at + 1;
  while (i < text.size() && is_space(text[i]) && i < at + 8) ++i;
  const std::size_t from = i;
  while (i < text.size() && (is_letter(text[i]) || text[i] == '_' || text[i] == '-') && i < from + 40) ++i;
  const std::string_view type = text.substr(from, i - from);
  while (i < text.size() && is_space(text[i])) ++i;
  if (type.empty() || i >= text.size() || (text[i] != '{' && text[i] != '(')) return {};
  return {at, i + 1, text::lower(type)};
}

Start next_start(std::string_view text, std::size_t from) {
  for (std::size_t at = from; (at = text.find('@', at)) != std::string_view::npos; ++at) {
    if (Start found = start_at(text, at); found.at != std::string_view::npos) return found;
  }
  return {};
}

// The next entry that begins a line: the last place where a broken entry can end.
std::size_t next_line_start(std::string_view text, std::size_t from) {
  for (std::size_t at = from; (at = text.find('@', at)) != std::string_view::npos; ++at) {
    std::size_t before = at;
    while (before > from && (text[before - 1] == ' ' || text[before - 1] == '\t')) --before;
    if ((before == 0 || text[before - 1] == '\n') && start_at(text, at).at != std::string_view::npos) return at;
  }
  return text.size();
}

// Where the bracket opened just before `from` closes; `to` if it does not.
std::size_t closing(std::string_view text, std::size_t from, std::size_t to) {
  int depth = 1;
  for (std::size_t i = from; i < to; ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return i;
    }
  }
  return to;
}

using Fields = std::map<std::string, std::string>;

class BibReader {
 public:
  BibReader(std::string_view text, const BibLimits& limits, bool* truncated)
      : text_(text), limits_(limits), truncated_(truncated) {
    for (std::size_t i = 0; i < kMonths.size(); i += 2) strings_[std::string(kMonths[i])] = kMonths[i + 1];
  }

  std::vector<BibEntry> read() {
    std::vector<BibEntry> out;
    std::size_t next = next_line_start(text_, 0);
    for (Start start = next_start(text_, 0); start.at != std::string_view::npos; start = next_start(text_, end_)) {
      if (next < start.body) next = next_line_start(text_, start.body);
      end_ = closing(text_, start.body, next);
      if (end_ < next && goes_on(end_ + 1, next)) end_ = next;  // a brace too many inside
      const std::size_t body_end = end_;
      end_ = std::min(end_ + 1, text_.size());
      if (end_ > next) end_ = next;
      at_ = start.body;
      to_ = body_end;
      if (start.type == "comment" || start.type == "preamble") continue;
      if (start.type == "string") {
        for (auto& [name, value] : fields()) strings_[name] = value;
        continue;
      }
      if (out.size() == limits_.entries) {
        *truncated_ = true;
        break;
      }
      out.push_back(entry(start.type));
    }
    return out;
  }

 private:
  // Whether another field of the same entry follows: ", name =".
  bool goes_on(std::size_t i, std::size_t to) const {
    while (i < to && is_space(text_[i])) ++i;
    if (i >= to || text_[i] != ',') return false;
    return field_at(i + 1, to);
  }
  bool field_at(std::size_t i, std::size_t to) const {
    while (i < to && is_space(text_[i])) ++i;
    const std::size_t from = i;
    while (i < to && is_name(text_[i]) && i < from + 40) ++i;
    if (i == from || !is_letter(text_[from])) return false;
    while (i < to && is_space(text_[i])) ++i;
    return i < to && text_[i] == '=';
  }

  void skip_blanks() {
    while (at_ < to_ && is_space(text_[at_])) ++at_;
  }

  BibEntry entry(const std::string& type) {
    BibEntry out;
    out.type = type;
    if (!field_at(at_, to_)) {
      const std::size_t comma = std::min(text_.substr(0, to_).find_first_of(",\n", at_), to_);
      out.key = text::clean(text_.substr(at_, comma - at_));
      at_ = comma;
    }
    for (auto& [name, raw] : fields()) {
      if (name == "author") out.authors = parse_bib_names(raw);
      const bool address = name == "url" || name == "doi" || name == "pdf" || name == "eprint" || name == "html" ||
                           name == "code" || name == "file" || name == "website";
      std::string value = address ? latex_to_address(raw) : latex_to_text(raw);
      if (!value.empty()) out.fields.emplace(name, std::move(value));
    }
    return out;
  }

  Fields fields() {
    Fields out;
    while (at_ < to_) {
      while (at_ < to_ && !is_name(text_[at_])) ++at_;
      const std::size_t from = at_;
      while (at_ < to_ && is_name(text_[at_])) ++at_;
      const std::string name = text::lower(text_.substr(from, at_ - from));
      skip_blanks();
      if (at_ >= to_ || text_[at_] != '=') continue;
      ++at_;
      std::string value = values();
      if (out.size() == limits_.fields) {
        *truncated_ = true;
        break;
      }
      std::string& kept = out[name];
      if (kept.empty()) kept = std::move(value);  // the first of two wins, as in BibTeX
    }
    return out;
  }

  std::string values() {
    std::string out;
    do {
      skip_blanks();
      out += value();
      skip_blanks();
    } while (at_ < to_ && text_[at_] == '#' && ++at_ < to_);
    return out;
  }

  std::string value() {
    if (at_ >= to_) return {};
    const char open = text_[at_];
    if (open == '{' || open == '"') {
      const std::size_t from = ++at_;
      const std::size_t most = std::min(to_, from + limits_.value);
      std::size_t end = open == '{' ? closing(text_, from, most) : closing_quote(from, most);
      if (end == most) {
        end = next_field(from, most);
        at_ = end;
      } else {
        at_ = end + 1;
      }
      return std::string(text_.substr(from, end - from));
    }
    const std::size_t from = at_;
    while (at_ < to_ && is_name(text_[at_])) ++at_;
    if (at_ == from) return {};
    const std::string word(text_.substr(from, at_ - from));
    const auto known = strings_.find(text::lower(word));
    if (known == strings_.end()) return word;
    expanded_ += known->second.size();
    if (expanded_ > limits_.expansion) {
      *truncated_ = true;
      return word;
    }
    return known->second;
  }

  // A quote ends at the first '"' outside braces; where braces do not balance, at one that a comma or line's end follows.
  std::size_t closing_quote(std::size_t from, std::size_t to) const {
    int depth = 0;
    std::size_t likely = to;
    for (std::size_t i = from; i < to; ++i) {
      const char c = text_[i];
      if (c == '\\' && i + 1 < to && text_[i + 1] != '"') {
        ++i;
      } else if (c == '{') {
        ++depth;
      } else if (c == '}') {
        --depth;
      } else if (c == '"') {
        if (depth == 0) return i;
        if (likely == to && (i + 1 >= to || text_[i + 1] == ',' || text_[i + 1] == '\n' || text_[i + 1] == '\r')) likely = i;
      }
    }
    return likely;
  }

  // Where the line ends after which another field begins: the end of a value that is never closed.
  std::size_t next_field(std::size_t from, std::size_t to) const {
    for (std::size_t at = from; (at = text_.find('\n', at)) < to; ++at) {
      if (field_at(at + 1, to)) return at;
    }
    return to;
  }

  std::string_view text_;
  const BibLimits& limits_;
  bool* truncated_;
  std::map<std::string, std::string> strings_;
  std::size_t at_ = 0, to_ = 0, end_ = 0, expanded_ = 0;
};

}  // namespace

std::vector<BibEntry> parse_bibtex(std::string_view text, bool* truncated, const BibLimits& limits) {
  if (text.size() > limits.bytes) {
    text = text.substr(0, limits.bytes);
    *truncated = true;
  }
  return BibReader(text, limits, truncated).read();
}

int claim_bibtex(const Clue& clue) {
  if (clue.type_is("application/x-bibtex text/x-bibtex text/bibtex application/bibtex")) return 90;
  if (!clue.says_little()) return 0;
  if (clue.ending_is("bib bibtex")) return 85;
  const Start start = clue.start.starts_with('@') ? start_at(clue.start, 0) : Start{};
  constexpr std::string_view kTypes =
      " article inproceedings conference book incollection phdthesis mastersthesis misc techreport string comment ";
  return !start.type.empty() && kTypes.find(' ' + start.type + ' ') != std::string_view::npos ? 60 : 0;
}

void read_bibtex(const Page& page, Document& document) {
  const std::string text = mend_mojibake(to_utf8(page.body, page.content_type, false));
  document.bibliography = parse_bibtex(text, &document.truncated);
}

}  // namespace fellow::extractor
