// SPDX-License-Identifier: GPL-3.0-or-later
// fellow extract FILE|DIR… --url URL [--explain]
#include <algorithm>
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/files.h"
#include "cli/show_profile.h"
#include "extractor/extractor.h"
#include "fellow/clock.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMaxFiles = 1000;  // a folder that holds more is no person's site

// A file named on the command line, or found in a folder named there, and its address below the site's.
struct LocalFile {
  fs::path file;
  std::string href;
};

Result<std::vector<LocalFile>> find_files(const std::vector<std::string>& named) {
  std::vector<LocalFile> out;
  for (const std::string& name : named) {
    std::error_code error;
    if (!fs::is_directory(name, error)) {
      out.push_back({name, fs::path(name).filename().string()});
      continue;
    }
    std::vector<LocalFile> inside;
    for (fs::recursive_directory_iterator at(name, error), end; !error && at != end; at.increment(error)) {
      std::error_code gone;  // also of a link that leads nowhere, or to itself
      if (at->is_regular_file(gone)) inside.push_back({at->path(), at->path().lexically_relative(name).string()});
      if (inside.size() > kMaxFiles)
        return fail(Code::too_big, "holds more than " + std::to_string(kMaxFiles) + " files: name one site's folder", name);
    }
    if (error) return fail(Code::io, "cannot be listed: " + error.message(), name);
    std::sort(inside.begin(), inside.end(), [](const LocalFile& a, const LocalFile& b) { return a.href < b.href; });
    out.insert(out.end(), inside.begin(), inside.end());
  }
  return out;
}

Result<Page> page_of(const LocalFile& local, const Url& url) {
  auto body = read_file(local.file);
  if (!body) return tl::unexpected(body.error());
  Page page{
      .url = url, .content_type = std::string(content_type_of(local.file)), .body = std::move(*body), .fetched_at = now()};
  return page;
}

// The page whose address is the site's comes first: it is the home page.
Result<Site> site_of(const std::vector<LocalFile>& files, const Url& home) {
  Site site{.seed = home};
  for (const LocalFile& local : files) {
    auto url = files.size() == 1 ? Result<Url>(home) : home.resolve("/" + local.href);
    if (!url) continue;
    auto page = page_of(local, *url);
    if (!page) return tl::unexpected(page.error());
    const bool is_home = *url == home || url->text() == home.text() + "index.html" || url->text() == home.text() + "index.htm";
    if (is_home) page->url = home;
    site.pages.insert(is_home ? site.pages.begin() : site.pages.end(), std::move(*page));
  }
  if (site.pages.empty()) return fail(Code::not_found, "there are no files to read");
  return site;
}

}  // namespace

Run add_extract(Options& options, Context&) {
  struct Given {
    std::vector<std::string> files;
    std::string url;
    bool explain = false, email = false;
  };
  auto given = std::make_shared<Given>();
  options.add("FILE", given->files, "Files of one person's site, or its folder (as the root of its host)").required();
  options.add("--url", given->url, "Address of the home page").required();
  options.flag("--explain", given->explain,
               "Print each fact with page, place, method and confidence instead of JSON, and what was left out by which rule");
  options.flag("--with-email", given->email, "Print the e-mail address too");
  return [given]() -> Result<int> {
    const auto home = Url::parse(given->url);
    if (!home) return tl::unexpected(home.error());
    const auto files = find_files(given->files);
    if (!files) return tl::unexpected(files.error());
    const auto site = site_of(*files, *home);
    if (!site) return tl::unexpected(site.error());
    if (given->explain) {
      extractor::Explanation why;
      const Profile profile = extractor::extract(*site, &why);
      std::cout << explained(profile, why.places) << left_out(why.rejected, given->email);
    } else {
      std::cout << show(extractor::extract(*site), {.email = given->email}) << "\n";
    }
    return 0;
  };
}

}  // namespace fellow::cli
