// SPDX-License-Identifier: GPL-3.0-or-later
// May this address be asked, and where does it lead? One visit: robots.txt of each origin first, then the request, then
// redirects hop by hop, each of which passes robots.txt, the turn on its host and the address guard anew.
//
// For coroutines of one io_context thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "crawler/asked.h"
#include "crawler/catalog.h"
#include "crawler/coroutine.h"
#include "crawler/exchange.h"
#include "crawler/gate.h"
#include "crawler/robots.h"
#include "crawler/scope.h"
#include "crawler/sitemap.h"

namespace fellow::crawler {

inline constexpr int kMaxRedirects = 5;
inline constexpr std::chrono::seconds kMaxCrawlDelay{30};  // more, and the host is left out by name (R7)
inline constexpr std::chrono::seconds kMaxRetryAfter{60};  // more, and it is for another night

// What became of an address.
struct Visit {
  Visit() = default;
  std::vector<Url> hops;         // every address asked, the one wanted first, the one that decided last
  Reason reason = Reason::none;  // none: `answer` is a whole HTTP answer of the last hop
  std::string detail;
  Fetched answer;
  bool was_had = false;         // the last hop was visited before in this run: its row says what came of it, `answer` nothing
  std::shared_ptr<void> claim;  // on the last hop: nobody else asks for it until this goes, by when the row should be there
};

// The copy at hand of an address, for a conditional request.
struct Conditions {
  std::string etag, last_modified;
};

// robots.txt of an origin, or why it cannot be had.
struct Rules {
  Robots robots;
  Reason reason = Reason::none;
  std::string detail;
  std::chrono::seconds retry_after{0};  // that the host asked for
};

// A home page is asked for again where its text is needed and no longer at hand.
enum class Want { home, page, sitemap };

class Visitor {
 public:
  // `conditions`: asked for each hop. `count`: told of each exchange. `known_file`, `keep_file`: robots.txt and sitemaps as
  // they were last time, which are asked for again when their time has come, or at once (`again`).
  struct Wiring {
    std::string agent;                           // product token
    std::function<bool(const Url&)> suppressed;  // may be empty
    std::function<bool(const Url&)> elsewhere;   // the page of a seed that another shard crawls
    bool again = false;
    std::function<bool(const Url&, Want)> had;  // whether what came of the address in this run will do
    std::chrono::seconds sitemap_kept{20 * 3600};
    std::function<Conditions(const Url&)> conditions;
    std::function<std::optional<SiteFile>(const Url&)> known_file;
    std::function<void(const Url&, const SiteFile&)> keep_file;
    std::function<void(const Visit&)> tried;  // told of each visit to one of these
    std::function<void(const std::string& host, const Fetched&)> count;
  };
  Visitor(boost::asio::any_io_executor executor, Exchange exchange, Gate& gate, Wiring wiring);

  // Whether a robots.txt that was read in this run forbids the address. Asks nobody.
  bool forbids(const Url& url) const;
  // `within`: redirects may not leave it (nullptr: they may go anywhere). The reason is `budget` if the gate was closed.
  boost::asio::awaitable<Visit> visit(Url url, const Scope* within, Want want = Want::page);
  // Sitemaps named in the robots.txt of the page's origin, an index followed one level: at most kMaxSitemapUrls addresses of
  // the same host. Asked once an origin.
  boost::asio::awaitable<std::shared_ptr<const std::vector<SitemapEntry>>> sitemap(Url page);

 private:
  struct Origin {
    explicit Origin(const boost::asio::any_io_executor& executor) : ready(executor, Turns::Clock::time_point::max()) {}
    Rules rules;
    Turns::Clock::time_point asked_at{};
    bool loading = false;
    bool loading_sitemap = false;
    boost::asio::steady_timer ready;  // cancelled when the rules, or the sitemap, are there
    std::shared_ptr<const std::vector<SitemapEntry>> sitemap;
  };
  boost::asio::awaitable<std::shared_ptr<Origin>> origin_of(Url url);
  boost::asio::awaitable<void> ask(Visit& visit, Want want);
  void follow(Visit& visit, const std::string& location, const Scope* within);
  boost::asio::awaitable<std::vector<SitemapEntry>> ask_sitemaps(Url page, std::vector<std::string> named);
  boost::asio::awaitable<std::optional<Sitemap>> ask_sitemap(Url file);
  boost::asio::awaitable<Rules> ask_robots(Url robots_txt);
  Rules rules_of(const SiteFile& robots_txt) const;
  Conditions file_conditions(const Url& file) const;
  bool is_fresh(const SiteFile& file, std::chrono::seconds kept) const;
  // `rules`: of the origin asked; looked at when its turn has come, and closed by an answer that asks for a long rest.
  boost::asio::awaitable<Fetched> exchange_in_turn(FetchRequest request, Rules& rules);
  boost::asio::awaitable<Fetched> patient_exchange(FetchRequest request, Rules& rules);
  void heed(const Fetched& answer, const std::string& host, Rules& rules);

  boost::asio::any_io_executor executor_;
  Exchange exchange_;
  Gate& gate_;
  Wiring wiring_;
  Asked asked_;
  std::unordered_map<std::string, std::shared_ptr<Origin>> origins_;
  std::unordered_map<std::string, int> strained_;  // hosts: answers of 429 or 5xx in a row
};

// Where a redirect leads: bad_input when it has no Location that can be read. The code is `refused` for other schemes.
Result<Url> redirect_target(const Url& from, const std::string& location);
// Whether a body of that type at that address can be a document for us. Types: HTML, XHTML, Markdown, plain text, PDF, BibTeX,
// JSON, YAML, Org; octet-stream and none by the name's ending.
bool readable_type(std::string_view content_type, const Url& url);

}  // namespace fellow::crawler
