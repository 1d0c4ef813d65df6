// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <cstdlib>
#include <memory>
#include <mutex>

#include "extractor/formats/charset.h"
#include "extractor/formats/front_matter.h"
#include "extractor/formats/html.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxBytes = 1u << 20;  // of Markdown: a hundred times the longest list of publications seen

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

  // Bytes from here to the end of `close`; all that is left if it never comes and `to_end`, else 0.
  std::size_t through(std::string_view close, bool to_end) const {
    const std::size_t found = text_.find(close, at_);
    if (found != std::string_view::npos) return found + close.size() - at_;
    return to_end ? text_.size() - at_ : 0;
  }
  // As through, but on the same line.
  std::size_t through_on_line(std::string_view close) const {
    const std::size_t bytes = through(close, false);
    return text_.substr(at_, bytes).find('\n') == std::string_view::npos ? bytes : 0;
  }

  std::size_t tag_at() const {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) return through("-->", true);
    if (rest.starts_with("{%")) return liquid(rest);
    if (rest.starts_with("{{<")) return through(">}}", false);
    if (rest.starts_with("{{%")) return through("%}}", false);
    if (rest.starts_with("{{")) {
      // "title = {{Deep Nets}}" is BibTeX
      const std::size_t before = out_.find_last_not_of(' ');
      return before != std::string::npos && out_[before] == '=' ? 0 : through_on_line("}}");
    }
    const bool attributes = rest.starts_with("{:") || rest.starts_with("{.") || rest.starts_with("{#");
    return attributes ? through_on_line("}") : 0;
  }

  std::size_t liquid(std::string_view rest) const {
    const std::size_t tag = through("%}", false);
    std::string_view inside = rest.substr(2, 24);
    while (!inside.empty() && (inside.front() == ' ' || inside.front() == '-')) inside.remove_prefix(1);
    if (!inside.starts_with("comment")) return tag;
    for (std::string_view close : {"{% endcomment %}", "{%endcomment%}", "{%- endcomment -%}", "{%- endcomment %}"}) {
      if (const std::size_t bytes = through(close, false)) return bytes;
    }
    return tag;
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
  char fence_ = 0;
};

}  // namespace

std::string without_template_tags(std::string_view markdown) { return Cleaner(markdown).clean(); }

std::string markdown_to_html(std::string_view markdown) {
  static std::once_flag registered;
  std::call_once(registered, cmark_gfm_core_extensions_ensure_registered);
  constexpr int kOptions = CMARK_OPT_UNSAFE | CMARK_OPT_VALIDATE_UTF8;
  const std::unique_ptr<cmark_parser, void (*)(cmark_parser*)> parser(cmark_parser_new(kOptions), cmark_parser_free);
  for (const char* name : {"table", "autolink", "strikethrough"}) {
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
  read_html_text(markdown_to_html(body), document);
}

}  // namespace fellow::extractor
