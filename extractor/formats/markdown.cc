// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

#include "extractor/formats/charset.h"
#include "extractor/formats/front_matter.h"
#include "extractor/formats/html.h"
#include "extractor/formats/html_in_markdown.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxBytes = 512u << 10;  // of Markdown; the longest list of publications seen has a tenth
// What cmark-gfm 0.29 may be given with which extensions: it takes quadratic time over lines full of '|' and '@' (48 s for
// 512 KB), and fills short table rows up with cells.
constexpr std::size_t kLongestLine = 16u << 10;
constexpr std::size_t kMostBars = 100, kMostCells = 200'000;

struct Shape {
  std::size_t longest_line = 0, most_bars = 0, lines = 0;  // most_bars: in one line

  bool links() const { return longest_line <= kLongestLine; }
  bool tables() const { return links() && most_bars <= kMostBars && most_bars * lines <= kMostCells; }
};

Shape shape_of(std::string_view text) {
  Shape out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    out.longest_line = std::max(out.longest_line, line.size());
    out.most_bars = std::max(out.most_bars, static_cast<std::size_t>(std::count(line.begin(), line.end(), '|')));
    ++out.lines;
    at = end + 1;
  }
  return out;
}

// Copies text, leaving out what begins at a place that one of the rules knows.
class Cleaner {
 public:
  explicit Cleaner(std::string_view text) : text_(text) {}

  std::string clean() {
    while (at_ < text_.size()) {
      if (at_ == 0 || text_[at_ - 1] == '\n') {
        if (fenced_line()) continue;
      }
      const std::size_t skipped = tag_at();
      if (skipped) {
        at_ += skipped;
      } else {
        out_ += text_[at_++];
      }
    }
    return std::move(out_);
  }

 private:
  // Copies a line within, or beginning, a fenced code block.
  bool fenced_line() {
    std::size_t i = at_;
    while (i < text_.size() && i < at_ + 3 && text_[i] == ' ') ++i;
    const char c = i < text_.size() ? text_[i] : '\n';
    std::size_t run = 0;
    while ((c == '`' || c == '~') && i + run < text_.size() && text_[i + run] == c) ++run;
    const bool was_in = fence_ != 0;
    if (run >= 3 && fence_ == 0) {
      fence_ = c;
    } else if (run >= 3 && fence_ == c) {
      fence_ = 0;
    }
    if (!was_in && fence_ == 0) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
    out_ += text_.substr(at_, end - at_);
    at_ = end;
    return true;
  }

  // Bytes from here to the end of `close`, if that is near; else 0. The bound keeps the whole linear.
  std::size_t through(std::string_view close) const {
    constexpr std::size_t kLongestTag = 2000;
    const std::size_t found = text_.substr(at_, kLongestTag).find(close);
    return found == std::string_view::npos ? 0 : found + close.size();
  }
  // As through, but on the same line.
  std::size_t through_on_line(std::string_view close) const {
    const std::size_t bytes = through(close);
    return text_.substr(at_, bytes).find('\n') == std::string_view::npos ? bytes : 0;
  }

  std::size_t tag_at() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) return std::min(text_.find("-->", at_), text_.size() - 3) + 3 - at_;
    if (rest.starts_with("{%")) return liquid(rest);
    if (rest.starts_with("{{<")) return through(">}}");
    if (rest.starts_with("{{%")) return through("%}}");
    if (rest.starts_with("{{")) {
      // "title = {{Deep Nets}}" is BibTeX
      const std::size_t before = out_.find_last_not_of(' ');
      return before != std::string::npos && out_[before] == '=' ? 0 : through_on_line("}}");
    }
    const bool attributes =
        rest.starts_with("{:") || rest.starts_with("{.") || rest.starts_with("{#") || quoted_attribute(rest.substr(1));
    return attributes ? through_on_line("}") : 0;
  }

  // {style="text-align: justify;"}, as Hugo's Goldmark has it.
  static bool quoted_attribute(std::string_view inside) {
    std::size_t name = 0;
    while (name < inside.size() && name < 20 && ((inside[name] >= 'a' && inside[name] <= 'z') || inside[name] == '-')) ++name;
    const std::string_view value = inside.substr(name, 2);
    return name > 0 && (value == "=\"" || value == "='");
  }

  std::size_t liquid(std::string_view rest) {
    std::string_view inside = rest.substr(2, 24);
    while (!inside.empty() && (inside.front() == ' ' || inside.front() == '-')) inside.remove_prefix(1);
    if (inside.starts_with("comment")) {
      if (comment_end_ <= at_) comment_end_ = text_.find("endcomment", at_);
      const std::size_t close = text_.find("%}", std::min(comment_end_, text_.size()));
      if (close != std::string_view::npos) return close + 2 - at_;
    }
    return through("%}");
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0, comment_end_ = 0;  // comment_end_: the next one, or npos, as far as looked for
  char fence_ = 0;
};

}  // namespace

std::string without_template_tags(std::string_view markdown) { return Cleaner(markdown).clean(); }

std::string markdown_to_html(std::string_view markdown) {
  static std::once_flag registered;
  std::call_once(registered, cmark_gfm_core_extensions_ensure_registered);
  constexpr int kOptions = CMARK_OPT_UNSAFE | CMARK_OPT_VALIDATE_UTF8;
  const std::unique_ptr<cmark_parser, void (*)(cmark_parser*)> parser(cmark_parser_new(kOptions), cmark_parser_free);
  const Shape shape = shape_of(markdown);
  for (const auto& [name, wanted] :
       {std::pair("table", shape.tables()), {"autolink", shape.links()}, {"strikethrough", true}}) {
    if (!wanted) continue;
    if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name)) {
      cmark_parser_attach_syntax_extension(parser.get(), extension);
    }
  }
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  const std::unique_ptr<cmark_node, void (*)(cmark_node*)> root(cmark_parser_finish(parser.get()), cmark_node_free);
  const std::unique_ptr<char, void (*)(void*)> html(
      cmark_render_html(root.get(), kOptions, cmark_parser_get_syntax_extensions(parser.get())), std::free);
  return html.get();
}

int claim_markdown(const Clue& clue) {
  if (clue.type_is("text/markdown text/x-markdown")) return 90;
  return clue.says_little() && clue.ending_is("md markdown mkd mdown qmd rmd") ? 85 : 0;
}

void read_markdown(const Page& page, Document& document) {
  const std::string text = mend_mojibake(to_utf8(page.body, page.content_type, false));
  FrontMatter split = split_front_matter(text);
  document.front = std::move(split.front);
  document.truncated = split.truncated || split.body.size() > kMaxBytes;
  const std::string body = without_template_tags(split.body.substr(0, kMaxBytes));
  read_html_text(markdown_to_html(unindent_html(body)), document);
}

}  // namespace fellow::extractor
