// SPDX-License-Identifier: GPL-3.0-or-later
// A data directory as a crawl leaves it, without one: six made-up people, for tests of what operators do with it.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "crawler/archive.h"
#include "crawler/catalog.h"
#include "crawler/digest.h"
#include "crawler/verdict.h"
#include "fellow/clock.h"
#include "tests/temporary.h"

namespace fellow::cli {

struct Ran {
  int code = 0;
  std::string out;  // stdout and stderr
};

// Runs a line of sh.
inline Ran shell(const std::string& line) {
  Ran ran;
  std::FILE* pipe = popen(("( " + line + "\n) 2>&1").c_str(), "r");
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) ran.out.append(buffer, got);
  const int status = pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

// Flips one bit of the file.
inline void flip(const std::filesystem::path& file, std::uint64_t at) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(at));
  const char byte = static_cast<char>(stream.get());
  stream.seekp(static_cast<std::streamoff>(at));
  stream.put(static_cast<char>(byte ^ 0x10));
  CHECK(stream.good());
}

class SmallData : public testing::Test {
 protected:
  void SetUp() override {
    std::string seeds;
    for (const auto& [name, host] : kPeople) seeds += "http://" + host + "/\n";
    put_list(seeds);
    for (const auto& [name, host] : kPeople) visit("http://" + host + "/", home_page(name, "ETH Zurich", "Graph databases"));
  }

  static std::string home_page(const std::string& name, const std::string& place, const std::string& interest,
                               const std::string& more = "") {
    return "<html><head><title>" + name + "</title></head><body><h1>" + name + "</h1><p>I am a PhD student at " + place +
           ".</p><h2>Research interests</h2><ul><li>" + interest + "</li></ul>" + more + "</body></html>";
  }

  crawler::Catalog catalog() const { return crawler::Catalog::open(data_).value(); }
  void put_list(const std::string& seeds) const {
    ASSERT_TRUE(catalog().put_list(crawler::parse_seeds(seeds, "cs.txt").value()));
  }
  // A home page as the crawl keeps it.
  void visit(const std::string& address, const std::string& body) const {
    const Url url = Url::parse(address).value();
    auto archive = crawler::Archive::open(data_, "test").value();
    const auto place = archive.append({.url = url,
                                       .request = "GET / HTTP/1.1\r\n\r\n",
                                       .response_header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                                       .body = body,
                                       .at = now_});
    ASSERT_TRUE(place && archive.sync());
    auto rows = catalog();
    auto state = crawler::judged(url, rows.url_state(url).value(), {.status = 200}, now_);
    state.sha1 = crawler::sha1_hex(body);
    state.content_type = "text/html";
    state.place = *place;
    state.fetched_at = now_;
    ASSERT_TRUE(rows.put_url_state(state));
    ASSERT_TRUE(rows.put_seed_pages(url, {{url, LinkKind::other, 0}}));
  }

  Ran fellow_in(const std::filesystem::path& data, const std::string& arguments) const {
    return shell(std::string(FELLOW_BINARY_DIR) + "/fellow " + arguments + " --now " + show_time(now_) + " --data " +
                 data.string());
  }
  Ran fellow(const std::string& arguments) const { return fellow_in(data_, arguments); }
  void index() const {
    const Ran ran = fellow("index");
    ASSERT_EQ(ran.code, 0) << ran.out;
  }

  const std::vector<std::pair<std::string, std::string>> kPeople{
      {"Mara Ellingsworth", "mara.example"}, {"Odo Birnbaum", "odo.example"},     {"Ilse Vandermolen", "ilse.example"},
      {"Tamsin Oyelaran", "tamsin.example"}, {"Piet Lachapelle", "piet.example"}, {"Runa Isaksdottir", "runa.example"}};
  TemporaryDirectory directory_;
  const std::filesystem::path data_ = directory_.path() / "data";
  Time now_ = *parse_time("2026-11-20T03:00:00Z");
};

}  // namespace fellow::cli
