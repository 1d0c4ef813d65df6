// SPDX-License-Identifier: GPL-3.0-or-later
// Text as a person sees it, in the manner of a browser's innerText: without head, scripts and what is hidden.
#include "extractor/document.h"
#include "extractor/dom.h"
#include "extractor/extractor.h"
#include "extractor/formats/charset.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// The tree without its hidden parts and head.
Dom shown(const Dom& dom) {
  DomBuilder builder;
  std::vector<NodeId> open;
  for (NodeId n = 1; n < dom.size();) {
    while (!open.empty() && n >= dom.end(open.back())) {
      builder.close();
      open.pop_back();
    }
    if (dom.is_text(n)) {
      builder.add_text(dom.node(n).text);
    } else if (dom.is(n, "head") || dom.hides(n)) {
      n = dom.end(n);
      continue;
    } else {
      builder.open(dom.node(n).tag);
      open.push_back(n);
    }
    ++n;
  }
  return builder.finish();
}

}  // namespace

std::string visible_text(std::string_view body, std::string_view content_type) {
  Page page;
  page.content_type = content_type;
  page.body = body;
  const Document document = read_document(page);
  if (document.dom.size() > 1) return shown(document.dom).text(0, true);
  const bool readable = document.format == Format::bibtex || document.format == Format::json || document.format == Format::yaml;
  return readable ? to_utf8(body, content_type, false) : std::string();
}

}  // namespace fellow::extractor
