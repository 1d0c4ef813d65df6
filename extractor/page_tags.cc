// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/page_tags.h"

#include <gumbo.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "extractor/formats/html_tags.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxAnchors = 5000;
constexpr std::size_t kMaxOthers = 100;
constexpr std::size_t kMaxWords = 1000;  // bytes of text kept of one anchor

// Elements that do not part words: <b>C</b>V.
bool is_inline(std::string_view tag) {
  static constexpr WordSet kInline({"a", "b", "i", "u", "em", "strong", "span", "font", "small", "sup", "sub", "code", "mark"});
  return in(kInline, tag);
}

// What a small piece of HTML says once its character references are read; by gumbo, which knows all 2 231.
struct Plain {
  std::string text;                                         // of a piece of text
  std::vector<std::pair<std::string, std::string>> of_tag;  // attributes of a start tag
};

Plain plain(std::string_view html) {
  Plain out;
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  options.fragment_context = GUMBO_TAG_DIV;
  const auto destroy = [&options](GumboOutput* output) { gumbo_destroy_output(&options, output); };
  const std::unique_ptr<GumboOutput, decltype(destroy)> output(gumbo_parse_with_options(&options, html.data(), html.size()),
                                                               destroy);
  const GumboVector& children = output->root->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* node = static_cast<const GumboNode*>(children.data[i]);
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE) out.text += node->v.text.text;
    if (node->type != GUMBO_NODE_ELEMENT) continue;
    const GumboVector& attributes = node->v.element.attributes;
    for (unsigned k = 0; k < attributes.length; ++k) {
      const auto* attribute = static_cast<const GumboAttribute*>(attributes.data[k]);
      out.of_tag.emplace_back(attribute->name, text::valid_utf8(attribute->value));
    }
  }
  return out;
}

struct OpenAnchor {
  PageTags::Anchor anchor;
  std::string title, image;  // said instead when there is no text
  bool has_references = false;
};

class Reader {
 public:
  explicit Reader(std::string_view html) : html_(html) {}

  PageTags read() {
    while (at_ < html_.size()) {
      const std::size_t open = std::min(html_.find('<', at_), html_.size());
      if (anchor_ && hidden_.empty()) say(html_.substr(at_, open - at_));
      at_ = open;
      if (at_ < html_.size()) markup();
    }
    close_anchor();
    return std::move(out_);
  }

 private:
  void markup() {
    const char next = at_ + 1 < html_.size() ? html_[at_ + 1] : ' ';
    if (is_html_letter(next)) {
      scan_tag(html_, at_ + 1, tag_);
      at_ = tag_.end == 0 ? html_.size() : tag_.end;
      if (tag_.end != 0) start();
    } else if (next == '/' && at_ + 2 < html_.size() && is_html_letter(html_[at_ + 2])) {
      scan_tag(html_, at_ + 2, tag_);
      at_ = tag_.end == 0 ? html_.size() : tag_.end;
      end();
    } else if (html_.substr(at_).starts_with("<!--")) {
      at_ = end_of_comment(html_, at_);
    } else if (next == '!' || next == '?' || next == '/') {
      const std::size_t close = html_.find('>', at_);
      at_ = close == std::string_view::npos ? html_.size() : close + 1;
    } else {
      if (anchor_ && hidden_.empty()) say("&lt;");
      ++at_;
    }
  }

  // Content that is not the page's: a template's, a drawing's.
  static bool hides(std::string_view name) { return name == "template" || name == "svg"; }

  void start() {
    const std::string& name = tag_.name;
    if (!hidden_.empty()) {
      if (name == hidden_ && !tag_.self_closing) ++depth_;
      if (name != "script" && name != "style") return;
    }
    if (hides(name) && !tag_.self_closing) {
      hidden_ = name;
      depth_ = 1;
      return;
    }
    if (const RawContent raw = raw_content(name); raw != RawContent::none) {
      take(name);
      skip_raw(raw);
      return;
    }
    if (anchor_ && !is_inline(name)) say(" ");
    take(name);
  }

  void skip_raw(RawContent raw) {
    const std::size_t end =
        noscript_unclosed_ && tag_.name == "noscript" ? std::string_view::npos : end_of_raw_content(html_, tag_);
    if (end == std::string_view::npos) {
      noscript_unclosed_ = true;
      return;
    }
    if (anchor_ && raw == RawContent::shown) say(html_.substr(tag_.end, end - tag_.end));
    at_ = end;
    if (at_ < html_.size()) at_ = std::min(html_.find('>', at_), html_.size() - 1) + 1;
  }

  void end() {
    const std::string& name = tag_.name;
    if (!hidden_.empty()) {
      if (name == hidden_ && --depth_ == 0) hidden_.clear();
      return;
    }
    if (name == "a") {
      close_anchor();
    } else if (anchor_ && !is_inline(name)) {
      say(" ");
    }
  }

  void take(std::string_view name) {
    const auto room = [](const auto& list) { return list.size() < kMaxOthers; };
    if (name == "a" || name == "area") {
      close_anchor();
      if (out_.anchors.size() < kMaxAnchors) open_anchor(name);
    } else if (name == "img" && anchor_ && anchor_->image.empty()) {
      anchor_->image = value("alt");
    } else if (name == "meta" && room(out_.metas)) {
      if (text::same_letters(text::trim(value("http-equiv")), "refresh")) out_.refreshes.push_back(value("content"));
      if (std::string named = value("name"); !named.empty()) out_.metas.push_back({std::move(named), value("content")});
    } else if (name == "base" && out_.base.empty()) {
      out_.base = value("href");
    } else if (name == "frameset") {
      out_.is_frameset = true;
    } else if ((name == "frame" || name == "iframe") && room(out_.frames)) {
      if (std::string src = value("src"); !src.empty())
        out_.frames.push_back({std::move(src), value("name") + " " + value("id")});
    } else if (name == "link" && room(out_.alternates)) {
      if (!tag_.attribute("hreflang").empty() && text::same_letters(value("rel"), "alternate"))
        out_.alternates.push_back(value("href"));
    }
  }

  void open_anchor(std::string_view name) {
    if (tag_.attribute("href").empty()) return;
    anchor_.emplace();
    anchor_->anchor = {value("href"), "", value("rel")};
    anchor_->title = value("title");
    if (anchor_->title.empty()) anchor_->title = value("aria-label");
    if (name == "area") {
      anchor_->image = value("alt");
      close_anchor();
    }
  }

  void close_anchor() {
    if (!anchor_) return;
    PageTags::Anchor& anchor = anchor_->anchor;
    if (anchor_->has_references) anchor.words = plain(anchor.words).text;
    anchor.words = text::clean(anchor.words);
    for (const std::string* instead : {&anchor_->title, &anchor_->image})
      if (anchor.words.empty()) anchor.words = *instead;
    out_.anchors.push_back(std::move(anchor));
    anchor_.reset();
  }

  void say(std::string_view text) {
    std::string& words = anchor_->anchor.words;
    if (words.size() > kMaxWords) return;
    const auto from = static_cast<std::ptrdiff_t>(words.size());
    words += text.substr(0, kMaxWords);
    std::replace(words.begin() + from, words.end(), '<', ' ');
    if (text.find('&') != std::string_view::npos) anchor_->has_references = true;
  }

  // The attribute of the tag at hand as a browser has it.
  std::string value(std::string_view name) const {
    const std::string_view written = tag_.attribute(name);
    if (written.find('&') == std::string_view::npos) return std::string(written);
    for (auto& [known, said] : plain(std::string("<a ") + std::string(attribute_source(name)) + ">").of_tag)
      if (known == name) return said;
    return std::string(written);
  }

  // name="value" as it stands in the page, quotation marks included.
  std::string_view attribute_source(std::string_view name) const {
    for (const HtmlAttribute& one : tag_.attributes) {
      if (!text::same_letters(one.name, name)) continue;
      const auto from = static_cast<std::size_t>(one.name.data() - html_.data());
      auto to = static_cast<std::size_t>(one.value.data() - html_.data()) + one.value.size();
      if (to < html_.size() && (html_[to] == '"' || html_[to] == '\'')) ++to;
      return html_.substr(from, to - from);
    }
    return {};
  }

  std::string_view html_;
  std::size_t at_ = 0;
  HtmlTag tag_;
  PageTags out_;
  std::optional<OpenAnchor> anchor_;
  std::string hidden_;  // the element that hides what is inside, "" if none
  std::size_t depth_ = 0;
  bool noscript_unclosed_ = false;
};

std::string words_of(const Dom& dom, NodeId n) {
  std::string said = dom.text(n);
  for (std::string_view name : {"title", "aria-label", "alt"})  // alt: of an <area>
    if (said.empty()) said = dom.attribute(n, name);
  if (said.empty())
    if (NodeId image = dom.first("img[alt]", n); image != kNoNode) said = dom.attribute(image, "alt");
  return said;
}

}  // namespace

PageTags tags_of(std::string_view html) { return Reader(html).read(); }

PageTags tags_of(const Dom& dom) {
  PageTags out;
  const auto value = [&](NodeId n, std::string_view name) { return std::string(dom.attribute(n, name)); };
  if (NodeId n = dom.first("base[href]"); n != kNoNode) out.base = value(n, "href");
  for (NodeId n : dom.select("meta[name]")) out.metas.push_back({value(n, "name"), value(n, "content")});
  for (NodeId n : dom.select("meta[http-equiv]"))
    if (text::same_letters(text::trim(dom.attribute(n, "http-equiv")), "refresh")) out.refreshes.push_back(value(n, "content"));
  out.is_frameset = dom.first("frameset") != kNoNode;
  for (NodeId n : dom.select("frame[src], iframe[src]"))
    out.frames.push_back({value(n, "src"), value(n, "name") + " " + value(n, "id")});
  for (NodeId n : dom.select("a[href], area[href]"))
    if (out.anchors.size() < kMaxAnchors && !dom.attribute(n, "href").empty())
      out.anchors.push_back({value(n, "href"), words_of(dom, n), value(n, "rel")});
  for (NodeId n : dom.select("link[hreflang]"))
    if (text::same_letters(dom.attribute(n, "rel"), "alternate")) out.alternates.push_back(value(n, "href"));
  return out;
}

}  // namespace fellow::extractor
