// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/discover.h"

#include <fstream>

#include "cli/scratch.h"
#include "crawler/scope.h"
#include "crawler/site.h"
#include "fellow/suppress.h"

namespace fellow::cli {

Result<std::vector<extractor::ListedPerson>> discover_people(const std::string& address, const CrawlWish& wish,
                                                             const Context& context) {
  const auto url = Url::parse(address);
  if (!url) return fail(Code::bad_input, "write the address of the page of people as https://…", address);
  if (crawler::never_crawled(*url)) return fail(Code::bad_input, "is on a host that is never crawled", url->text());
  const auto suppression = Suppression::read(context.data());
  if (!suppression) return tl::unexpected(suppression.error());
  const auto scratch = Scratch::make();
  if (!scratch) return tl::unexpected(scratch.error());

  Context there = context;
  there.data_flag = scratch->folder().string();
  there.config.crawl.pages = 1;
  CrawlWish one = wish;
  one.seed_files = {(scratch->folder() / "list.txt").string()};
  one.quiet = true;
  std::ofstream(one.seed_files.front()) << url->text() << "\n";
  if (const auto crawled = crawl_step(one, there); !crawled) return tl::unexpected(crawled.error());

  auto catalog = crawler::Catalog::open(there.data());
  if (!catalog) return tl::unexpected(catalog.error());
  const auto seeds = catalog->seeds();
  if (!seeds) return tl::unexpected(seeds.error());
  const auto site = crawler::read_site(there.data(), *catalog, seeds->front());
  if (!site) return tl::unexpected(site.error());
  auto people = extractor::listed_people(site->pages.front());
  std::erase_if(people,
                [&](const auto& person) { return crawler::never_crawled(person.home) || suppression->has(person.home); });
  return people;
}

}  // namespace fellow::cli
