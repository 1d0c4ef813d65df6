// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/html_shape.h"

#include <algorithm>
#include <unordered_map>

#include "extractor/formats/characters.h"
#include "extractor/formats/html_stack.h"
#include "extractor/formats/html_tags.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

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
    if (is_html_letter(next)) {
      start_tag();
    } else if (next == '/' && at_ + 2 < html_.size() && is_html_letter(html_[at_ + 2])) {
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
    if (rest.starts_with("<!--")) {
      at_ = end_of_comment(html_, at_);
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
  bool raw_element(const HtmlTag& tag) {
    const RawContent raw = raw_content(tag.name);
    const bool foreign = stack_.in_foreign() && tag.name != "script" && tag.name != "style";
    if (foreign || raw == RawContent::none) return false;
    if (stack_.in_foreign() && tag.self_closing) {
      at_ = tag.end;
      return true;
    }
    const std::size_t end =
        noscript_unclosed_ && tag.name == "noscript" ? std::string_view::npos : end_of_raw_content(html_, tag);
    if (end == std::string_view::npos) {
      noscript_unclosed_ = true;
      at_ = tag.end;
      return true;
    }
    const std::string_view content = html_.substr(tag.end, end - tag.end);
    if (tag.name == "script" && text::lower(tag.attribute("type")).find("application/ld+json") != std::string::npos) {
      out_.json_ld.emplace_back(content);
    }
    if (raw != RawContent::unseen) {
      const bool preformatted = tag.name == "xmp" || tag.name == "plaintext";
      const std::string_view name = preformatted ? "pre" : std::string_view(tag.name);
      if (preformatted) {
        out_.html += "<pre>";
      } else {
        out_.html += html_.substr(at_, tag.end - at_);
      }
      if (raw == RawContent::shown) escape(content);
      out_.html.append("</").append(name).append(">");
    }
    at_ = end;
    if (at_ < html_.size()) skip_to(">");
    return true;
  }

  void start_tag() {
    scan_tag(html_, at_ + 1, tag_);
    const HtmlTag& tag = tag_;
    if (tag.end == 0) {  // the input ends inside a tag: the standard drops it
      at_ = html_.size();
      return;
    }
    // A table's stray children cost most; a tag that is left out leaves its text where it is.
    const bool misplaced = stack_.misplaces(tag.name) && ++misplaced_ > limits_.misplaced;
    const bool body = (tag.name == "body" || tag.name == "html") && ++bodies_ > limits_.bodies;
    elements_ += 1 + stack_.formatting();
    const bool full = elements_ > limits_.elements || tag.attributes.size() > limits_.attributes || misplaced || body;
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
    scan_tag(html_, at_ + 2, tag_);
    const HtmlTag& tag = tag_;
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
  HtmlTag tag_;
  ShapedHtml out_;
  std::size_t at_ = 0, elements_ = 0, misplaced_ = 0, bodies_ = 0;
  bool noscript_unclosed_ = false;
  std::unordered_map<std::string, std::size_t> dropped_;  // start tags left out, by name, whose end tags are to be left out too
};

}  // namespace

ShapedHtml shape_html(std::string_view html, const HtmlLimits& limits) { return Shaper(html, limits).shape(); }

}  // namespace fellow::extractor
