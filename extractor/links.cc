// SPDX-License-Identifier: GPL-3.0-or-later
// links(): which pages of the same site say more about this person, judged by the words of the link and of its path.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <unordered_set>

#include "extractor/document.h"
#include "extractor/extractor.h"
#include "extractor/formats/charset.h"
#include "extractor/formats/formats.h"
#include "extractor/link_words.h"
#include "extractor/page_tags.h"
#include "extractor/robots_directives.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxLinks = 200;      // DESIGN, Defaults: links taken a page
constexpr std::size_t kMaxLooked = 5000;    // hrefs looked at
constexpr std::size_t kMaxTextBytes = 200;  // longer link texts are sentences, not names of pages

constexpr std::string_view kPageEndings[] = {"",     "html", "htm", "xhtml", "shtml",    "php", "asp",
                                             "aspx", "jsp",  "cgi", "md",    "markdown", "org", "json"};
constexpr std::string_view kSkippedFolders[] = {
    "tag",   "tags",     "category",     "categories", "feed",   "feeds",  "rss", "author", "wp-json", "wp-content", "search",
    "login", "wp-admin", "wp-login.php", "cdn-cgi",    "assets", "static", "js",  "css",    "images",  "img"};
constexpr std::string_view kHostLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";

bool contains(auto const& list, std::string_view what) {
  return std::find(std::begin(list), std::end(list), what) != std::end(list);
}

std::string_view bare_host(const Url& url) {
  std::string_view host = url.host();
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

// "/~jane/" of "/~jane/pubs/x.html"; also "/people/jane/": a person's part of a host that many share. "/" when the host is
// hers.
std::string_view own_folder(std::string_view path) {
  static constexpr std::string_view kShared[] = {"people",  "person", "users",    "user",      "staff",   "faculty",
                                                 "members", "homes",  "personal", "homepages", "profiles"};
  std::size_t begin = 1;
  bool next_is_own = false;
  while (begin < path.size()) {
    const std::size_t end = path.find('/', begin);
    if (end == std::string_view::npos) break;
    const std::string_view segment = path.substr(begin, end - begin);
    if (next_is_own || segment.starts_with('~') || segment.starts_with("%7E") || segment.starts_with("%7e"))
      return path.substr(0, end + 1);
    next_is_own = contains(kShared, text::lower(segment));
    begin = end + 1;
  }
  return "/";
}

std::string unescaped(std::string_view path) {
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto hex = [&](std::size_t at) { return at < path.size() && std::isxdigit(static_cast<unsigned char>(path[at])); };
    if (path[i] == '%' && hex(i + 1) && hex(i + 2)) {
      out += static_cast<char>(std::stoi(std::string(path.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      out += path[i];
    }
  }
  return text::valid_utf8(out);
}

std::string ending(std::string_view path) {
  const std::string_view last = path.substr(path.rfind('/') + 1);
  const std::size_t dot = last.rfind('.');
  return dot == std::string_view::npos ? std::string() : text::lower(last.substr(dot + 1));
}

struct Candidate {
  Url url;
  LinkKind kind;
  int rank;  // within the kind, smaller first
};

class Chooser {
 public:
  // `base`: as the page has it; "" if it has none.
  Chooser(const Page& page, std::string_view base) : page_(page), base_(page.url), folder_(own_folder(page.url.path())) {
    if (base.empty()) return;
    if (const auto url = page.url.resolve(base)) base_ = *url;
  }

  std::optional<Url> resolve(std::string_view href) const {
    auto url = base_.resolve(href);
    return url ? std::optional<Url>(*url) : std::nullopt;
  }

  // Told without reading it all: an absolute address on a host by another name. (A loopback address may mean the page's own.)
  bool leads_off(std::string_view href) const {
    const std::size_t slashes = href.find("//");
    const bool is_absolute = slashes == 0 || slashes == 5 || slashes == 6;
    if (!is_absolute || (slashes > 0 && href[slashes - 1] != ':')) return false;
    std::string_view host = href.substr(slashes + 2);
    host = host.substr(0, host.find_first_of("/:?#"));
    if (host.find_first_not_of(kHostLetters) != host.npos || host.find('.') == host.npos || host.back() < 'A') return false;
    if (text::same_letters(host.substr(0, 4), "www.")) host.remove_prefix(4);
    return !text::same_letters(host, bare_host(page_.url));
  }

  bool same_site(const Url& url) const {
    return bare_host(url) == bare_host(page_.url) &&
           url.port() == (url.scheme() == page_.url.scheme() ? page_.url.port() : url.port()) &&
           url.path().starts_with(folder_);
  }

  void add(std::string_view href, std::string_view words) {
    if (href.empty() || href.front() == '#' || ++looked_ > kMaxLooked || leads_off(href)) return;
    const auto url = resolve(href);
    if (!url || *url == page_.url || !same_site(*url) || !seen_.insert(url->text()).second) return;
    if (const auto candidate = judge(*url, words)) candidates_.push_back(*candidate);
  }

  void add_as(const Url& url, LinkKind kind) {
    if (url == page_.url || !same_site(url) || !seen_.insert(url.text()).second) return;
    candidates_.push_back({url, kind, 0});
  }

  std::vector<Link> chosen() {
    std::stable_sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
      return std::pair(a.kind, a.rank) < std::pair(b.kind, b.rank);
    });
    std::vector<Link> out;
    for (const Candidate& candidate : candidates_) {
      if (out.size() == kMaxLinks) break;
      out.push_back({candidate.url, candidate.kind});
    }
    return out;
  }

 private:
  std::optional<Candidate> judge(const Url& url, std::string_view words) const {
    const std::string path = unescaped(url.path());
    const std::string end = ending(path);
    if (end == "bib" || end == "bibtex") return Candidate{url, LinkKind::bibtex, 0};
    const LinkWords name(spaced_name(std::string_view(path).substr(path.rfind('/') + 1)));
    const LinkWords said(words.size() <= kMaxTextBytes ? words : std::string_view());
    if (end == "pdf")
      return name.name_a_cv() || said.name_a_cv() ? std::optional(Candidate{url, LinkKind::cv, 1}) : std::nullopt;
    const bool page_like = contains(kPageEndings, end) || end.size() > 5 ||
                           std::all_of(end.begin(), end.end(), [](unsigned char c) { return std::isdigit(c); });
    if (!page_like || !wanted(url, path, end, name)) return std::nullopt;
    return by_words(url, path, said);
  }

  static bool wanted(const Url& url, std::string_view path, std::string_view end, const LinkWords& name) {
    if (end == "json" && !name.name_a_cv()) return false;
    std::string lower = text::lower(path);
    const std::vector<std::string_view> segments = text::split(lower, '/');
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (contains(kSkippedFolders, segments[i]) && !(segments[i] == "author" && lower.ends_with(".md")) &&
          !(segments[i] == "assets" && end == "json"))
        return false;
      if (segments[i] == "page" && i + 1 < segments.size() && !segments[i + 1].empty() &&
          std::isdigit(static_cast<unsigned char>(segments[i + 1][0])))
        return false;
    }
    const std::string_view query = url.query();
    return query.find("replytocom=") == query.npos && query.find("page=") == query.npos && query.find("paged=") == query.npos &&
           query.find("share=") == query.npos;
  }

  // Last path segment and link text each say a kind; the path is more reliable for list pages, the text for odd file names.
  static Candidate by_words(const Url& url, const std::string& path, const LinkWords& said) {
    std::vector<std::string> segments;
    for (std::string_view segment : text::split(path, '/'))
      if (!segment.empty()) segments.emplace_back(segment);
    std::string last = segments.empty() ? std::string("home") : segments.back();
    if (const std::size_t dot = last.rfind('.');
        dot != std::string::npos && contains(kPageEndings, text::lower(last.substr(dot + 1))))
      last.erase(dot);
    const bool is_index = last == "index" || last == "_index" || last == "default" || last == "welcome";
    const bool source_file = path.ends_with(".md");
    LinkKind kind = LinkWords(spaced_name(last)).kind();
    if (kind == LinkKind::other) kind = said.kind();
    if (is_index && segments.size() > 1) kind = LinkWords(spaced_name(segments[segments.size() - 2])).kind();
    if (is_index && segments.size() == 1) kind = LinkKind::about;
    bool below = false;  // one entry of a list: /publication/2020-some-title/
    LinkKind folder = LinkKind::other;
    for (std::size_t i = 0; i + (is_index ? 2 : 1) < segments.size(); ++i)
      if (const LinkKind k = LinkWords(segments[i]).kind(); k != LinkKind::other) folder = k, below = true;
    const std::size_t length = said.count();
    const bool dull = LinkWords(path).are_dull() || (kind == LinkKind::other && said.are_dull());
    if (below && source_file && folder == LinkKind::publications) return {url, LinkKind::publications, 5};
    if (source_file && path.find("/author") != std::string::npos) return {url, LinkKind::about, 0};
    if (below && folder == LinkKind::publications) return {url, LinkKind::other, 1};
    if (kind == LinkKind::other && below && !dull && length <= 3)
      return {url, folder == LinkKind::people ? LinkKind::people : LinkKind::other, 2};
    if (kind != LinkKind::other && length > 6) return {url, LinkKind::other, 2};  // a sentence that happens to have the word
    if (dull) return {url, LinkKind::other, 6};
    return {url, kind, static_cast<int>(std::min<std::size_t>(segments.size(), 4))};
  }

  const Page& page_;
  Url base_;
  std::string folder_;
  std::vector<Candidate> candidates_;
  std::unordered_set<std::string> seen_;
  std::size_t looked_ = 0;
};

// "0; url=main.html", "5;URL='main.html'": the address; nullopt if it only reloads.
std::optional<std::string> refresh_target(std::string_view content) {
  const std::string lower = text::lower(content);
  std::size_t at = lower.find("url");
  if (at == std::string::npos) return std::nullopt;
  at = lower.find_first_not_of(" \t", at + 3);
  if (at == std::string::npos || lower[at] != '=') return std::nullopt;
  std::string_view target = text::trim(content.substr(at + 1));
  if (!target.empty() && (target.front() == '"' || target.front() == '\'')) {
    const std::size_t end = target.find(target.front(), 1);
    target = target.substr(1, end == std::string_view::npos ? end : end - 1);
  }
  const int seconds = std::atoi(std::string(text::trim(content.substr(0, content.find_first_of(";,")))).c_str());
  if (target.empty() || seconds > 30) return std::nullopt;  // a slide show, not a move
  return std::string(target);
}

bool refuses(std::string_view rel) { return text::lower(rel).find("nofollow") != std::string::npos; }

// The frames' pages; and which of them the page is a shell around, if it is.
std::optional<Url> add_frames(const PageTags& tags, Chooser& chooser) {
  std::vector<Url> frames;
  std::optional<Url> main;
  for (const PageTags::Frame& frame : tags.frames) {
    if (frames.size() == 10) break;
    const auto url = chooser.resolve(frame.src);
    if (!url) continue;
    frames.push_back(*url);
    const std::string label = text::lower(frame.label + " " + std::string(url->path()));
    const bool side = label.find("menu") != std::string::npos || label.find("nav") != std::string::npos ||
                      label.find("header") != std::string::npos || label.find("banner") != std::string::npos ||
                      label.find("left") != std::string::npos || label.find("top") != std::string::npos;
    if (!side && !main) main = *url;
  }
  for (const Url& frame : frames) chooser.add_as(frame, LinkKind::about);
  if (!tags.is_frameset || frames.empty()) return std::nullopt;
  return main ? *main : frames.back();
}

void read_tags(const Page& page, const PageTags& tags, std::string_view robot, PageLinks& out) {
  Chooser chooser(page, tags.base);
  for (const std::string& refresh : tags.refreshes) {
    if (const auto target = refresh_target(refresh))
      if (const auto url = chooser.resolve(*target); url && *url != page.url) out.forward = *url;
  }
  if (const auto inside = add_frames(tags, chooser)) out.forward = *inside;
  out.directives = read_directives(tags.metas, page, robot);
  if (out.directives.nofollow) return;
  for (const PageTags::Anchor& anchor : tags.anchors)
    if (!refuses(anchor.rel)) chooser.add(anchor.href, anchor.words);
  for (const std::string& href : tags.alternates)
    if (const auto url = chooser.resolve(href)) chooser.add_as(*url, LinkKind::about);
  out.links = chooser.chosen();
}

// <loc> elements of a sitemap (sitemaps.org protocol); entities as the protocol has them.
void read_sitemap(const Page& page, PageLinks& out) {
  Chooser chooser(page, "");
  const std::string_view body = page.body;
  std::size_t at = 0;
  for (std::size_t taken = 0; taken < kMaxLooked; ++taken) {
    at = body.find("<loc>", at);
    if (at == std::string_view::npos) break;
    at += 5;
    const std::size_t end = body.find('<', at);
    if (end == std::string_view::npos) break;
    std::string href(text::trim(body.substr(at, end - at)));
    for (std::size_t amp = href.find("&amp;"); amp != std::string::npos; amp = href.find("&amp;", amp + 1))
      href.replace(amp, 5, "&");
    chooser.add(href, "");
    at = end;
  }
  out.links = chooser.chosen();
}

}  // namespace

PageLinks links(const Page& page, std::string_view robot) {
  PageLinks out;
  const FormatRow* row = format_of(clue_of(page));
  const Format format = row ? row->format : Format::unknown;
  if (format == Format::html) {
    read_tags(page, tags_of(to_utf8(page.body, page.content_type, true)), robot, out);
  } else if (format == Format::markdown || format == Format::org) {
    read_tags(page, tags_of(read_document(page).dom), robot, out);
  } else {
    out.directives = read_directives({}, page, robot);
    if (format == Format::xml || page.body.find("<loc>") < 2000) read_sitemap(page, out);
  }
  return out;
}

}  // namespace fellow::extractor
