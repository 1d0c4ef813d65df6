// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/html.h"

#include <gumbo.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "extractor/formats/charset.h"
#include "extractor/formats/html_shape.h"
#include "extractor/formats/json.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

std::string tag_name(const GumboElement& element) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece piece = element.original_tag;
  gumbo_tag_from_original_text(&piece);
  return piece.data ? text::lower({piece.data, piece.length}) : std::string();
}

// Elements that nobody reads, and ones whose inside is for machines: svg paths, a formula's source, fallbacks of players.
bool left_out(std::string_view tag) {
  return tag == "script" || tag == "style" || tag == "template" || tag == "noscript" || tag == "noframes" ||
         tag == "annotation" || tag == "annotation-xml";
}
bool emptied(std::string_view tag) {
  return tag == "svg" || tag == "audio" || tag == "video" || tag == "canvas" || tag == "iframe";
}

std::vector<Attribute> attributes_of(const GumboElement& element) {
  std::vector<Attribute> out;
  out.reserve(element.attributes.length);
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    out.push_back({text::lower(attribute->name), text::valid_utf8(attribute->value)});  // &#xD800; gives a lone surrogate
  }
  return out;
}

// What gumbo allocates, given back all at once: a tenth of its time went into giving it back piece by piece.
class Arena {
 public:
  static void* allocate(void* arena, std::size_t bytes) { return static_cast<Arena*>(arena)->take(bytes); }
  static void give_back(void*, void*) {}

 private:
  static constexpr std::size_t kBlockBytes = 256 * 1024;

  void* take(std::size_t bytes) {
    bytes = (bytes + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) * alignof(std::max_align_t);
    if (bytes > left_) {
      left_ = std::max(bytes, kBlockBytes);
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_));
      next_ = blocks_.back().get();
    }
    left_ -= bytes;
    return std::exchange(next_, next_ + bytes);
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
};

class Walk {
 public:
  explicit Walk(DomBuilder& builder) : builder_(builder) {}

  void run(const GumboNode* root) {
    builder_.set_root_attributes(attributes_of(root->v.element));
    stack_.push_back({root, 0});
    while (!stack_.empty()) {
      auto& [node, next] = stack_.back();
      const GumboVector& children = node->v.element.children;
      if (next == children.length) {
        stack_.pop_back();
        if (!stack_.empty()) builder_.close();
      } else {
        enter(static_cast<const GumboNode*>(children.data[next++]));
      }
    }
  }

 private:
  void enter(const GumboNode* node) {
    switch (node->type) {
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_WHITESPACE:
      case GUMBO_NODE_CDATA:
        builder_.add_text(text::valid_utf8(node->v.text.text));
        break;
      case GUMBO_NODE_ELEMENT: {
        const std::string tag = tag_name(node->v.element);
        if (tag.empty() || left_out(tag)) break;
        builder_.open(tag, attributes_of(node->v.element));
        if (emptied(tag)) {
          builder_.close();
        } else {
          stack_.push_back({node, 0});
        }
        break;
      }
      default:
        break;
    }
  }

  struct Level {
    const GumboNode* node;
    unsigned next;
  };
  DomBuilder& builder_;
  std::vector<Level> stack_;
};

}  // namespace

int claim_html(const Clue& clue) {
  if (clue.type_is("text/html application/xhtml+xml")) return 80;
  const std::string start = text::lower(clue.start.substr(0, 512));
  const bool looks = start.starts_with("<!doctype html") || start.starts_with("<html") || start.starts_with("<head") ||
                     start.starts_with("<body") || (start.starts_with("<?xml") && start.find("<html") != std::string::npos);
  if (clue.type_is("text/xml application/xml")) return looks ? 80 : 0;
  if (!clue.says_little()) return 0;
  if (clue.ending_is("html htm xhtml shtml")) return 75;
  if (clue.type.starts_with("text/")) return 0;  // text/plain is shown as text, whatever it looks like
  return looks ? 70 : 0;
}

void read_html_text(std::string_view html, Document& document) {
  ShapedHtml shaped = shape_html(html);
  document.truncated = document.truncated || shaped.truncated;
  for (const std::string& script : shaped.json_ld) {
    if (std::optional<nlohmann::json> json = parse_json(script)) document.json_ld.push_back(std::move(*json));
  }
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;  // each error would keep a copy of the stack of open tags: gigabytes for a small page
  Arena arena;
  options.userdata = &arena;
  options.allocator = Arena::allocate;
  options.deallocator = Arena::give_back;
  const GumboOutput* output = gumbo_parse_with_options(&options, shaped.html.data(), shaped.html.size());
  DomBuilder builder;
  Walk(builder).run(output->root);
  document.dom = builder.finish();
}

void read_html(const Page& page, Document& document) {
  read_html_text(mend_mojibake(to_utf8(page.body, page.content_type, true)), document);
}

}  // namespace fellow::extractor
