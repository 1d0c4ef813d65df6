// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/people_list.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "extractor/document.h"
#include "extractor/fields/leftovers.h"
#include "extractor/fields/people.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMostLinks = 20000;
constexpr int kMostLevels = 6;               // up from a link to the row that it stands in
constexpr std::size_t kMostRowBytes = 2000;  // a longer one is no row of a list

constexpr std::string_view kHomeWords[] = {
    "home page",        "homepage",         "website",           "web site",   "web page", "webpage",          "web",
    "personal page",    "personal website", "personal homepage", "site",       "home",     "page personnelle", "site web",
    "pagina personale", "pagina web",       "página personal",   "página web", "webseite", "homepage link",    "主页",
    "个人主页",         "個人主頁",         "ホームページ",      "홈페이지"};
constexpr std::string_view kPeopleFolders[] = {
    "people", "person",   "persons",   "users",    "user",    "staff", "faculty", "members",  "member",      "homes",
    "home",   "personal", "homepages", "profiles", "profile", "team",  "phd",     "students", "mitarbeiter", "personnel"};
// Hosts that hold many people's entries, none of them a home page.
constexpr std::string_view kRegistries[] = {
    "scholar.google", "orcid.org", "dblp",      "github.com",      "gitlab",  "linkedin",     "researchgate", "twitter.com",
    "x.com",          "facebook",  "youtube",   "semanticscholar", "scopus",  "webofscience", "publons",      "bsky.app",
    "mastodon",       "instagram", "wikipedia", "google.com/maps", "doi.org", "arxiv.org",    "openreview"};
constexpr std::string_view kFileEndings[] = {"pdf", "jpg",  "jpeg", "png", "gif", "svg", "doc", "docx",
                                             "ppt", "pptx", "zip",  "vcf", "ics", "bib", "xml", "rss"};

bool contains(auto const& list, std::string_view what) {
  return std::find(std::begin(list), std::end(list), what) != std::end(list);
}

std::string ending_of(std::string_view path) {
  const std::string_view last = path.substr(path.rfind('/') + 1);
  const std::size_t dot = last.rfind('.');
  return dot == std::string_view::npos ? std::string() : text::lower(last.substr(dot + 1));
}

bool registry(const Url& url) {
  const std::string where = text::lower(std::string(url.host()) + std::string(url.path()));
  const std::string_view host = url.host();
  return std::any_of(std::begin(kRegistries), std::end(kRegistries), [&](std::string_view known) {
    if (known == "x.com") return host == known || host == "www.x.com";
    return where.find(known) != std::string::npos && where.find(known) < host.size();
  });
}

// The folded words of a name that are long enough to be telling in an address.
std::vector<std::string> telling_words(const std::string& name) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : text::fold(name) + " ") {
    if (c != ' ' && c != '-' && c != '.') {
      word += c;
    } else {
      if (word.size() >= 3) out.push_back(word);
      word.clear();
    }
  }
  return out;
}

// Why the address is that of a person, better reasons first; nullopt if nothing says so.
struct AddressReason {
  int rank;  // smaller is better
  std::string why;
};
std::optional<AddressReason> personal(const Url& url, const Url& list, const std::string& name) {
  const std::string address = text::lower(std::string(url.host()) + std::string(url.path()));
  const auto words = telling_words(name);
  const bool named =
      std::any_of(words.begin(), words.end(), [&](const std::string& word) { return address.find(word) != std::string::npos; });
  const bool elsewhere = url.host() != list.host();
  const bool named_host = std::any_of(words.begin(), words.end(),
                                      [&](const std::string& word) { return url.host().find(word) != std::string_view::npos; });
  if (elsewhere && named_host) return AddressReason{0, "a site of another host, called by the name"};
  if (url.path().find("/~") != std::string_view::npos || text::lower(url.path()).find("/%7e") != std::string::npos)
    return AddressReason{1, "address of a user (~)"};
  std::string_view path = url.path();
  for (std::size_t begin = 1; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (end + 1 < path.size() && contains(kPeopleFolders, text::lower(path.substr(begin, end - begin))))
      return AddressReason{named ? 2 : 4, "a page in a folder of people"};
    begin = end + 1;
  }
  if (named) return AddressReason{3, "an address with the name"};
  if (elsewhere) return AddressReason{5, "a site of another host"};
  return std::nullopt;
}

bool in_navigation(const Dom& dom, NodeId n) {
  for (; n != kNoNode; n = dom.node(n).parent)
    if (dom.is(n, "nav") || dom.is(n, "footer") || dom.attribute(n, "role") == "navigation") return true;
  return false;
}

// "Doe, Jane" as lists sort them.
std::string in_order(const std::string& written) {
  const std::size_t comma = written.find(',');
  if (comma == std::string::npos || written.find(',', comma + 1) != std::string::npos) return written;
  const std::string_view text = written;
  return std::string(text::trim(text.substr(comma + 1))) + " " + std::string(text::trim(text.substr(0, comma)));
}

std::string name_in(std::string_view written) {
  if (written.size() > 120) return {};
  const std::string name = person_name(in_order(std::string(text::trim(written)))).name;
  return name.empty() || leftover_name(name) || has_title_word(name) ? std::string() : name;
}

class Reader {
 public:
  Reader(const Document& document, const Url& list) : dom_(document.dom), list_(list) {}

  std::vector<ListedPerson> people() {
    std::size_t looked = 0;
    for (const NodeId link : dom_.select("a[href]")) {
      if (++looked > kMostLinks || out_.size() >= kMostListed) break;
      read(link);
    }
    std::vector<ListedPerson> out;
    for (auto& found : out_) out.push_back(std::move(found.person));
    return out;
  }

 private:
  struct Found {
    ListedPerson person;
    int rank;
  };

  void read(NodeId link) {
    const auto url = list_.resolve(dom_.attribute(link, "href"));
    if (!url || *url == list_ || (url->path() == "/" && url->host() == list_.host())) return;
    if (registry(*url) || contains(kFileEndings, ending_of(url->path())) || in_navigation(dom_, link)) return;
    const std::string words(text::trim(dom_.text(link)));
    std::string name = name_in(words);
    std::string why = "the link is the name";
    if (name.empty()) {
      if (!contains(kHomeWords, text::fold(words)) && !words.empty()) return;
      name = name_beside(link);
      why = words.empty() ? "a picture's link beside the name" : "\"" + words + "\" beside the name";
    }
    if (name.empty()) return;
    auto address = personal(*url, list_, name);
    if (!address) return;
    keep({{.home = *url, .name = name, .why = why + "; " + address->why}, address->rank});
  }

  // The one name of the row, card or paragraph that the link stands in; "" if there is none or several.
  std::string name_beside(NodeId link) const {
    NodeId row = dom_.node(link).parent;
    for (int level = 0; level < kMostLevels && row != kNoNode && row != 0; ++level, row = dom_.node(row).parent) {
      if (dom_.text(row).size() > kMostRowBytes) return {};
      std::string name;
      for (NodeId n = row; n < dom_.end(row); ++n) {
        const std::string other = name_in(dom_.is_text(n) ? dom_.node(n).text : dom_.text(n));
        if (other.empty() || same_person(other, name)) continue;
        if (!name.empty()) return {};
        name = other;
      }
      if (!name.empty()) return name;
    }
    return {};
  }

  // One address a person and one person an address.
  void keep(Found found) {
    if (!known_.insert(found.person.home.text()).second) return;
    const auto same =
        std::find_if(out_.begin(), out_.end(), [&](const Found& other) { return other.person.name == found.person.name; });
    if (same == out_.end()) {
      out_.push_back(std::move(found));
    } else if (found.rank < same->rank) {
      *same = std::move(found);
    }
  }

  const Dom& dom_;
  const Url& list_;
  std::vector<Found> out_;
  std::unordered_set<std::string> known_;
};

}  // namespace

std::vector<ListedPerson> listed_people(const Page& page) {
  const Document document = read_document(page);
  return Reader(document, page.url).people();
}

}  // namespace fellow::extractor
