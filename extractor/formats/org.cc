// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/org.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "extractor/formats/charset.h"
#include "extractor/formats/html.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

// "#+KEY: value" -> key in lower case; "" if the line is none.
std::pair<std::string, std::string_view> keyword(std::string_view line) {
  if (!line.starts_with("#+")) return {};
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.substr(0, colon).find(' ') != std::string_view::npos) return {};
  return {text::lower(line.substr(2, colon - 2)), text::trim(line.substr(colon + 1))};
}

// Length of "- ", "+ ", "1. " or "2) " at the head of a line; 0 if it is no item.
std::size_t item_mark(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("+ ")) return 2;
  std::size_t digits = 0;
  while (digits < line.size() && digits < 4 && line[digits] >= '0' && line[digits] <= '9') ++digits;
  const bool ordered =
      digits > 0 && digits + 1 < line.size() && (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ';
  return ordered ? digits + 2 : 0;
}

bool is_image(std::string_view target) {
  const std::string lower = text::lower(target);
  return lower.ends_with(".png") || lower.ends_with(".jpg") || lower.ends_with(".jpeg") || lower.ends_with(".gif") ||
         lower.ends_with(".svg") || lower.ends_with(".webp");
}

class OrgReader {
 public:
  explicit OrgReader(Document& document) : document_(document) {}

  void read(std::string_view text) {
    builder_.open("body");
    for (std::string_view line : text::split(text, '\n')) {
      if (line.ends_with('\r')) line.remove_suffix(1);
      this->line(line);
    }
    end_html();
    close_all();
    document_.dom = builder_.finish();
  }

 private:
  void line(std::string_view line) {
    const std::size_t indent = indent_of(line);
    const std::string_view inner = line.substr(indent);
    if (!block_.empty()) return in_block(inner);
    if (drawer_) {
      drawer_ = !text::same_letters(text::trim(inner), ":end:");
      if (drawer_)
        property(inner);
      else
        print_properties();
    } else if (inner.size() >= 8 && text::same_letters(inner.substr(0, 8), "#+begin_")) {
      open_block(inner);
    } else if (line.starts_with('*') && line.find_first_not_of('*') != std::string_view::npos &&
               line[line.find_first_not_of('*')] == ' ') {
      heading(line);
    } else if (inner.empty()) {
      close_paragraph();
      if (++blanks_ >= 2) close_lists();  // two blank lines end a list
      return;
    } else if (is_drawer(inner)) {
      close_paragraph();
      drawer_ = true;
    } else if (const auto [key, value] = keyword(inner); !key.empty()) {
      keep(key, value);
    } else if (inner.starts_with("# ") || inner == "#" || inner.starts_with("SCHEDULED:") || inner.starts_with("DEADLINE:") ||
               inner.starts_with("CLOSED:")) {
      // nothing that is printed
    } else if (inner.starts_with('|')) {
      row(inner);
    } else if (const std::size_t mark = item_mark(inner); mark && !(indent == 0 && inner.starts_with("-----"))) {
      item(indent, inner[0] >= '0' && inner[0] <= '9', inner.substr(mark));
    } else {
      plain(indent, inner);
    }
    blanks_ = 0;
  }

  // ":GITHUB: jane" of a heading's drawer. What a page made of it prints is up to its options; whose accounts these are is not.
  void property(std::string_view line) {
    if (!line.starts_with(':') || properties_.size() >= 40) return;
    const std::size_t colon = line.find(':', 1);
    if (colon == std::string_view::npos) return;
    const std::string_view value = text::trim(line.substr(colon + 1));
    if (!value.empty() && value.size() < 200) properties_[text::lower(line.substr(1, colon - 1))] = value;
  }

  void print_properties() {
    const auto link = [&](std::string_view key, const std::string& href) {
      builder_.open("p");
      builder_.open("a", {{"href", href}});
      builder_.add_text(key);
      builder_.close();
      builder_.close();
    };
    for (const auto& [key, value] : properties_) {
      const bool word = value.find(' ') == std::string::npos && value.find('/') == std::string::npos;
      if ((key == "mail" || key == "email") && value.find('@') != std::string::npos && word) link(key, "mailto:" + value);
      if (key == "github" && word) link(key, "https://github.com/" + value);
      if (key == "linkedin" && word) link(key, "https://linkedin.com/in/" + value);
      if (key == "orcid" && word) link(key, "https://orcid.org/" + value);
    }
    if (properties_.contains("from")) {
      builder_.open("p");
      builder_.add_text(properties_["from"] + " – " + (properties_.contains("until") ? properties_["until"] : "present"));
      builder_.close();
    }
    properties_.clear();
  }

  static bool is_drawer(std::string_view line) {
    line = text::trim(line);
    return line.size() > 2 && line.front() == ':' && line.back() == ':' && line.find(' ') == std::string_view::npos;
  }

  void keep(const std::string& key, std::string_view value) {
    constexpr std::size_t kMostKeys = 100;
    if (key == "html") return html_line(value);
    nlohmann::json& front = document_.front;
    if (key.empty() || value.empty() || (front.is_object() && front.size() >= kMostKeys)) return;
    std::string clean = text::clean(value, 2000);
    if (front.contains(key) && front[key].is_string()) {
      front[key] = front[key].get<std::string>() + ' ' + clean;  // "#+TITLE:" twice is one title
    } else {
      front[key] = std::move(clean);
    }
  }

  void open_block(std::string_view line) {
    const std::string name =
        text::lower(line.substr(8, line.find(' ') == std::string_view::npos ? line.npos : line.find(' ') - 8));
    const bool printed = name == "quote" || name == "center" || name == "verse" || name == "abstract";
    if (printed) return close_paragraph();  // its lines are read as any
    block_ = "#+end_" + name;
    keeps_html_ = name == "export" && text::lower(line).find("html") != std::string::npos;
    keeps_text_ = name == "example";
  }
  void in_block(std::string_view line) {
    if (text::same_letters(text::trim(line), block_)) {
      block_.clear();
      end_html();
      close_paragraph();
    } else if (keeps_html_) {
      html_line(line);
    } else if (keeps_text_) {
      plain(0, line);
    }
  }

  // Raw HTML is gathered and read by the HTML reader, as it would stand in the page.
  void html_line(std::string_view line) { html_.append(line).append("\n"); }
  void end_html() {
    if (html_.empty()) return;
    Document inner;
    read_html_text(std::exchange(html_, {}), inner);
    close_paragraph();
    const NodeId body = inner.dom.first("body");
    if (body == kNoNode) return;
    std::vector<NodeId> open;
    for (NodeId n = body + 1; n < inner.dom.end(body); ++n) {
      while (!open.empty() && n >= inner.dom.end(open.back())) {
        builder_.close();
        open.pop_back();
      }
      if (inner.dom.is_text(n)) {
        builder_.add_text(inner.dom.node(n).text);
      } else {
        builder_.open(inner.dom.node(n).tag, inner.dom.node(n).attributes);
        open.push_back(n);
      }
    }
    for (std::size_t i = 0; i < open.size(); ++i) builder_.close();
  }

  void heading(std::string_view line) {
    close_all();
    const std::size_t stars = line.find_first_not_of('*');
    std::string_view title = text::trim(line.substr(stars));
    for (std::string_view word : {"TODO ", "DONE ", "COMMENT "}) {
      if (title.starts_with(word)) title.remove_prefix(word.size());
    }
    if (title.starts_with("[#") && title.find(']') == 3) title = text::trim(title.substr(4));
    const std::size_t tags = title.rfind(" :");  // "Title   :noexport:draft:"
    if (title.ends_with(':') && tags != std::string_view::npos && title.substr(tags + 1).find(' ') == std::string_view::npos) {
      title = text::trim(title.substr(0, tags));
    }
    builder_.open("h" + std::to_string(std::min<std::size_t>(stars + 1, 6)));  // h1 is the title of the page
    inline_text(std::string(title));
    builder_.close();
  }

  void row(std::string_view line) {
    close_paragraph();
    if (!table_) {
      builder_.open("table");
      table_ = true;
    }
    if (line.starts_with("|-")) return;
    builder_.open("tr");
    line.remove_prefix(1);
    if (line.ends_with('|')) line.remove_suffix(1);
    for (std::string_view cell : text::split(line, '|')) {
      builder_.open("td");
      inline_text(std::string(text::trim(cell)));
      builder_.close();
    }
    builder_.close();
  }

  void item(std::size_t indent, bool ordered, std::string_view text) {
    constexpr std::size_t kDeepest = 32;
    close_table();
    close_paragraph();
    while (!lists_.empty() && lists_.back() > indent) close_list();
    if (!lists_.empty() && lists_.back() == indent) {
      builder_.close();  // the item before
    } else if (lists_.size() < kDeepest) {
      builder_.open(ordered ? "ol" : "ul");
      lists_.push_back(indent);
    } else {
      builder_.close();
    }
    builder_.open("li");
    text_ = text;
    text_in_item_ = true;
  }

  void plain(std::size_t indent, std::string_view text) {
    close_table();
    const bool goes_on = paragraph_ || (text_in_item_ && !lists_.empty() && indent > lists_.back());
    if (!goes_on) {
      close_paragraph();
      while (!lists_.empty() && lists_.back() >= indent) close_list();
      builder_.open("p");
      paragraph_ = true;
    }
    text_.append(text_.empty() ? "" : "\n").append(text);
  }

  // Links and emphasis; everything else is text.
  void inline_text(const std::string& owned) {
    const std::string_view text = owned;
    std::size_t plain = 0;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t bytes = markup(text, i, plain);
      if (bytes == 0) {
        ++i;
      } else {
        i += bytes;
        plain = i;
      }
    }
    builder_.add_text(text.substr(plain));
  }

  std::size_t markup(std::string_view text, std::size_t i, std::size_t plain) {
    if (text.substr(i, 2) == "[[") return link(text, i, plain);
    if (text.substr(i, 2) == "\\\\" && (i + 2 == text.size() || text[i + 2] == '\n')) {
      builder_.add_text(text.substr(plain, i - plain));
      builder_.open("br");
      builder_.close();
      return 2;
    }
    const char c = text[i];
    if (c != '*' && c != '/' && c != '_' && c != '=' && c != '~' && c != '+') return 0;
    const bool begins = i == 0 || std::string_view(" \t\n-({'\"").find(text[i - 1]) != std::string_view::npos;
    if (!begins || i + 2 >= text.size() || text[i + 1] == ' ' || text[i + 1] == c) return 0;
    const std::size_t close = text.substr(0, std::min(text.size(), i + 400)).find(c, i + 2);
    if (close == std::string_view::npos || text[close - 1] == ' ') return 0;
    if (close + 1 < text.size() && std::string_view(" \t\n-.,;:!?'\")}[").find(text[close + 1]) == std::string_view::npos)
      return 0;
    const std::string_view inner = text.substr(i + 1, close - i - 1);
    if (inner.find("[[") != std::string_view::npos) return 0;  // a link inside counts more
    builder_.add_text(text.substr(plain, i - plain));
    builder_.open(c == '*' ? "b" : c == '/' ? "em" : c == '_' ? "u" : c == '+' ? "s" : "code");
    builder_.add_text(inner);
    builder_.close();
    return close + 1 - i;
  }

  std::size_t link(std::string_view text, std::size_t i, std::size_t plain) {
    const std::size_t close = text.substr(0, std::min(text.size(), i + 3000)).find("]]", i);
    if (close == std::string_view::npos) return 0;
    const std::string_view inner = text.substr(i + 2, close - i - 2);
    const std::size_t middle = inner.find("][");
    std::string_view target = inner.substr(0, middle);
    if (target.starts_with("file:")) target.remove_prefix(5);
    const std::string_view label = middle == std::string_view::npos ? target : inner.substr(middle + 2);
    builder_.add_text(text.substr(plain, i - plain));
    if (middle == std::string_view::npos && is_image(target)) {
      builder_.open("img", {{"src", std::string(target)}});
    } else {
      builder_.open("a", {{"href", std::string(target)}});
      builder_.add_text(label);
    }
    builder_.close();
    return close + 2 - i;
  }

  void close_paragraph() {
    inline_text(std::exchange(text_, {}));
    if (paragraph_) builder_.close();
    paragraph_ = text_in_item_ = false;
  }
  void close_table() {
    end_html();
    if (table_) builder_.close();
    table_ = false;
  }
  void close_list() {
    close_paragraph();
    builder_.close();  // li
    builder_.close();
    lists_.pop_back();
  }
  void close_lists() {
    close_paragraph();
    while (!lists_.empty()) close_list();
  }
  void close_all() {
    close_paragraph();
    close_table();
    close_lists();
  }

  Document& document_;
  DomBuilder builder_;
  std::vector<std::size_t> lists_;                 // indents of the open lists
  std::map<std::string, std::string> properties_;  // of the open drawer
  std::string block_, html_;                       // block_: the line that ends what is left out, or is raw
  std::string text_;                               // of the open paragraph or item: markup may span its lines
  bool drawer_ = false, paragraph_ = false, text_in_item_ = false, table_ = false, keeps_html_ = false, keeps_text_ = false;
  int blanks_ = 0;
};

}  // namespace

int claim_org(const Clue& clue) {
  if (clue.type_is("text/org text/x-org application/org")) return 90;
  return clue.says_little() && clue.ending_is("org") ? 85 : 0;
}

void read_org_text(std::string_view text, Document& document) { OrgReader(document).read(text); }

void read_org(const Page& page, Document& document) {
  constexpr std::size_t kMaxBytes = 2u << 20;
  document.truncated = page.body.size() > kMaxBytes;
  read_org_text(mend_mojibake(to_utf8(std::string_view(page.body).substr(0, kMaxBytes), page.content_type, false)), document);
}

}  // namespace fellow::extractor
