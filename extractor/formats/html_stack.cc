// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/html_stack.h"

#include <algorithm>
#include <unordered_map>

namespace fellow::extractor {
namespace {

enum Kind : unsigned {
  kVoid = 1,         // no content
  kSpecial = 2,      // ends the search of an ordinary end tag (13.2.4.2)
  kFormatting = 4,   // opened again in the next block
  kScope = 8,        // an end tag outside does not reach through it
  kClosesP = 16,     // as a start tag
  kMarker = 32,      // formatting inside stays inside
  kTablePart = 64,   // belongs directly below table, tbody or tr
  kForeign = 128,    // svg, math
  kEntrance = 256,   // HTML begins again inside foreign content
  kBreaksOut = 512,  // as a start tag, ends foreign content
  kHeading = 1024,
  kListScope = 2048,
};

void mark(std::unordered_map<std::string_view, unsigned>& kinds, std::string_view names, unsigned kind) {
  while (!names.empty()) {
    const std::size_t blank = std::min(names.find(' '), names.size());
    kinds[names.substr(0, blank)] |= kind;
    names.remove_prefix(std::min(blank + 1, names.size()));
  }
}

std::unordered_map<std::string_view, unsigned> make_kinds() {
  std::unordered_map<std::string_view, unsigned> kinds;
  mark(kinds, "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr",
       kVoid);
  mark(kinds,
       "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd "
       "details dir div "
       "dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe "
       "img input "
       "li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script section "
       "select "
       "source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp",
       kSpecial);
  mark(kinds, "a b big code em font i nobr s small strike strong tt u", kFormatting);
  mark(kinds, "applet caption html table td th marquee object template mi mo mn ms mtext annotation-xml foreignobject desc",
       kScope);
  mark(kinds,
       "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main "
       "menu nav "
       "ol p section summary ul h1 h2 h3 h4 h5 h6 pre listing form li dd dt plaintext table hr xmp",
       kClosesP);
  mark(kinds, "applet object marquee template td th caption", kMarker);
  mark(kinds, "caption colgroup col tbody tfoot thead tr td th script style template", kTablePart);
  mark(kinds, "svg math", kForeign);
  mark(kinds, "foreignobject desc title mi mo mn ms mtext annotation-xml", kEntrance);
  mark(kinds,
       "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr "
       "ol p pre "
       "ruby s small span strong strike sub sup table tt u ul var",
       kBreaksOut);
  mark(kinds, "h1 h2 h3 h4 h5 h6", kHeading);
  mark(kinds, "ol ul", kListScope);
  return kinds;
}

unsigned kinds_of(std::string_view name) {
  static const std::unordered_map<std::string_view, unsigned> kinds = make_kinds();
  const auto found = kinds.find(name);
  return found == kinds.end() ? 0 : found->second;
}

bool among(std::string_view name, std::string_view names) {
  for (std::size_t at = 0; (at = names.find(name, at)) != std::string_view::npos; ++at) {
    const std::size_t after = at + name.size();
    if ((at == 0 || names[at - 1] == ' ') && (after == names.size() || names[after] == ' ')) return true;
  }
  return false;
}

}  // namespace

bool HtmlStack::is_void(std::string_view name) { return kinds_of(name) & kVoid; }

// The innermost open element that is one of `names`, unless an element of a kind in `stop` lies further in.
std::size_t HtmlStack::last(std::string_view names, unsigned stop) const {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (among(open_[i].name, names)) return i;
    if (open_[i].kinds & stop) return kNowhere;
  }
  return kNowhere;
}

void HtmlStack::close_down_to(std::size_t index) {
  if (index == kNowhere) return;
  while (open_.size() > index) {
    if (open_.back().kinds & kMarker) active_.resize(std::min(active_.size(), open_.back().active_below));
    if (open_.back().kinds & kForeign) --foreign_;
    open_.pop_back();
  }
}

void HtmlStack::close_siblings(std::string_view name, unsigned kinds) {
  if (name == "li") {
    // 13.2.6.4.7: up to a special element other than address, div and p
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (open_[i].name == "li") return close_down_to(i);
      if ((open_[i].kinds & kSpecial) && !among(open_[i].name, "address div p")) return;
    }
  } else if (name == "dd" || name == "dt") {
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (among(open_[i].name, "dd dt")) return close_down_to(i);
      if ((open_[i].kinds & kSpecial) && !among(open_[i].name, "address div p")) return;
    }
  } else if (name == "option" || name == "optgroup") {
    if (!open_.empty() && open_.back().name == "option") close_down_to(open_.size() - 1);
    if (name == "optgroup" && !open_.empty() && open_.back().name == "optgroup") close_down_to(open_.size() - 1);
  } else if ((kinds & kHeading) && !open_.empty() && (open_.back().kinds & kHeading)) {
    close_down_to(open_.size() - 1);
  } else if (name == "a" || name == "nobr") {
    forget_formatting(name);
  } else if (kinds & kTablePart) {
    const std::size_t table = last("table", 0);
    if (table == kNowhere || name == "script" || name == "style" || name == "template") return;
    const std::string_view closed = among(name, "td th") ? "td th caption"
                                    : name == "tr"       ? "td th tr caption colgroup"
                                                         : "td th tr tbody thead tfoot caption colgroup";
    for (std::size_t i = table + 1; i < open_.size(); ++i) {
      if (among(open_[i].name, closed)) return close_down_to(i);
      if (open_[i].kinds & kForeign) return;
      if (open_[i].name == "template") return;
    }
  }
}

// Takes the last formatting element of that name since the last marker off the list; false if there is none.
bool HtmlStack::deactivate(std::string_view name) {
  std::size_t base = 0;
  for (std::size_t i = open_.size(); i-- > 0 && base == 0;) {
    if (open_[i].kinds & kMarker) base = open_[i].active_below;
  }
  for (std::size_t i = active_.size(); i-- > base;) {
    if (active_[i] != name) continue;
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return false;
}

// A formatting element's end tag takes just that element off the stack (13.2.6.4.7, the adoption agency).
void HtmlStack::forget_formatting(std::string_view name) {
  if (!deactivate(name)) return;
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].name == name) {
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
    if (open_[i].kinds & (kMarker | kForeign)) return;
  }
}

bool HtmlStack::start(std::string_view name, bool self_closing, std::size_t depth) {
  const unsigned kinds = kinds_of(name);
  if (in_foreign()) {
    const std::size_t root = last("svg math", 0);
    bool entrance = false;
    for (std::size_t i = root; i < open_.size(); ++i) entrance = entrance || (open_[i].kinds & kEntrance);
    if ((kinds & kBreaksOut) && !entrance) {
      close_down_to(root);
      return start(name, self_closing, depth);  // each time one svg or math fewer
    }
    if (self_closing || ((kinds & kVoid) && entrance)) return true;
  } else {
    if (kinds & kVoid) return true;
    if (name == "html" || name == "body" || name == "head") return true;  // merged into what is there
    if (kinds & kClosesP) close_down_to(last("p", kScope));
    close_siblings(name, kinds);
  }
  if ((kinds & kTablePart) && !in_foreign() && last("table template", 0) == kNowhere) return true;  // ignored by the parser
  if ((kinds & kFormatting) && active_.size() >= most_formatting_) return false;
  if (open_.size() >= depth) return false;
  open_.push_back({std::string(name), kinds, active_.size()});
  if (kinds & kFormatting) active_.emplace_back(name);
  if (kinds & kForeign) ++foreign_;
  return true;
}

void HtmlStack::end(std::string_view name) {
  const unsigned kinds = kinds_of(name);
  if (name == "html" || name == "body" || name == "head" || (kinds & kVoid)) return;
  if (in_foreign()) {
    for (std::size_t i = open_.size(); i-- > 0 && !(open_[i].kinds & kScope);) {
      if (open_[i].name == name) return close_down_to(i);
      if (open_[i].kinds & kForeign) break;
    }
  }
  if (kinds & kFormatting) {
    const std::size_t at = last(name, kScope);
    bool blocked = at == kNowhere;
    for (std::size_t i = at; !blocked && i < open_.size(); ++i) blocked = open_[i].kinds & kSpecial;
    if (blocked) return forget_formatting(name);
    deactivate(name);
    close_down_to(at);
  } else if (name == "form") {
    const std::size_t at = last(name, 0);  // taken out from between its children's ancestors
    if (at != kNowhere) open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
  } else if (kinds & kHeading) {
    close_down_to(last("h1 h2 h3 h4 h5 h6", kScope));
  } else if (name == "li") {
    close_down_to(last(name, kScope | kListScope));
  } else if (name == "table" || (kinds & kTablePart)) {
    const std::size_t table = last("table", 0);
    const std::size_t at = last(name, 0);
    if (at != kNowhere && (name == "table" || table == kNowhere || at > table)) close_down_to(at);
  } else if (kinds & kSpecial) {
    close_down_to(last(name, kScope));
  } else {
    close_down_to(last(name, kSpecial));
  }
}

bool HtmlStack::misplaces(std::string_view name) const {
  for (std::size_t i = open_.size(); i-- > 0;) {
    const unsigned kinds = open_[i].kinds;
    if (kinds & (kMarker | kForeign)) return false;
    if (kinds & kTablePart || open_[i].name == "table") return !(kinds_of(name) & kTablePart) && name != "table";
  }
  return false;
}

}  // namespace fellow::extractor
