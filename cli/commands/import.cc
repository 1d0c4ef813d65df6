// SPDX-License-Identifier: GPL-3.0-or-later
// fellow import [--orcid] FILE… [--list NAME]
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/commands/commands.h"
#include "cli/files.h"
#include "cli/foreign_profile.h"
#include "cli/open_data.h"
#include "crawler/catalog.h"
#include "crawler/scope.h"
#include "extractor/orcid_record.h"
#include "fellow/clock.h"
#include "fellow/json.h"
#include "fellow/suppress.h"

namespace fellow::cli {
namespace {

constexpr std::size_t kLineBytes = 16u << 20;  // a profile is some KB; the longest seen 1 MB

struct Taken {
  std::size_t profiles = 0, again = 0, forgotten = 0, bad = 0;
};

// Whether a text is one JSON value, as a record is when it was written to a file; else a record stands in each line.
bool is_one_value(const std::string& text) { return nlohmann::json::accept(text); }

// Files become one seed list, so that its people stay until the list is replaced.
class Import {
 public:
  Import(crawler::Catalog& catalog, const Suppression& suppression, bool orcid)
      : catalog_(catalog), suppression_(suppression), orcid_(orcid) {}

  Result<void> run(const std::vector<std::string>& files, const std::string& list) {
    crawler::SeedList seeds{.name = list, .seeds = {}, .bad = {}};
    if (const auto begun = catalog_.begin(); !begun) return begun;
    for (const std::string& file : files) {
      if (const auto read = read_file_of(file, seeds); !read) {
        catalog_.rollback();
        return read;
      }
    }
    if (const auto listed = catalog_.put_list(seeds); !listed) {
      catalog_.rollback();
      return listed;
    }
    return catalog_.commit();
  }
  const Taken& taken() const { return taken_; }

 private:
  Result<void> read_file_of(const std::string& file, crawler::SeedList& seeds) {
    if (orcid_) {
      const auto text = read_file(file);
      if (!text) return tl::unexpected(text.error());
      if (text->size() <= kLineBytes && is_one_value(*text)) return put(read(*text), file, seeds);
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) return fail(Code::not_found, "cannot be read", file);
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      if (const auto done = put(read(line), file + ":" + std::to_string(number), seeds); !done) return done;
    }
    return {};
  }

  Result<Profile> read(const std::string& text) const {
    if (text.size() > kLineBytes) return fail(Code::too_big, "a profile of more than 16 MB");
    return orcid_ ? extractor::read_orcid_record(text, now()) : read_foreign_profile(text);
  }

  Result<void> put(Result<Profile> profile, const std::string& where, crawler::SeedList& seeds) {
    if (profile) return take(std::move(*profile), seeds.name, seeds);
    ++taken_.bad;
    std::cerr << "fellow: " << where << ": " << profile.error().what << "\n";
    return {};
  }

  Result<void> take(Profile profile, const std::string& list, crawler::SeedList& seeds) {
    const Url url = Url::parse(profile.url).value();
    if (suppression_.has(url) || suppression_.has(profile)) {
      ++taken_.forgotten;
      return {};
    }
    if (profile.source.empty()) profile.source = list;
    if (!seen_.insert(profile.url).second) {
      ++taken_.again;  // the later line counts
    } else {
      ++taken_.profiles;
      seeds.seeds.push_back({.url = url, .name = {}, .affiliation = {}, .source = profile.source, .scholar_id = {}});
    }
    // What is never asked for is had as it is; a home page waits for its first visit.
    if (crawler::never_crawled(url)) {
      const crawler::UrlState had{.url = url, .detail = "imported", .visited_at = now()};
      if (const auto put = catalog_.put_url_state(had); !put) return put;
    }
    return catalog_.put_profile(
        {.seed = url, .digest = std::string(crawler::kImported), .json = show(profile, {.email = true, .text = true})});
  }

  crawler::Catalog& catalog_;
  const Suppression& suppression_;
  bool orcid_;
  std::set<std::string> seen_;
  Taken taken_;
};

void print(const Taken& taken, bool json) {
  if (json) {
    std::cout << show_json(
                     {{"profiles", taken.profiles}, {"again", taken.again}, {"forgotten", taken.forgotten}, {"bad", taken.bad}})
              << "\n";
    return;
  }
  std::cerr << taken.profiles << " profiles taken in, " << taken.again << " lines for one that was there, " << taken.forgotten
            << " asked to be forgotten, " << taken.bad << " lines that cannot be read; `fellow index` publishes them\n";
}

}  // namespace

Run add_import(Options& options, Context& context) {
  struct Given {
    std::vector<std::string> files;
    std::string list;
    bool orcid = false;
  };
  auto given = std::make_shared<Given>();
  options.add("FILE", given->files, "Profiles as JSON Lines, in the form of export; of each only \"url\" must be there")
      .required();
  options.flag("--orcid", given->orcid,
               "The files are public records of ORCID (v3.0, JSON), one each or one a line: further witnesses of people whose "
               "pages carry the iD");
  options.add("--list", given->list, "Name of the list they belong to (default: the file's name; orcid for records)");
  options.footer(
      "A list is replaced as a whole: who is no longer in the file leaves the index. Its people are seeds like any others: a "
      "later crawl visits their pages, and what it finds takes the place of what was imported.\n"
      "Records of ORCID are never asked for on the network. One joins the profile that carries the same iD; it waits, told in "
      "DATA/merges.tsv, while it may be about somebody whose pages do not say so; else it is a person of its own.");
  return [given, &context]() -> Result<int> {
    if (!given->orcid && !given->list.empty() && given->files.size() > 1)
      return fail(Code::bad_input, "names one list, and there are several files", "--list");
    const auto lock = lock_data(context);
    if (!lock) return tl::unexpected(lock.error());
    auto catalog = crawler::Catalog::open(context.data());
    if (!catalog) return tl::unexpected(catalog.error());
    const auto suppression = Suppression::read(context.data());
    if (!suppression) return tl::unexpected(suppression.error());
    Import import(*catalog, *suppression, given->orcid);
    if (given->orcid) {
      if (const auto done = import.run(given->files, given->list.empty() ? "orcid" : given->list); !done)
        return tl::unexpected(done.error());
    } else {
      for (const auto& file : given->files) {
        const std::string list = given->list.empty() ? std::filesystem::path(file).filename().string() : given->list;
        if (const auto done = import.run({file}, list); !done) return tl::unexpected(done.error());
      }
    }
    print(import.taken(), context.json);
    if (import.taken().profiles > 0) return 0;
    return fail(Code::bad_input, "no profile in it that can be taken in", given->files.front());
  };
}

}  // namespace fellow::cli
