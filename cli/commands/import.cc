// SPDX-License-Identifier: GPL-3.0-or-later
// fellow import FILE… [--list NAME]
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/commands/commands.h"
#include "cli/open_data.h"
#include "crawler/catalog.h"
#include "fellow/json.h"
#include "fellow/suppress.h"

namespace fellow::cli {
namespace {

constexpr std::size_t kLineBytes = 16u << 20;  // a profile is some KB; the longest seen 1 MB

struct Taken {
  std::size_t profiles = 0, again = 0, forgotten = 0, bad = 0;
};

// The form of export; only `url` must be there: an id follows from it.
Result<Profile> read_profile(const std::string& line) {
  if (line.size() > kLineBytes) return fail(Code::too_big, "a profile of more than 16 MB");
  auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("url") || !json["url"].is_string())
    return fail(Code::bad_input, "no JSON object with a url");
  const auto url = Url::parse(json["url"].get<std::string>());
  if (!url) return fail(Code::bad_input, "its url is no http or https address");
  json["url"] = url->text();
  json["id"] = person_id(*url);
  auto profile = parse_profile(json.dump());
  if (profile && profile->seeds.empty()) profile->seeds = {url->text()};
  return profile;
}

// One file becomes one seed list, so that its people stay until the list is replaced.
class Import {
 public:
  Import(crawler::Catalog& catalog, const Suppression& suppression) : catalog_(catalog), suppression_(suppression) {}

  Result<void> run(const std::string& file, const std::string& list) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return fail(Code::not_found, "cannot be read", file);
    crawler::SeedList seeds{.name = list, .seeds = {}, .bad = {}};
    std::string line;
    if (const auto begun = catalog_.begin(); !begun) return begun;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      auto profile = read_profile(line);
      if (!profile) {
        ++taken_.bad;
        std::cerr << "fellow: " << file << ":" << number << ": " << profile.error().what << "\n";
        continue;
      }
      if (const auto taken = take(std::move(*profile), list, seeds); !taken) {
        catalog_.rollback();
        return taken;
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
    return catalog_.put_profile({.seed = url, .digest = "import", .json = show(profile, {.email = true})});
  }

  crawler::Catalog& catalog_;
  const Suppression& suppression_;
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
  };
  auto given = std::make_shared<Given>();
  options.add("FILE", given->files, "Profiles as JSON Lines, in the form of export; of each only \"url\" must be there")
      .required();
  options.add("--list", given->list, "Name of the list they belong to (default: the file's name)");
  options.footer(
      "A list is replaced as a whole: who is no longer in the file leaves the index. Its people are seeds like any others: a "
      "later crawl visits their pages, and what it finds takes the place of what was imported.");
  return [given, &context]() -> Result<int> {
    if (!given->list.empty() && given->files.size() > 1)
      return fail(Code::bad_input, "names one list, and there are several files", "--list");
    const auto lock = lock_data(context);
    if (!lock) return tl::unexpected(lock.error());
    auto catalog = crawler::Catalog::open(context.data());
    if (!catalog) return tl::unexpected(catalog.error());
    const auto suppression = Suppression::read(context.data());
    if (!suppression) return tl::unexpected(suppression.error());
    Import import(*catalog, *suppression);
    for (const auto& file : given->files) {
      const std::string list = given->list.empty() ? std::filesystem::path(file).filename().string() : given->list;
      if (const auto done = import.run(file, list); !done) return tl::unexpected(done.error());
    }
    print(import.taken(), context.json);
    if (import.taken().profiles > 0) return 0;
    return fail(Code::bad_input, "no profile in it that can be taken in", given->files.front());
  };
}

}  // namespace fellow::cli
