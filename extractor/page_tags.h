// SPDX-License-Identifier: GPL-3.0-or-later
// Where does this page lead, in its own words? Its links, frames and metas as written, for the crawl, which needs no tree:
// building one takes twenty times as long.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extractor/dom.h"
#include "extractor/robots_directives.h"

namespace fellow::extractor {

struct PageTags {
  struct Anchor {
    std::string href, words, rel;  // words: the text inside, else its title, aria-label or the alt of an image in it
  };
  struct Frame {
    std::string src, label;  // label: name and id
  };
  std::string base;  // href of the first <base>; "" if none
  std::vector<Anchor> anchors;
  std::vector<Frame> frames;  // frame and iframe
  bool is_frameset = false;
  std::vector<std::string> refreshes;   // content of <meta http-equiv=refresh>
  std::vector<std::string> alternates;  // href of <link rel=alternate hreflang=…>
  std::vector<NamedMeta> metas;
};

// Of HTML in valid UTF-8, tag by tag; what is in comments, scripts, templates and the like is not there. At most 5000 anchors,
// 100 of each other kind.
PageTags tags_of(std::string_view html);
// The same of a page that was read for other reasons, or is no HTML.
PageTags tags_of(const Dom& dom);

}  // namespace fellow::extractor
