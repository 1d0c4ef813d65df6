// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/html_shape.h"

#include <algorithm>
#include <unordered_map>

#include "extractor/formats/characters.h"
#include "extractor/formats/html_stack.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// One tag as the tokenizer of the HTML standard (13.2.5) delimits it.
struct Tag {
  std::string name;       // lower case
  std::string_view type;  // value of the attribute "type"
  std::size_t attributes = 0;
  bool self_closing = false;
  std::size_t end = 0;  // just past '>'; 0 if the input ends inside
};

class TagScanner {
 public:
  TagScanner(std::string_view html, std::size_t at) : html_(html), at_(at) {}

  Tag scan() {
    Tag tag;
    while (more() && !is_space(html_[at_]) && html_[at_] != '/' && html_[at_] != '>') tag.name += html_[at_++];
    tag.name = text::lower(tag.name);
    while (more()) {
      tag.self_closing = false;
      while (more() && (is_space(html_[at_]) || html_[at_] == '/')) tag.self_closing = html_[at_++] == '/';
      if (!more()) break;
      if (html_[at_] == '>') {
        tag.end = at_ + 1;
        return tag;
      }
      attribute(tag);
    }
    return tag;
  }

 private:
  bool more() const { return at_ < html_.size(); }
  void attribute(Tag& tag) {
    ++tag.attributes;
    const std::size_t from = at_++;  // a leading '=' is part of the name
    while (more() && !is_space(html_[at_]) && html_[at_] != '/' && html_[at_] != '>' && html_[at_] != '=') ++at_;
    const std::string_view name = html_.substr(from, at_ - from);
    while (more() && is_space(html_[at_])) ++at_;
    if (!more() || html_[at_] != '=') return;
    ++at_;
    while (more() && is_space(html_[at_])) ++at_;
    if (!more() || html_[at_] == '>') return;
    std::size_t begin = at_, end = at_;
    if (html_[at_] == '"' || html_[at_] == '\'') {
      begin = at_ + 1;
      end = std::min(html_.find(html_[at_], begin), html_.size());
      at_ = std::min(end + 1, html_.size());
    } else {
      while (more() && !is_space(html_[at_]) && html_[at_] != '>') ++at_;
      end = at_;
    }
    if (text::same_letters(name, "type")) tag.type = html_.substr(begin, end - begin);
  }

  std::string_view html_;
  std::size_t at_;
};

// Where "</name" begins at or after `from` (any case, followed by a blank, '/' or '>'); the end of input if nowhere.
std::size_t find_end_tag(std::string_view html, std::size_t from, std::string_view name) {
  for (std::size_t at = from; (at = html.find("</", at)) != std::string_view::npos; at += 2) {
    const std::size_t after = at + 2 + name.size();
    if (after < html.size() && text::same_letters(html.substr(at + 2, name.size()), name) &&
        (is_space(html[after]) || html[after] == '/' || html[after] == '>')) {
      return at;
    }
  }
  return html.size();
}

// As find_end_tag for script, whose "<!-- <script> </script> -->" ends at none of these (13.2.5.20 and following).
std::size_t find_script_end(std::string_view html, std::size_t from) {
  bool escaped = false, inner = false;
  for (std::size_t at = from; at < html.size(); ++at) {
    const std::size_t next = html.find_first_of("<-", at);
    if (next == std::string_view::npos) break;
    at = next;
    const std::string_view rest = html.substr(at, 10);
    if (rest.starts_with("<!--")) {
      escaped = true;
      at += 1;  // "<!-->" closes at once
    } else if (rest.starts_with("-->")) {
      escaped = inner = false;
    } else if (escaped && !inner && rest.size() > 7 && text::same_letters(rest.substr(0, 7), "<script") &&
               (is_space(rest[7]) || rest[7] == '/' || rest[7] == '>')) {
      inner = true;
    } else if (rest.size() > 8 && text::same_letters(rest.substr(0, 8), "</script") &&
               (is_space(rest[8]) || rest[8] == '/' || rest[8] == '>')) {
      if (!inner) return at;
      inner = false;
    }
  }
  // Never closed: the standard drops the rest of the page; a page that forgot "-->" is read from its first end tag on instead.
  return escaped ? find_end_tag(html, from, "script") : html.size();
}

class Shaper {
 public:
  Shaper(std::string_view html, const HtmlLimits& limits) : html_(html), limits_(limits), stack_(limits.formatting) {}

  ShapedHtml shape() {
    if (html_.size() > limits_.bytes) {
      html_ = html_.substr(0, limits_.bytes);
      out_.truncated = true;
    }
    out_.html.reserve(html_.size());
    while (at_ < html_.size()) {
      const std::size_t open = std::min(html_.find('<', at_), html_.size());
      emit_text(html_.substr(at_, open - at_));
      at_ = open;
      if (at_ < html_.size()) markup();
    }
    return std::move(out_);
  }

 private:
  void emit_text(std::string_view text) {
    const std::size_t from = out_.html.size();
    out_.html += text;
    out_.html.erase(std::remove(out_.html.begin() + static_cast<std::ptrdiff_t>(from), out_.html.end(), '\0'), out_.html.end());
  }
  void skip_to(std::string_view end) {
    const std::size_t found = html_.find(end, at_);
    at_ = found == std::string_view::npos ? html_.size() : found + end.size();
  }

  void markup() {
    const char next = at_ + 1 < html_.size() ? html_[at_ + 1] : ' ';
    if (is_letter(next)) {
      start_tag();
    } else if (next == '/' && at_ + 2 < html_.size() && is_letter(html_[at_ + 2])) {
      end_tag();
    } else if (next == '!') {
      declaration();
    } else if (next == '?' || next == '/') {
      skip_to(">");
    } else {
      out_.html += "&lt;";
      ++at_;
    }
  }

  void declaration() {
    const std::string_view rest = html_.substr(at_, 9);
    if (rest.starts_with("<!-->") || rest.starts_with("<!--->")) {
      skip_to(">");
    } else if (rest.starts_with("<!--")) {
      const std::size_t from = at_ + 4;
      const std::size_t normal = html_.find("-->", from), odd = html_.find("--!>", from);
      at_ = normal <= odd ? normal : odd;
      at_ = at_ == std::string_view::npos ? html_.size() : at_ + (normal <= odd ? 3 : 4);
    } else if (rest == "<![CDATA[" && stack_.in_foreign()) {
      at_ += rest.size();
      const std::size_t end = std::min(html_.find("]]>", at_), html_.size());
      escape(html_.substr(at_, end - at_));
      at_ = std::min(end + 3, html_.size());
    } else if (rest.size() == 9 && text::same_letters(rest, "<!doctype")) {
      const std::size_t end = html_.find('>', at_);
      out_.html += html_.substr(at_, end == std::string_view::npos ? end : end + 1 - at_);
      at_ = end == std::string_view::npos ? html_.size() : end + 1;
    } else {
      skip_to(">");
    }
  }

  void escape(std::string_view text) {
    for (char c : text) {
      if (c == '<') {
        out_.html += "&lt;";
      } else if (c != '\0') {
        out_.html += c;
      }
    }
  }

  // Elements whose content is no markup. True if the tag was one and has been dealt with, content and end tag included.
  bool raw_element(const Tag& tag) {
    static constexpr std::string_view kDropped = " script style noembed noframes noscript ";
    static constexpr std::string_view kEmptied = " iframe ";
    static constexpr std::string_view kKept = " title textarea xmp plaintext ";
    const std::string word = ' ' + tag.name + ' ';
    const bool foreign = stack_.in_foreign() && tag.name != "script" && tag.name != "style";
    const bool dropped = kDropped.find(word) != std::string_view::npos, emptied = kEmptied.find(word) != std::string_view::npos;
    if (foreign || (!dropped && !emptied && kKept.find(word) == std::string_view::npos)) return false;
    if (stack_.in_foreign() && tag.self_closing) {
      at_ = tag.end;
      return true;
    }
    const std::size_t end = tag.name == "script"      ? find_script_end(html_, tag.end)
                            : tag.name == "plaintext" ? html_.size()
                                                      : find_end_tag(html_, tag.end, tag.name);
    if (tag.name == "noscript" && end == html_.size()) {  // never closed: the rest is the page
      at_ = tag.end;
      return true;
    }
    const std::string_view content = html_.substr(tag.end, end - tag.end);
    if (tag.name == "script" && text::lower(tag.type).find("application/ld+json") != std::string::npos) {
      out_.json_ld.emplace_back(content);
    }
    if (!dropped) {
      const bool preformatted = tag.name == "xmp" || tag.name == "plaintext";
      const std::string_view name = preformatted ? "pre" : std::string_view(tag.name);
      if (preformatted) {
        out_.html += "<pre>";
      } else {
        out_.html += html_.substr(at_, tag.end - at_);
      }
      if (!emptied) escape(content);
      out_.html.append("</").append(name).append(">");
    }
    at_ = end;
    if (at_ < html_.size()) skip_to(">");
    return true;
  }

  void start_tag() {
    const Tag tag = TagScanner(html_, at_ + 1).scan();
    if (tag.end == 0) {  // the input ends inside a tag: the standard drops it
      at_ = html_.size();
      return;
    }
    // A table's stray children cost most; a tag that is left out leaves its text where it is.
    const bool misplaced = stack_.misplaces(tag.name) && ++misplaced_ > limits_.misplaced;
    const bool body = (tag.name == "body" || tag.name == "html") && ++bodies_ > limits_.bodies;
    elements_ += 1 + stack_.formatting();
    const bool full = elements_ > limits_.elements || tag.attributes > limits_.attributes || misplaced || body;
    if (!full && raw_element(tag)) return;
    if (full || !stack_.start(tag.name, tag.self_closing, limits_.depth)) {
      out_.truncated = true;
      if (!HtmlStack::is_void(tag.name) && !tag.self_closing) ++dropped_[tag.name];
      const bool hides = tag.name == "script" || tag.name == "style";
      at_ = tag.end;
      if (hides) at_ = find_end_tag(html_, at_, tag.name);
      return;
    }
    emit_text(html_.substr(at_, tag.end - at_));
    at_ = tag.end;
  }

  void end_tag() {
    const Tag tag = TagScanner(html_, at_ + 2).scan();
    if (tag.end == 0) {
      at_ = html_.size();
      return;
    }
    const auto dropped = dropped_.find(tag.name);
    const bool misplaced = stack_.misplaces(tag.name) && ++misplaced_ > limits_.misplaced;
    if (misplaced) out_.truncated = true;
    if (dropped != dropped_.end() && dropped->second > 0) {
      --dropped->second;
    } else if (!misplaced && elements_ <= limits_.elements) {
      if (tag.name == "p" || tag.name == "br") ++elements_;  // these two make an element of their own when nothing is open
      stack_.end(tag.name);
      out_.html.append("</").append(tag.name).append(">");
    }
    at_ = tag.end;
  }

  std::string_view html_;
  const HtmlLimits& limits_;
  HtmlStack stack_;
  ShapedHtml out_;
  std::size_t at_ = 0, elements_ = 0, misplaced_ = 0, bodies_ = 0;
  std::unordered_map<std::string, std::size_t> dropped_;  // start tags left out, by name, whose end tags are to be left out too
};

}  // namespace

ShapedHtml shape_html(std::string_view html, const HtmlLimits& limits) { return Shaper(html, limits).shape(); }

}  // namespace fellow::extractor
