// SPDX-License-Identifier: GPL-3.0-or-later
// links(): which pages of the same site say more about this person, judged by the words of the link and of its path.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <unordered_set>

#include "extractor/document.h"
#include "extractor/extractor.h"
#include "extractor/robots_directives.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxLinks = 200;      // DESIGN, Defaults: links taken a page
constexpr std::size_t kMaxLooked = 5000;    // hrefs looked at
constexpr std::size_t kMaxTextBytes = 200;  // longer link texts are sentences, not names of pages

struct KindWord {
  std::string_view word;  // folded; matched as whole words
  LinkKind kind;
};

// Words of link texts and paths, folded. Several words are a phrase.
constexpr KindWord kWords[] = {
    {"publication", LinkKind::publications},
    {"publications", LinkKind::publications},
    {"pubs", LinkKind::publications},
    {"pub", LinkKind::publications},
    {"publis", LinkKind::publications},
    {"publist", LinkKind::publications},
    {"paper", LinkKind::publications},
    {"papers", LinkKind::publications},
    {"preprints", LinkKind::publications},
    {"articles", LinkKind::publications},
    {"bibliography", LinkKind::publications},
    {"publicaciones", LinkKind::publications},
    {"publicacoes", LinkKind::publications},
    {"pubblicazioni", LinkKind::publications},
    {"veroffentlichungen", LinkKind::publications},
    {"veroeffentlichungen", LinkKind::publications},
    {"publikationen", LinkKind::publications},
    {"schriften", LinkKind::publications},
    {"publikasjoner", LinkKind::publications},
    {"publikationer", LinkKind::publications},
    {"publicaties", LinkKind::publications},
    {"julkaisut", LinkKind::publications},
    {"publikacje", LinkKind::publications},
    {"publikace", LinkKind::publications},
    {"works", LinkKind::publications},
    {"gyoseki", LinkKind::publications},
    {"ronbun", LinkKind::publications},
    {"cv", LinkKind::cv},
    {"resume", LinkKind::cv},
    {"vita", LinkKind::cv},
    {"vitae", LinkKind::cv},
    {"curriculum", LinkKind::cv},
    {"lebenslauf", LinkKind::cv},
    {"werdegang", LinkKind::cv},
    {"experience", LinkKind::cv},
    {"curriculo", LinkKind::cv},
    {"education", LinkKind::about},
    {"about", LinkKind::about},
    {"aboutme", LinkKind::about},
    {"bio", LinkKind::about},
    {"biography", LinkKind::about},
    {"biographie", LinkKind::about},
    {"biografia", LinkKind::about},
    {"profile", LinkKind::about},
    {"profil", LinkKind::about},
    {"presentation", LinkKind::about},
    {"background", LinkKind::about},
    {"contact", LinkKind::about},
    {"kontakt", LinkKind::about},
    {"contacto", LinkKind::about},
    {"contato", LinkKind::about},
    {"contatti", LinkKind::about},
    {"home", LinkKind::about},
    {"homepage", LinkKind::about},
    {"main", LinkKind::about},
    {"accueil", LinkKind::about},
    {"startseite", LinkKind::about},
    {"inicio", LinkKind::about},
    {"uber mich", LinkKind::about},
    {"ueber mich", LinkKind::about},
    {"zur person", LinkKind::about},
    {"a propos", LinkKind::about},
    {"chi sono", LinkKind::about},
    {"sobre mi", LinkKind::about},
    {"sobre mim", LinkKind::about},
    {"sobre", LinkKind::about},
    {"acerca de", LinkKind::about},
    {"over mij", LinkKind::about},
    {"om mig", LinkKind::about},
    {"parcours", LinkKind::about},
    {"ausbildung", LinkKind::about},
    {"formation", LinkKind::about},
    {"english", LinkKind::about},
    {"deutsch", LinkKind::about},
    {"francais", LinkKind::about},
    {"espanol", LinkKind::about},
    {"introduction", LinkKind::about},
    {"awards", LinkKind::about},
    {"honors", LinkKind::about},
    {"research", LinkKind::research},
    {"recherche", LinkKind::research},
    {"recherches", LinkKind::research},
    {"forschung", LinkKind::research},
    {"investigacion", LinkKind::research},
    {"pesquisa", LinkKind::research},
    {"ricerca", LinkKind::research},
    {"onderzoek", LinkKind::research},
    {"forskning", LinkKind::research},
    {"interests", LinkKind::research},
    {"projects", LinkKind::research},
    {"projets", LinkKind::research},
    {"projekte", LinkKind::research},
    {"kenkyu", LinkKind::research},
    {"people", LinkKind::people},
    {"members", LinkKind::people},
    {"team", LinkKind::people},
    {"group", LinkKind::people},
    {"students", LinkKind::people},
    {"alumni", LinkKind::people},
    {"lab", LinkKind::people},
    {"mitarbeiter", LinkKind::people},
    {"equipe", LinkKind::people},
    {"advisees", LinkKind::people},
    {"mentees", LinkKind::people},
};

// The same for scripts without blanks between words: found anywhere in the text.
constexpr KindWord kCjkWords[] = {
    {"论文", LinkKind::publications}, {"論文", LinkKind::publications},
    {"发表", LinkKind::publications}, {"著作", LinkKind::publications},
    {"出版", LinkKind::publications}, {"成果", LinkKind::publications},
    {"業績", LinkKind::publications}, {"논문", LinkKind::publications},
    {"简历", LinkKind::cv},           {"履历", LinkKind::cv},
    {"履歴", LinkKind::cv},           {"経歴", LinkKind::cv},
    {"略歴", LinkKind::cv},           {"이력", LinkKind::cv},
    {"关于", LinkKind::about},        {"關於", LinkKind::about},
    {"简介", LinkKind::about},        {"簡介", LinkKind::about},
    {"个人", LinkKind::about},        {"主页", LinkKind::about},
    {"首页", LinkKind::about},        {"プロフィール", LinkKind::about},
    {"自己紹介", LinkKind::about},    {"ホーム", LinkKind::about},
    {"소개", LinkKind::about},        {"学歴", LinkKind::about},
    {"학력", LinkKind::about},        {"中文", LinkKind::about},
    {"日本語", LinkKind::about},      {"英語", LinkKind::about},
    {"英文", LinkKind::about},        {"한국어", LinkKind::about},
    {"教育背景", LinkKind::about},    {"研究", LinkKind::research},
    {"연구", LinkKind::research},     {"成员", LinkKind::people},
    {"团队", LinkKind::people},       {"メンバー", LinkKind::people},
};

constexpr std::string_view kPageEndings[] = {"",     "html", "htm", "xhtml", "shtml",    "php", "asp",
                                             "aspx", "jsp",  "cgi", "md",    "markdown", "org", "json"};
constexpr std::string_view kSkippedFolders[] = {
    "tag",   "tags",     "category",     "categories", "feed",   "feeds",  "rss", "author", "wp-json", "wp-content", "search",
    "login", "wp-admin", "wp-login.php", "cdn-cgi",    "assets", "static", "js",  "css",    "images",  "img"};
constexpr std::string_view kDullWords[] = {"teaching", "courses", "course",  "blog",    "post",   "posts",   "news",
                                           "talks",    "talk",    "gallery", "photos",  "slides", "archive", "archives",
                                           "privacy",  "license", "terms",   "sitemap", "tools",  "lehre",   "enseignement",
                                           "year",     "event",   "events",  "media",   "misc",   "links"};

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

bool has_phrase(std::string_view folded, std::string_view phrase) {  // both folded; whole words
  for (std::size_t at = folded.find(phrase); at != std::string_view::npos; at = folded.find(phrase, at + 1)) {
    const bool begins = at == 0 || folded[at - 1] == ' ';
    const std::size_t end = at + phrase.size();
    if (begins && (end == folded.size() || folded[end] == ' ')) return true;
  }
  return false;
}

// The best kind that the words give; `other` if none of them says anything.
LinkKind kind_of_words(std::string_view written) {
  const std::string folded = text::fold(written);
  std::optional<LinkKind> found;
  std::size_t at_word = std::string::npos;
  for (const KindWord& row : kWords) {
    if (!has_phrase(folded, row.word)) continue;
    const std::size_t at = folded.find(row.word);
    if (!found || at < at_word) found = row.kind, at_word = at;  // "research group": the first word tells
  }
  if (found) return *found;
  for (const KindWord& row : kCjkWords)
    if (written.find(row.word) != std::string_view::npos) return row.kind;
  return LinkKind::other;
}

bool cv_words(std::string_view folded) {
  for (std::string_view word : {"cv", "resume", "vita", "vitae", "curriculum", "lebenslauf"})
    if (has_phrase(folded, word)) return true;
  for (std::string_view word : {"curriculumvitae", "resume", "lebenslauf"})
    if (folded.find(word) != std::string_view::npos) return true;
  return false;
}

// "JaneDoe_CV2020" -> "Jane Doe CV 2020": words of a file name that were written together.
std::string spaced_name(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto at = [&](std::size_t k) { return static_cast<unsigned char>(name[k]); };
    if (i > 0 &&
        ((std::isupper(at(i)) && std::islower(at(i - 1))) || (std::isdigit(at(i)) != 0) != (std::isdigit(at(i - 1)) != 0)))
      out += ' ';
    out += name[i];
  }
  return out;
}

struct Candidate {
  Url url;
  LinkKind kind;
  int rank;  // within the kind, smaller first
};

struct Anchor {
  std::string_view href;
  std::string words;
};

class Chooser {
 public:
  Chooser(const Page& page, const Dom* dom) : page_(page), base_(page.url), folder_(own_folder(page.url.path())) {
    if (!dom) return;
    if (NodeId n = dom->first("base[href]"); n != kNoNode)
      if (auto url = page.url.resolve(dom->attribute(n, "href"))) base_ = *url;
  }

  std::optional<Url> resolve(std::string_view href) const {
    auto url = base_.resolve(href);
    return url ? std::optional<Url>(*url) : std::nullopt;
  }

  bool same_site(const Url& url) const {
    return bare_host(url) == bare_host(page_.url) &&
           url.port() == (url.scheme() == page_.url.scheme() ? page_.url.port() : url.port()) &&
           url.path().starts_with(folder_);
  }

  void add(const Anchor& anchor) {
    if (anchor.href.empty() || anchor.href.front() == '#' || ++looked_ > kMaxLooked) return;
    const auto url = resolve(anchor.href);
    if (!url || *url == page_.url || !same_site(*url) || !seen_.insert(url->text()).second) return;
    if (const auto candidate = judge(*url, anchor)) candidates_.push_back(*candidate);
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
  std::optional<Candidate> judge(const Url& url, const Anchor& anchor) const {
    const std::string path = unescaped(url.path());
    const std::string end = ending(path);
    const std::string last = path.substr(path.rfind('/') + 1);
    const std::string name = text::fold(spaced_name(last));
    const std::string said = anchor.words.size() <= kMaxTextBytes ? anchor.words : std::string();
    if (end == "bib" || end == "bibtex") return Candidate{url, LinkKind::bibtex, 0};
    if (end == "pdf")
      return cv_words(name) || cv_words(text::fold(said)) ? std::optional(Candidate{url, LinkKind::cv, 1}) : std::nullopt;
    const bool page_like = contains(kPageEndings, end) || end.size() > 5 ||
                           std::all_of(end.begin(), end.end(), [](unsigned char c) { return std::isdigit(c); });
    if (!page_like || !wanted(url, path, end, name)) return std::nullopt;
    return by_words(url, path, said);
  }

  static bool wanted(const Url& url, std::string_view path, std::string_view end, std::string_view name) {
    if (end == "json" && !cv_words(name)) return false;
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
  static Candidate by_words(const Url& url, const std::string& path, std::string_view said) {
    std::vector<std::string> segments;
    for (std::string_view segment : text::split(path, '/'))
      if (!segment.empty()) segments.emplace_back(segment);
    std::string last = segments.empty() ? std::string("home") : segments.back();
    if (const std::size_t dot = last.rfind('.');
        dot != std::string::npos && contains(kPageEndings, text::lower(last.substr(dot + 1))))
      last.erase(dot);
    const bool is_index = last == "index" || last == "_index" || last == "default" || last == "welcome";
    const bool source_file = path.ends_with(".md");
    LinkKind kind = kind_of_words(spaced_name(last));
    if (const LinkKind by_text = kind_of_words(said); kind == LinkKind::other) kind = by_text;
    if (is_index && segments.size() > 1) kind = kind_of_words(spaced_name(segments[segments.size() - 2]));
    if (is_index && segments.size() == 1) kind = LinkKind::about;
    bool below = false;  // one entry of a list: /publication/2020-some-title/
    LinkKind folder = LinkKind::other;
    for (std::size_t i = 0; i + (is_index ? 2 : 1) < segments.size(); ++i)
      if (const LinkKind k = kind_of_words(segments[i]); k != LinkKind::other) folder = k, below = true;
    const std::size_t length = text::words(said).size();
    const bool dull = std::any_of(std::begin(kDullWords), std::end(kDullWords), [&](std::string_view w) {
      return has_phrase(text::fold(path), w) || (kind == LinkKind::other && has_phrase(text::fold(said), w));
    });
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

std::string words_of(const Dom& dom, NodeId n) {
  std::string said = dom.text(n);
  for (std::string_view name : {"title", "aria-label"})
    if (said.empty()) said = dom.attribute(n, name);
  if (said.empty())
    if (NodeId image = dom.first("img[alt]", n); image != kNoNode) said = dom.attribute(image, "alt");
  return said;
}

bool refuses(std::string_view rel) { return text::lower(rel).find("nofollow") != std::string::npos; }

void add_frames(const Dom& dom, Chooser& chooser, PageLinks& out) {
  const bool shell = dom.first("frameset") != kNoNode;
  std::vector<Url> frames;
  std::optional<Url> main;
  for (NodeId n : dom.select("frame[src], iframe[src]")) {
    if (frames.size() == 10) break;
    const auto url = chooser.resolve(dom.attribute(n, "src"));
    if (!url) continue;
    frames.push_back(*url);
    const std::string label = text::lower(std::string(dom.attribute(n, "name")) + " " + std::string(dom.attribute(n, "id")) +
                                          " " + std::string(url->path()));
    const bool side = label.find("menu") != std::string::npos || label.find("nav") != std::string::npos ||
                      label.find("header") != std::string::npos || label.find("banner") != std::string::npos ||
                      label.find("left") != std::string::npos || label.find("top") != std::string::npos;
    if (!side && !main) main = *url;
  }
  for (const Url& frame : frames) chooser.add_as(frame, LinkKind::about);
  if (!shell || frames.empty()) return;
  out.forward = main ? *main : frames.back();
}

void read_dom(const Page& page, const Dom& dom, PageLinks& out) {
  Chooser chooser(page, &dom);
  for (NodeId n : dom.select("meta[http-equiv]")) {
    if (!text::same_letters(text::trim(dom.attribute(n, "http-equiv")), "refresh")) continue;
    if (const auto target = refresh_target(dom.attribute(n, "content")))
      if (const auto url = chooser.resolve(*target); url && *url != page.url) out.forward = *url;
  }
  add_frames(dom, chooser, out);
  if (!out.directives.nofollow) {
    for (NodeId n : dom.select("a[href], area[href]"))
      if (!refuses(dom.attribute(n, "rel"))) chooser.add({dom.attribute(n, "href"), words_of(dom, n)});
    for (NodeId n : dom.select("link[hreflang]"))
      if (text::same_letters(dom.attribute(n, "rel"), "alternate"))
        if (const auto url = chooser.resolve(dom.attribute(n, "href"))) chooser.add_as(*url, LinkKind::about);
    out.links = chooser.chosen();
  }
}

// <loc> elements of a sitemap (sitemaps.org protocol); entities as the protocol has them.
void read_sitemap(const Page& page, PageLinks& out) {
  Chooser chooser(page, nullptr);
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
    chooser.add({href, ""});
    at = end;
  }
  out.links = chooser.chosen();
}

}  // namespace

PageLinks links(const Page& page) {
  PageLinks out;
  const Document document = read_document(page);
  out.directives = read_directives(document.dom, page);
  if (document.format == Format::html || document.format == Format::markdown || document.format == Format::org) {
    read_dom(page, document.dom, out);
  } else if (document.format == Format::xml || page.body.find("<loc>") < 2000) {
    read_sitemap(page, out);
  }
  return out;
}

}  // namespace fellow::extractor
