// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawl_fixture.h"

#include <unistd.h>

#include "fellow/text.h"

namespace fellow::crawler {
namespace {

std::string between(const std::string& text, const std::string& before, const std::string& after, std::size_t& at) {
  const std::size_t begin = text.find(before, at);
  if (begin == std::string::npos) return at = std::string::npos, "";
  const std::size_t end = text.find(after, begin + before.size());
  at = end;
  return text.substr(begin + before.size(), end - begin - before.size());
}

LinkKind kind_of(const Url& url) {
  const std::string_view path = url.path();
  if (path.ends_with(".bib")) return LinkKind::bibtex;
  if (path.find("pub") != std::string_view::npos) return LinkKind::publications;
  if (path.find("cv") != std::string_view::npos) return LinkKind::cv;
  return LinkKind::other;
}

// A judge by the plainest words, for tests of the order in which a crawl takes what a sitemap lists.
std::optional<AddressRank> rank_test_address(const Url& url) {
  const std::string_view path = url.path();
  const auto has = [&](std::string_view word) { return path.find(word) != std::string_view::npos; };
  if (has(".css") || has("/tags/")) return std::nullopt;
  if (has(".bib")) return AddressRank{LinkKind::bibtex, has("cite")};
  if (has("/publication/")) return AddressRank{LinkKind::publications, true};
  return AddressRank{has("pub") ? LinkKind::publications : has("cv") ? LinkKind::cv : LinkKind::other, false};
}

}  // namespace

PageLinks read_test_links(const Page& page) {
  PageLinks found;
  std::size_t at = 0;
  while (at != std::string::npos) {
    const std::string href = between(page.body, "href=\"", "\"", at);
    const auto url = page.url.resolve(href);
    if (!href.empty() && url && url->host() == page.url.host()) found.links.push_back({*url, kind_of(*url)});
  }
  at = 0;
  const std::string refresh = between(page.body, "url=", "\"", at);
  if (const auto url = page.url.resolve(refresh); url && !refresh.empty()) found.forward = *url;
  at = 0;
  const std::string asked = between(page.body, "name=robots content=\"", "\"", at) + "," + page.robots_tag;
  found.directives.noindex = asked.find("noindex") != std::string::npos;
  found.directives.nofollow = asked.find("nofollow") != std::string::npos;
  found.directives.noarchive = asked.find("noarchive") != std::string::npos;
  return found;
}

Crawl::Crawl() {
  catalog_ = std::make_unique<Catalog>(Catalog::open(data_).value());
  archive_ = std::make_unique<Archive>(Archive::open(data_, "test").value());
}

Crawl::~Crawl() {
  set_now(Time{std::chrono::seconds{-1}});  // back to the system clock
  archive_.reset();
  catalog_.reset();
}

CrawlOptions Crawl::options() const {
  CrawlOptions options;
  options.contact = "mailto:crawl@fellow.example";
  options.delay = std::chrono::milliseconds(0);
  options.connect_to = {web_.connect_to()};
  options.rank_address = rank_test_address;
  return options;
}

void Crawl::put_seeds(const std::vector<std::string>& seeds, const std::string& name) {
  SeedList list{.name = "test", .seeds = {}, .bad = {}};
  for (const std::string& seed : seeds) list.seeds.push_back({Url::parse(seed).value(), name, "", "", ""});
  CHECK(catalog_->put_list(list));
}

RunSummary Crawl::run(const std::vector<std::string>& seeds, CrawlOptions with) {
  put_seeds(seeds);
  return run_again(std::move(with));
}

RunSummary Crawl::run_again(CrawlOptions with) {
  with.committed = [this](const Url& url, const std::string&) { committed_.push_back(url.text()); };
  Crawler crawler(*catalog_, *archive_, read_test_links, std::move(with));
  const auto summary = crawler.run();
  EXPECT_TRUE(summary) << show(summary.error());
  return summary.value_or(RunSummary{});
}

UrlState Crawl::row(const std::string& url) { return catalog_->url_state(Url::parse(url).value()).value().value(); }

std::string Crawl::outcome(const std::string& url) {
  const auto state = catalog_->url_state(Url::parse(url).value()).value();
  if (!state) return "-";
  return std::string(show(state->outcome)) + (state->reason.empty() ? "" : " " + state->reason);
}

std::string Crawl::body(const std::string& url) { return read_body(data_, row(url).place).value_or("(no body)"); }

std::string Crawl::pages(const std::string& seed) {
  std::string text;
  const std::vector<SeedPage> listed = catalog_->seed_pages(Url::parse(seed).value()).value();
  for (const SeedPage& page : listed) {
    text += (text.empty() ? "" : " ") + std::string(page.url.target());
  }
  return text;
}

std::string Crawl::asked(const std::string& host) {
  std::string text;
  for (const std::string& target : web_.requests(host)) {
    if (target != "/robots.txt") text += (text.empty() ? "" : " ") + target;
  }
  return text;
}

}  // namespace fellow::crawler
