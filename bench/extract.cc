// SPDX-License-Identifier: GPL-3.0-or-later
// What does it cost to read a page? CPU of one thread, beside what gumbo's parse alone costs on the same pages in the same run.
//
//   extract FOLDER [--sites N] [--rounds N] [--out FILE]      (bench/extract.py builds and runs it)
//
// FOLDER holds a folder a site (of a labelled corpus: what lies in its folder `site`). Each site is read whole, and each of its
// HTML pages by itself as well, as if it were all there is. PDFs are apart, in wall time: a process of its own reads them.
// Prints one JSON line. --out: what was read, a line a site, a line a page and a line a page's links, to compare two builds by.
#include <gumbo.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "extractor/extractor.h"
#include "fellow/profile.h"

namespace {

namespace fs = std::filesystem;
using fellow::Page, fellow::Site, fellow::Url, fellow::extractor::extract;

constexpr std::size_t kMaxPages = 40;  // of a site

double milliseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// The least of several rounds: what others do on the machine only ever adds.
template <class Work>
double least(int rounds, clockid_t clock, Work work) {
  double best = 0;
  for (int round = 0; round < rounds; ++round) {
    const double begun = milliseconds(clock);
    work();
    const double spent = milliseconds(clock) - begun;
    best = round == 0 ? spent : std::min(best, spent);
  }
  return best;
}

std::string type_of(const fs::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".html" || ending == ".htm" || ending.empty()) return "text/html";
  if (ending == ".pdf") return "application/pdf";
  if (ending == ".md") return "text/markdown; charset=utf-8";
  if (ending == ".json") return "application/json";
  if (ending == ".bib") return "text/x-bibtex; charset=utf-8";
  return ending == ".org" || ending == ".yml" || ending == ".yaml" ? "text/plain; charset=utf-8" : "";
}

Site site_of(const fs::path& folder) {
  const fs::path root = fs::exists(folder / "site") ? folder / "site" : folder;
  const std::string host = "http://" + folder.filename().string() + ".example/";
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file() && !type_of(entry.path()).empty()) files.push_back(fs::relative(entry.path(), root));
  const auto rank = [](const fs::path& file) { return file != "index.html" && file != "index.htm"; };
  std::sort(files.begin(), files.end(), [&](const fs::path& a, const fs::path& b) {
    return std::tuple(rank(a), std::distance(a.begin(), a.end()), a) <
           std::tuple(rank(b), std::distance(b.begin(), b.end()), b);
  });
  Site site{.seed = Url::parse(host).value()};
  for (const fs::path& file : files) {
    if (site.pages.size() == kMaxPages) break;
    const auto url = site.pages.empty() ? site.seed : site.seed.resolve("/" + file.string());
    std::ifstream in(root / file, std::ios::binary);
    if (url)
      site.pages.push_back({.url = *url, .content_type = type_of(file), .body = {std::istreambuf_iterator<char>(in), {}}});
  }
  return site;
}

double parse_alone(const std::vector<Page>& pages, int rounds) {
  return least(rounds, CLOCK_THREAD_CPUTIME_ID, [&] {
    for (const Page& page : pages) {
      GumboOutput* tree = gumbo_parse_with_options(&kGumboDefaultOptions, page.body.data(), page.body.size());
      gumbo_destroy_output(&kGumboDefaultOptions, tree);
    }
  });
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

void write(std::ostream& out, const std::vector<Site>& sites, const std::vector<Page>& pages) {
  for (const Site& site : sites) out << show(extract(site), {.email = true}) << '\n';
  for (const Page& page : pages) {
    out << show(extract({.seed = page.url, .pages = {page}}), {.email = true}) << '\n';
    const fellow::PageLinks links = fellow::extractor::links(page);
    out << page.url.text() << " -> " << (links.forward ? links.forward->text() : "");
    for (const fellow::Link& link : links.links) out << ' ' << static_cast<int>(link.kind) << ' ' << link.url.text();
    out << '\n';
  }
}

struct Options {
  std::string folder, out;
  std::size_t sites = 1'000'000;
  int rounds = 3;
};

Options options_of(int argc, char** argv) {
  Options options{.folder = argv[1]};
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--out") options.out = argv[i + 1];
    if (flag == "--sites") options.sites = static_cast<std::size_t>(std::atoi(argv[i + 1]));
    if (flag == "--rounds") options.rounds = std::atoi(argv[i + 1]);
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 64;
  const Options options = options_of(argc, argv);
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(options.folder))
    if (entry.is_directory()) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  if (folders.size() > options.sites) folders.resize(options.sites);

  std::vector<Site> sites;
  std::vector<Page> html, pdfs;
  std::size_t pages = 0;
  for (const fs::path& folder : folders) {
    Site site = site_of(folder);
    for (const Page& page : site.pages) {
      if (page.content_type == "text/html") html.push_back(page);
      if (page.content_type == "application/pdf") pdfs.push_back(page);
    }
    std::erase_if(site.pages, [](const Page& page) { return page.content_type == "application/pdf"; });
    pages += site.pages.size();
    if (!site.pages.empty()) sites.push_back(std::move(site));
  }
  if (sites.empty()) return 66;
  if (!options.out.empty()) {
    std::ofstream out(options.out, std::ios::binary);
    write(out, sites, html);
    write(out, {}, pdfs);
    return out.flush() ? 0 : 74;
  }

  extract(sites.front());  // the tables are parsed at first use
  const double whole = least(options.rounds, CLOCK_THREAD_CPUTIME_ID, [&] {
    for (const Site& site : sites) extract(site);
  });
  const double linking = least(options.rounds, CLOCK_THREAD_CPUTIME_ID, [&] {
    for (const Page& page : html) fellow::extractor::links(page);
  });
  std::vector<double> alone, ratios;
  nlohmann::ordered_json of_pdf = nlohmann::ordered_json::object();
  double sum = 0;
  for (const Page& page : html) {
    const Site site{.seed = page.url, .pages = {page}};
    alone.push_back(least(options.rounds, CLOCK_THREAD_CPUTIME_ID, [&] { extract(site); }));
    ratios.push_back(alone.back() / parse_alone({page}, options.rounds));
    sum += alone.back();
  }
  for (const Page& page : pdfs) {
    const Site site{.seed = page.url, .pages = {page}};
    of_pdf[page.url.text()] = least(options.rounds, CLOCK_MONOTONIC, [&] { extract(site); });
  }
  const double parse = parse_alone(html, options.rounds);
  const auto count = static_cast<double>(html.size());
  std::cout << nlohmann::ordered_json{{"sites", sites.size()},
                                      {"pages", pages},
                                      {"ms_a_page_of_whole_sites", whole / static_cast<double>(pages)},
                                      {"html_pages", html.size()},
                                      {"html_ms", sum / count},
                                      {"html_ms_median", median(alone)},
                                      {"links_ms", linking / count},
                                      {"gumbo_ms", parse / count},
                                      {"times_gumbo", sum / parse},
                                      {"times_gumbo_median", median(ratios)},
                                      {"pdfs", pdfs.size()},
                                      {"pdf_ms", of_pdf}}
            << '\n';
  return 0;
}
