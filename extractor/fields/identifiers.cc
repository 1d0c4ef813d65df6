// SPDX-License-Identifier: GPL-3.0-or-later
// The person's accounts elsewhere, from links of any form; not those of co-authors, advisors and theme authors, and no
// repositories.
#include <algorithm>
#include <cctype>
#include <set>

#include "extractor/fields/fields.h"
#include "extractor/fields/people.h"
#include "extractor/fields/tokens.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

std::string unescaped(std::string_view text) {
  std::string out;
  const auto hex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) && hex(text[i + 2])) {
      out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return text::valid_utf8(out);
}

std::string login_at(std::string_view rest) {  // up to the next / ? # or blank
  while (rest.starts_with('/')) rest.remove_prefix(1);
  if (rest.starts_with('@')) rest.remove_prefix(1);
  return std::string(rest.substr(0, rest.find_first_of("/?#&,; \"'<>)")));
}

bool all_of(std::string_view text, std::string_view more) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80 ||
           more.find(c) != std::string_view::npos;
  });
}

std::string orcid_in(std::string_view text) {
  for (std::size_t at = 0; at + 19 <= text.size(); ++at) {
    bool good = true;
    for (std::size_t i = 0; i < 19 && good; ++i) {
      const char c = text[at + i];
      good = i % 5 == 4 ? c == '-' : std::isdigit(static_cast<unsigned char>(c)) || (i == 18 && (c == 'X' || c == 'x'));
    }
    if (!good) continue;
    std::string out(text.substr(at, 19));
    if (out.back() == 'x') out.back() = 'X';
    // ISO 7064 MOD 11-2 (ORCID, "Structure of the ORCID Identifier").
    int total = 0;
    for (std::size_t i = 0; i < 18; ++i)
      if (out[i] != '-') total = (total + (out[i] - '0')) * 2;
    const int check = (12 - total % 11) % 11;
    const char expected = check == 10 ? 'X' : static_cast<char>('0' + check);
    return out.back() == expected && out != "0000-0000-0000-0000" ? out : std::string();
  }
  return {};
}

std::size_t host_at(std::string_view lower, std::string_view host) {  // where the path after the host begins; npos
  const std::size_t at = lower.rfind(host);                           // doubled and glued hrefs: the last one counts
  if (at == std::string_view::npos) return at;
  if (at > 0 && std::isalnum(static_cast<unsigned char>(lower[at - 1]))) return std::string_view::npos;
  return at + host.size();
}

}  // namespace

IdentifierLink identifier_of(std::string_view written) {
  if (written.size() > 2000) return {};
  const std::string href = unescaped(text::trim(written));
  const std::string lower = text::lower(href);
  if (lower.find("orcid.org") != std::string::npos) {
    const std::string id = orcid_in(href);
    return id.empty() ? IdentifierLink{} : IdentifierLink{"orcid", id};
  }
  if (lower.find("scholar.google") != std::string::npos || lower.find("scholar?") != std::string::npos) {
    const std::size_t at = href.rfind("user=");
    if (at == std::string::npos) return {};
    std::string id = login_at(std::string_view(href).substr(at + 5));
    if (id.size() > 12) id.erase(12);
    return id.size() == 12 && all_of(id, "-_") ? IdentifierLink{"google_scholar", id} : IdentifierLink{};
  }
  for (std::string_view host : {"dblp.org/", "dblp.uni-trier.de/", "dblp2.uni-trier.de/", "dblp.dagstuhl.de/"}) {
    const std::size_t at = host_at(lower, host);
    if (at == std::string_view::npos) continue;
    std::string_view rest = std::string_view(href).substr(at);
    if (!rest.starts_with("pid/")) return {};
    rest = rest.substr(4, rest.substr(4).find_first_of("?#"));
    std::string id(rest);
    for (std::string_view end : {".html", ".xml", ".bib", ".rdf"})
      if (id.ends_with(end)) id.erase(id.size() - end.size());
    return all_of(id, "-/_") && id.find('/') != std::string::npos ? IdentifierLink{"dblp", id} : IdentifierLink{};
  }
  struct Host {
    std::string_view host, kind;
    bool alone;  // only if nothing follows the login
  };
  for (const Host row :
       {Host{"linkedin.com/in/", "linkedin", false}, Host{"linkedin.com/pub/", "linkedin", false},
        Host{"github.com/", "github", true}, Host{"twitter.com/", "twitter", false}, Host{"x.com/", "twitter", false}}) {
    const std::size_t at = host_at(lower, row.host);
    if (at == std::string_view::npos) continue;
    std::string_view rest = std::string_view(href).substr(at);
    if (rest.starts_with("#!/")) rest.remove_prefix(3);
    const std::string login = login_at(rest);
    std::size_t begin = rest.find(login);
    std::string_view after = begin == std::string_view::npos ? std::string_view() : rest.substr(begin + login.size());
    while (after.starts_with('/')) after.remove_prefix(1);
    if (row.kind == "linkedin" && (after.starts_with(' ') || after.starts_with(","))) return {};  // "in/Jane Doe" is no login
    const bool more = !after.empty() && after.front() != '?' && after.front() != '#';
    if (row.alone && more) return {};
    if (row.kind == "twitter" && after.starts_with("status")) return {};
    return all_of(login, "-_.") && login.size() >= 2 ? IdentifierLink{std::string(row.kind), login} : IdentifierLink{};
  }
  return {};
}

namespace {

// How sure a link stands for the page's own person, by where it stands and what it says.
double link_confidence(const Document& page, NodeId n, const std::string& own) {
  const Dom& dom = page.dom;
  const std::string said = dom.text(n);
  const std::string folded = text::fold(said);
  if (looks_like_name(said) && !(own.empty() == false && same_person(said, own))) return 0;  // a colleague's page
  static constexpr std::string_view kForeign[] = {"theme",        "template", "source code", "code", "design", "credit",
                                                  "jekyll",       "hugo",     "repo",        "fork", "source", "powered",
                                                  "this website", "here",     "dataset",     "demo"};
  for (std::string_view word : kForeign)
    if (folded == word || (word.size() > 5 && folded.find(word) != std::string::npos)) return 0;
  double confidence = 0.45;
  static constexpr WordSet kLabels({"google scholar", "scholar", "github", "orcid", "linkedin", "twitter", "dblp", "x",
                                    "linked in", "git", "google scholar profile", "gscholar", "gs", "publications",
                                    "linkedin profile", "github profile", "follow"});
  if (folded.empty() || in(kLabels, folded) || folded.find("scholar") != std::string::npos ||
      folded.find("orcid") != std::string::npos || folded.find("linkedin") != std::string::npos)
    confidence = 0.65;
  if ((folded == "link" || folded == "profile" || folded == "page") && dom.node(n).parent != kNoNode) {  // "Scholar: [link]"
    const std::string around = text::fold(dom.text(dom.node(n).parent));
    if (around.size() < 60 && (around.find("scholar") != std::string::npos || around.find("orcid") != std::string::npos ||
                               around.find("github") != std::string::npos || around.find("linkedin") != std::string::npos))
      confidence = 0.65;
  }
  for (NodeId at = n; at != kNoNode; at = dom.node(at).parent) {
    const std::string classes =
        text::lower(std::string(dom.attribute(at, "class")) + " " + std::string(dom.attribute(at, "id")));
    if (classes.empty()) continue;
    for (std::string_view word :
         {"network-icon", "contact-icons", "author__urls", "social", "sidebar", "icons", "contact", "profile"})
      if (classes.find(word) != std::string::npos) return 0.75;
    for (std::string_view word : {"pub-list", "bibliography", "publication", "people", "member", "team", "news", "project",
                                  "card-simple", "media-body", "comment"})
      if (classes.find(word) != std::string::npos) return std::min(confidence, 0.3);
    if (classes.find("footer") != std::string::npos) confidence = std::min(confidence, 0.55);
  }
  return confidence;
}

// A page of LOGIN.github.io that links to a repository of that login's is the login's own: "" else. As the link writes it.
std::string login_of_host(const Url& page, std::string_view href) {
  const std::string host(page.host());
  constexpr std::string_view kPages = ".github.io", kCode = "github.com/";
  if (!host.ends_with(kPages)) return {};
  const std::size_t at = text::lower(href).find(kCode);
  if (at == std::string::npos) return {};
  const std::string login = login_at(href.substr(at + kCode.size()));
  return text::lower(login) == host.substr(0, host.size() - kPages.size()) ? login : std::string();
}

// Whether all annotations of its kind mean this one: those of co-authors differ.
bool only_one(const Document& page, const IdentifierLink& link) {
  for (NodeId n : page.dom.select("link[href]"))
    if (const IdentifierLink other = identifier_of(page.dom.attribute(n, "href"));
        other.kind == link.kind && other.value != link.value)
      return false;
  return true;
}

// Sections where links are other people's.
bool foreign_section(SectionKind kind) {
  return kind == SectionKind::publications || kind == SectionKind::students || kind == SectionKind::advisors ||
         kind == SectionKind::references || kind == SectionKind::talks || kind == SectionKind::projects ||
         kind == SectionKind::news;
}

}  // namespace

namespace {

void read_own_code(const Document& page, ProfileBuilder& builder) {
  constexpr std::size_t kFewest = 3;  // fewer may be the site's own repository and a paper's
  std::set<std::string_view> own;
  for (NodeId n : page.dom.select("a[href*=github.com/]")) {
    const std::string_view href = page.dom.attribute(n, "href");
    const std::string login = login_of_host(page.url, href);
    if (!login.empty() && own.insert(href).second && own.size() == kFewest)
      return builder.add_identifier("github", login, {.method = "section", .confidence = 0.7});
  }
}

}  // namespace

void read_identifiers(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return read_own_code(page, builder);
  const std::string own = builder.name();
  // Section of each node, by the headings before it.
  std::vector<std::pair<NodeId, SectionKind>> starts;
  for (const Section& section : outline.sections)
    if (section.level > 0 && section.begin < outline.blocks.size())
      starts.emplace_back(outline.blocks[section.begin].node, section.kind);
  read_own_code(page, builder);
  int seen = 0;
  for (NodeId n : page.dom.select("a[href], link[href]")) {
    if (++seen > 3000) break;
    const std::string_view href = page.dom.attribute(n, "href");
    const IdentifierLink link = identifier_of(href);
    if (link.kind.empty()) continue;
    if (page.dom.is(n, "link") && page.dom.attribute(n, "rel").find("me") == std::string_view::npos) continue;
    double confidence = link_confidence(page, n, own);
    if (page.format == Format::pdf && page.dom.is(n, "link") && !only_one(page, link)) confidence = 0.3;
    SectionKind kind = SectionKind::none;
    for (const auto& [node, section] : starts)
      if (node < n) kind = section;
    if (foreign_section(kind) && !in_chrome(page.dom, n))
      confidence =
          std::min(confidence, link.kind == "google_scholar" || link.kind == "orcid" || link.kind == "dblp" ? 0.45 : 0.3);
    if (confidence > 0)
      builder.add_identifier(link.kind, link.value,
                             {.method = "section", .confidence = confidence - 0.0001 * std::min(seen, 300)});
  }
  // Written out without a link: "ORCID: 0000-…", "github.com/jane".
  if (builder.rank() > 2) return;
  int blocks = 0;
  for (const Block& block : outline.blocks) {
    if (++blocks > 60 && page.format != Format::pdf) break;
    if (blocks > 400 || block.text.size() > 600) continue;
    const SectionKind kind = outline.sections[block.section].kind;
    if (foreign_section(kind)) continue;
    const std::string lower = text::lower(block.text);
    if (lower.find("orcid") != std::string::npos)
      if (const std::string id = orcid_in(block.text); !id.empty())
        builder.add_identifier("orcid", id, {.method = "pattern", .confidence = 0.6});
    for (std::string_view host :
         {"github.com/", "linkedin.com/in/", "twitter.com/", "scholar.google", "dblp.org/pid/", "dblp.uni-trier.de/pid/"}) {
      const std::size_t at = lower.find(host);
      if (at == std::string::npos) continue;
      std::string_view rest = std::string_view(block.text).substr(at);
      rest = rest.substr(0, rest.find_first_of(" \n,;|)"));
      while (!rest.empty() && rest.back() == '.') rest.remove_suffix(1);
      const IdentifierLink link = identifier_of(rest);
      if (!link.kind.empty())
        builder.add_identifier(link.kind, link.value,
                               {.method = page.format == Format::pdf ? "pdf_layout" : "pattern", .confidence = 0.55});
    }
    if (page.format == Format::pdf && blocks < 25) {  // "GitHub: jane" in the head of a CV
      for (const auto& [word, kind_name] : {std::pair<std::string_view, std::string_view>{"github:", "github"},
                                            {"linkedin:", "linkedin"},
                                            {"twitter:", "twitter"}}) {
        const std::size_t at = lower.find(word);
        if (at == std::string::npos) continue;
        const std::string login = login_at(text::trim(std::string_view(block.text).substr(at + word.size())));
        if (login.size() >= 3 && all_of(login, "-_.") && login.find('.') == std::string::npos)
          builder.add_identifier(kind_name, login, {.method = "pdf_layout", .confidence = 0.5});
      }
    }
  }
}

}  // namespace fellow::extractor
