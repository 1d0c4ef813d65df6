// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/html_tags.h"

#include <algorithm>

#include "fellow/text.h"

namespace fellow::extractor {
namespace {

class Scanner {
 public:
  Scanner(std::string_view html, std::size_t at, HtmlTag& tag) : html_(html), at_(at), tag_(tag) {}

  void scan() {
    tag_.name.clear();
    tag_.attributes.clear();
    tag_.end = 0;
    const std::size_t from = at_;
    while (more() && !is_html_space(html_[at_]) && html_[at_] != '/' && html_[at_] != '>') ++at_;
    for (const char c : html_.substr(from, at_ - from))
      tag_.name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    while (more()) {
      tag_.self_closing = false;
      while (more() && (is_html_space(html_[at_]) || html_[at_] == '/')) tag_.self_closing = html_[at_++] == '/';
      if (!more()) break;
      if (html_[at_] == '>') {
        tag_.end = at_ + 1;
        return;
      }
      attribute();
    }
  }

 private:
  bool more() const { return at_ < html_.size(); }
  void attribute() {
    const std::size_t from = at_++;  // a leading '=' is part of the name
    while (more() && !is_html_space(html_[at_]) && html_[at_] != '/' && html_[at_] != '>' && html_[at_] != '=') ++at_;
    tag_.attributes.push_back({html_.substr(from, at_ - from), {}});
    while (more() && is_html_space(html_[at_])) ++at_;
    if (!more() || html_[at_] != '=') return;
    ++at_;
    while (more() && is_html_space(html_[at_])) ++at_;
    if (!more() || html_[at_] == '>') return;
    std::size_t begin = at_, end = at_;
    if (html_[at_] == '"' || html_[at_] == '\'') {
      begin = at_ + 1;
      end = std::min(html_.find(html_[at_], begin), html_.size());
      at_ = std::min(end + 1, html_.size());
    } else {
      while (more() && !is_html_space(html_[at_]) && html_[at_] != '>') ++at_;
      end = at_;
    }
    tag_.attributes.back().value = html_.substr(begin, end - begin);
  }

  std::string_view html_;
  std::size_t at_;
  HtmlTag& tag_;
};

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
               (is_html_space(rest[7]) || rest[7] == '/' || rest[7] == '>')) {
      inner = true;
    } else if (rest.size() > 8 && text::same_letters(rest.substr(0, 8), "</script") &&
               (is_html_space(rest[8]) || rest[8] == '/' || rest[8] == '>')) {
      if (!inner) return at;
      inner = false;
    }
  }
  // Never closed: the standard drops the rest of the page; a page that forgot "-->" is read from its first end tag on instead.
  return escaped ? find_end_tag(html, from, "script") : html.size();
}

}  // namespace

std::string_view HtmlTag::attribute(std::string_view wanted) const {
  for (const HtmlAttribute& one : attributes) {
    if (text::same_letters(one.name, wanted)) return one.value;
  }
  return {};
}

void scan_tag(std::string_view html, std::size_t at, HtmlTag& into) { Scanner(html, at, into).scan(); }

std::size_t end_of_comment(std::string_view html, std::size_t at) {
  const std::string_view rest = html.substr(at, 6);
  if (rest.starts_with("<!-->") || rest.starts_with("<!--->")) return html.find('>', at) + 1;
  const std::size_t from = std::min(at + 4, html.size());
  const std::size_t normal = html.find("-->", from);
  const std::size_t odd = html.substr(0, normal).find("--!>", from);
  if (odd != std::string_view::npos) return odd + 4;
  return normal == std::string_view::npos ? html.size() : normal + 3;
}

RawContent raw_content(std::string_view name) {
  if (name == "script" || name == "style" || name == "noembed" || name == "noframes" || name == "noscript")
    return RawContent::unseen;
  if (name == "title" || name == "textarea" || name == "xmp" || name == "plaintext") return RawContent::shown;
  return name == "iframe" ? RawContent::another_page : RawContent::none;
}

std::size_t end_of_raw_content(std::string_view html, const HtmlTag& start) {
  if (start.name == "script") return find_script_end(html, start.end);
  if (start.name == "plaintext") return html.size();
  const std::size_t end = find_end_tag(html, start.end, start.name);
  return start.name == "noscript" && end == html.size() ? std::string_view::npos : end;
}

std::size_t find_end_tag(std::string_view html, std::size_t from, std::string_view name) {
  for (std::size_t at = from; (at = html.find("</", at)) != std::string_view::npos; at += 2) {
    const std::size_t after = at + 2 + name.size();
    if (after < html.size() && text::same_letters(html.substr(at + 2, name.size()), name) &&
        (is_html_space(html[after]) || html[after] == '/' || html[after] == '>')) {
      return at;
    }
  }
  return html.size();
}

}  // namespace fellow::extractor
