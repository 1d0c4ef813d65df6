// SPDX-License-Identifier: GPL-3.0-or-later
// A crawl of scripted hosts into stores of its own, for tests.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "crawler/crawler.h"
#include "crawler/site.h"
#include "loopback_server.h"
#include "tests/temporary.h"

namespace fellow::crawler {

// Reads the links of pages as simple as those of the tests: href="…", <meta http-equiv="refresh" … url=…>, and the words
// noindex, nofollow, noarchive in a robots meta or in X-Robots-Tag. The kind of a link is the one its path names.
PageLinks read_test_links(const Page& page);

class Crawl : public testing::Test {
 protected:
  Crawl();
  ~Crawl() override;

  CrawlOptions options() const;
  RunSummary run(const std::vector<std::string>& seeds) { return run(seeds, options()); }
  RunSummary run(const std::vector<std::string>& seeds, CrawlOptions with);
  RunSummary run_again(CrawlOptions with);  // of the seeds put before

  void put_seeds(const std::vector<std::string>& seeds, const std::string& name = "");

  // "ok", or "failed timeout", …; "-" for an address without a row.
  std::string outcome(const std::string& url);
  UrlState row(const std::string& url);
  std::string body(const std::string& url);
  // Paths of the pages that belong to the seed, in order.
  std::string pages(const std::string& seed);
  // What was asked of a host after robots.txt.
  std::string asked(const std::string& host);

  LoopbackServer web_;
  TemporaryDirectory directory_;
  const std::filesystem::path& data_ = directory_.path();
  std::unique_ptr<Catalog> catalog_;
  std::unique_ptr<Archive> archive_;
  std::vector<std::string> committed_;
};

}  // namespace fellow::crawler
