// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/lines.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "extractor/papers/letters.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr Phrases kBlocks =
    "address|article|aside|blockquote|body|center|caption|dd|details|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h1|"
    "h2|h3|h4|"
    "h5|h6|header|hr|html|legend|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul"_phrases;
constexpr Phrases kLeftOut =
    "nav|footer|button|select|option|form|svg|script|style|head|title|noscript|template|iframe|video|audio|canvas|textarea|"
    "input|math"_phrases;
constexpr Phrases kItems = "li|tr|article|dt|dd|hr"_phrases;

constexpr std::size_t kMaxLine = 64 * 1024;  // bytes; what is longer is no entry of a list

// The classes of an element that say what its text is. Matched on the words of the class names.
Role role_of(const Dom& dom, NodeId n) {
  const auto cls = dom.attribute(n, "class");
  const auto prop = dom.attribute(n, "itemprop");
  if (cls.empty() && prop.empty()) return dom.is(n, "papertitle") ? Role::title : Role::none;
  if (prop == "headline") return Role::title;
  std::string words = text::lower(cls);
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == '-' || c == '_'; }, ' ');
  const auto has = [&](Phrases phrases) { return stands_in(words, phrases); };
  if (has("papertitle|pubtitle|title"_phrases)) return has("page|section|site|widget|nav"_phrases) ? Role::none : Role::title;
  if (has("abstract|description|summary|excerpt|tldr|bibtex|hover|tooltip|popover"_phrases)) return Role::note;
  if (has("authors|author"_phrases)) return Role::authors;
  if (has("venue|journal|periodical|conference|booktitle|publisher"_phrases)) return Role::venue;
  if (has("year|date"_phrases)) return Role::year;
  if (has("links|buttons"_phrases)) return Role::links;
  return Role::none;
}

struct Style {
  bool bold = false, italic = false, link = false, button = false;
  std::string_view href;
  NodeId element = 0;
};

bool set_bold(std::string_view style) {
  const auto at = style.find("font-weight");
  if (at == std::string_view::npos) return false;
  const auto value = style.substr(at + 11, 12);
  return value.find("bold") != std::string_view::npos || value.find("600") != std::string_view::npos ||
         value.find("700") != std::string_view::npos;
}

class Reader {
 public:
  Reader(const Dom& dom, NodeId from) : dom_(dom), from_(from) {}
  std::vector<Line> read();

 private:
  struct Open {
    NodeId end = 0;
    bool block = false, item = false;
    Role role = Role::none;
    int level = 0;
    Style style;
  };
  Role role_at(NodeId n);
  void enter(NodeId n);
  void leave(const Open& open);
  void add(std::string_view raw, NodeId n);
  void begin_run();
  void flush(Break next);

  const Dom& dom_;
  NodeId from_;
  std::vector<Open> open_;
  std::vector<Line> lines_;
  Line line_;
  Break pending_ = Break::item;
  bool blank_ = false;      // white space waits to be written
  bool line_empty_ = true;  // nothing since the last <br>
  int items_ = 0;
  std::unordered_map<std::string_view, Role> roles_;  // by classes: those of a list stand at each of its entries
};

void Reader::flush(Break next) {
  if (!line_.text.empty()) {
    line_.before = pending_;
    lines_.push_back(std::move(line_));
    line_ = {};
    pending_ = next;
  } else if (next > pending_) {
    pending_ = next;
  }
  blank_ = false;
}

Role Reader::role_at(NodeId n) {
  const std::string_view classes = dom_.attribute(n, "class");
  if (classes.empty() || !dom_.attribute(n, "itemprop").empty()) return role_of(dom_, n);
  const auto [role, fresh] = roles_.try_emplace(classes, Role::none);
  if (fresh) role->second = role_of(dom_, n);
  return role->second;
}

void Reader::enter(NodeId n) {
  const Node& node = dom_.node(n);
  Open open;
  if (!open_.empty()) open.style = open_.back().style, open.role = open_.back().role, open.level = open_.back().level;
  open.end = node.end;
  open.block = is_one_of(node.tag, kBlocks);
  open.item = is_one_of(node.tag, kItems);
  if (node.tag == "br") {
    if (line_.text.empty() && line_empty_ && !lines_.empty())
      flush(Break::block);
    else
      flush(Break::line);
    line_empty_ = true;
  } else if (open.block) {
    flush(open.item ? Break::item : Break::block);
  }
  const auto style = dom_.attribute(n, "style");
  if (node.tag == "b" || node.tag == "strong" || node.tag == "u" || node.tag == "papertitle" || set_bold(style))
    open.style.bold = true;
  if (node.tag == "i" || node.tag == "em" || node.tag == "cite" || node.tag == "var" ||
      style.find("italic") != std::string_view::npos)
    open.style.italic = true;
  if (node.tag == "a") {
    const auto href = dom_.attribute(n, "href");
    const auto cls = dom_.attribute(n, "class");
    open.style.link = !href.empty();
    open.style.href = href;
    open.style.button = cls.find("btn") != std::string_view::npos || cls.find("button") != std::string_view::npos ||
                        dom_.attribute(n, "role") == "button" || cls.find("badge") != std::string_view::npos;
  }
  if (!open_.empty() && (open.style.bold != open_.back().style.bold || open.style.italic != open_.back().style.italic ||
                         (open.style.link && !open_.back().style.link)))
    open.style.element = n;
  if (dom_.is_heading(n)) open.level = node.tag[1] - '0';
  if (const Role role = role_at(n); role != Role::none) open.role = role;
  if (open.item) ++items_;
  open_.push_back(open);
}

void Reader::leave(const Open& open) {
  if (open.block) flush(open.item ? Break::item : Break::block);
  if (open.block) line_empty_ = true;
  if (open.item) --items_;
}

void Reader::add(std::string_view raw, NodeId n) {
  if (line_.text.size() > kMaxLine) return;
  raw = raw.substr(0, kMaxLine);
  bool begun = false;  // the run that takes the text is open
  for (std::size_t at = 0; at < raw.size();) {
    auto next = at;
    const char32_t c = next_letter(raw, next);
    const bool white =
        c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == 0xa0 || c == 0x3000 || c == 0x200b || c == 0x2003;
    if (white) {
      blank_ = blank_ || !line_.text.empty();
      at = next;
      continue;
    }
    if (c < 0x20 || c == 0xad || c == 0xfeff || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
        (c >= 0xe000 && c <= 0xf8ff)) {
      at = next;
      continue;
    }
    if (line_.text.empty()) {
      line_.node = n;
      line_.in_item = items_ > 0;
      if (!open_.empty()) line_.role = open_.back().role, line_.level = open_.back().level;
    } else if (blank_) {
      line_.text += ' ';
    }
    blank_ = false;
    line_empty_ = false;
    if (!begun) begin_run();
    begun = true;
    while (next < raw.size() && raw[next] > ' ' && raw[next] < 0x7f) ++next;  // what plainly goes on
    line_.text.append(raw.substr(at, next - at));
    line_.runs.back().end = line_.text.size();
    at = next;
  }
}

// Goes on with the last run of the line if it is set as the text that comes, or begins one.
void Reader::begin_run() {
  static const Style kPlain;
  const Style& style = open_.empty() ? kPlain : open_.back().style;
  auto& runs = line_.runs;
  const bool same = !runs.empty() && runs.back().bold == style.bold && runs.back().italic == style.italic &&
                    runs.back().link == style.link && runs.back().href == style.href && runs.back().button == style.button &&
                    runs.back().element == style.element;
  if (same) return;
  runs.push_back({line_.text.size(), line_.text.size(), style.bold, style.italic, style.link, style.button,
                  std::string(style.href), style.element});
  if (!open_.empty() && line_.role != open_.back().role) line_.role = Role::none;  // a line of several roles has none
}

bool left_out(const Dom& dom, NodeId n) {
  const auto& tag = dom.node(n).tag;
  if (is_one_of(tag, kLeftOut)) return true;
  if (dom.node(n).attributes.empty()) return false;
  if (dom.attribute(n, "role") == "navigation" || dom.attribute(n, "role") == "search") return true;
  return dom.hidden(n);
}

std::vector<Line> Reader::read() {
  const NodeId last = dom_.end(from_);
  for (NodeId n = from_; n < last;) {
    while (!open_.empty() && n >= open_.back().end) {
      const Open open = open_.back();
      open_.pop_back();
      leave(open);
    }
    if (dom_.is_text(n)) {
      add(dom_.node(n).text, n);
      ++n;
      continue;
    }
    if (n != from_ && left_out(dom_, n)) {
      blank_ = blank_ || !line_.text.empty();
      n = dom_.end(n);
      continue;
    }
    enter(n);
    ++n;
  }
  while (!open_.empty()) {
    const Open open = open_.back();
    open_.pop_back();
    leave(open);
  }
  flush(Break::item);
  return std::move(lines_);
}

// "1. …<br>2. …": lines that are numbered one after the other, up or down, are entries of a list.
void mark_numbered(std::vector<Line>& lines) {
  std::size_t last = lines.size();
  int number = 0;
  const auto mark = [&](std::size_t i) {
    if (lines[i].level == 0 && lines[i].before != Break::item) lines[i].before = Break::item;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int found = entry_mark(lines[i].text).number;
    if (found == 0) continue;
    if (last < lines.size() && i - last <= 12 && (found == number + 1 || found == number - 1)) mark(last), mark(i);
    last = i, number = found;
  }
}

// "• A<br>• B".
void mark_bullets(std::vector<Line>& lines) {
  for (Line& line : lines) {
    if (line.level != 0 || line.before == Break::item) continue;
    for (const std::string_view bullet : {"•", "▪", "◦", "►", "■", "●", "➢", "▸", "‣"}) {
      if (line.text.starts_with(bullet)) line.before = Break::item;
    }
  }
}

}  // namespace

std::vector<Line> read_lines(const Dom& dom, NodeId from) {
  auto lines = Reader(dom, from).read();
  mark_numbered(lines);
  mark_bullets(lines);
  for (auto& line : lines) {
    if (line.level != 0 || line.text.size() > 60) continue;
    const bool bold = std::all_of(line.runs.begin(), line.runs.end(), [](const Run& r) { return r.bold; });
    if (bold && line.before != Break::line) line.level = 7;
  }
  return lines;
}

void append(Line& line, const Line& more) {
  const auto offset = line.text.size() + 1;
  line.text += " " + more.text;
  for (Run run : more.runs) {
    run.begin += offset;
    run.end += offset;
    line.runs.push_back(std::move(run));
  }
}

Line plain_line(std::string_view text) {
  Line line;
  line.text = text::clean(text);
  line.runs.push_back({.begin = 0, .end = line.text.size()});
  return line;
}

}  // namespace fellow::extractor::papers
