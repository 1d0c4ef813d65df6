// SPDX-License-Identifier: GPL-3.0-or-later
// A crawl among hosts that are against us: each is refused with its reason, and the others are none the worse for it (R10).
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iostream>

#include "crawl_fixture.h"
#include "hostile_server.h"

namespace fellow::crawler {
namespace {

constexpr int kGoodSites = 12;
constexpr long kMostMegabytes = 300;

Url url_of(const std::string& text) { return Url::parse(text).value(); }

// Catalog and archive of one crawl, and what they hold.
struct Stores {
  explicit Stores(const std::filesystem::path& where)
      : data(where), catalog(Catalog::open(where).value()), archive(Archive::open(where, "test").value()) {}

  void run(const std::vector<std::string>& seeds, CrawlOptions options) {
    SeedList list{.name = "test", .seeds = {}, .bad = {}};
    for (const std::string& seed : seeds) list.seeds.push_back({url_of(seed), "", "", "", ""});
    ASSERT_TRUE(catalog.put_list(list));
    Crawler crawler(catalog, archive, read_test_links, std::move(options));
    const auto summary = crawler.run();
    EXPECT_TRUE(summary) << show(summary.error());
  }
  std::optional<UrlState> row(const std::string& url) { return catalog.url_state(url_of(url)).value(); }
  std::string outcome(const std::string& url) {
    const auto state = row(url);
    if (!state) return "-";
    return std::string(show(state->outcome)) + (state->reason.empty() ? "" : " " + state->reason);
  }
  std::string body(const std::string& url) {
    const auto state = row(url);
    return state ? read_body(data, state->place).value_or("(no body)") : "(no row)";
  }

  std::filesystem::path data;
  Catalog catalog;
  Archive archive;
};

class Hostile : public testing::Test {
 protected:
  Hostile() : hostile_(web_, directory_.path()) {
    for (int i = 0; i < kGoodSites; ++i) script_good("good" + std::to_string(i) + ".example", static_cast<std::size_t>(i));
    web_.page("good3.example/robots.txt", "User-agent: *\nDisallow: /cv\n");
    web_.page("good4.example/", "<a href=\"/pubs\">" + std::string(3 << 20, 'L'));  // large, and in order
  }

  void script_good(const std::string& host, std::size_t number) {
    const std::string filler(1000 * number, 'g');
    good_.push_back("http://" + host + "/");
    web_.page(host + "/", "<a href=\"/pubs\"> <a href=\"/cv\"> <a href=\"/old\"> <a href=\"/gone\">" + host + filler);
    web_.script(host + "/pubs", [=](const ScriptedRequest&) {
      return answer(200, gzip("<a href=\"/papers.bib\"> of " + host + filler),
                    "Content-Type: text/html\r\nContent-Encoding: gzip\r\n");
    });
    web_.page(host + "/cv", "cv of " + host);
    web_.page(host + "/papers.bib", "@book{x, title={" + host + "}}", "Content-Type: text/plain\r\n");
    web_.script(host + "/old", [](const ScriptedRequest&) { return answer(301, "", "Location: /new\r\n"); });
    web_.page(host + "/new", "new page of " + host);
  }

  CrawlOptions options() const {
    CrawlOptions with;
    with.contact = "mailto:crawl@fellow.example";
    with.delay = std::chrono::milliseconds(0);
    with.connect_to = hostile_.connect_to();
    with.connect_to.push_back("*.example:80:127.0.0.1:" + std::to_string(web_.port()));
    with.ca_file = hostile_.ca_file();
    with.limits.first_byte = std::chrono::milliseconds(kFirstByteMs);
    with.limits.whole = std::chrono::milliseconds(kWholeMs);
    with.limits.slow_time = std::chrono::seconds(kSlowSeconds);
    return with;
  }

  // Everything that is known of the good sites: what was asked, what was said of it, and the bodies.
  std::string all_of_the_good(Stores& stores) {
    std::string text;
    for (const std::string& seed : good_) {
      text += seed + "\nasked:";
      for (const std::string& target : web_.requests(std::string(url_of(seed).host()))) text += " " + target;
      text += "\npages:";
      const std::vector<SeedPage> listed = stores.catalog.seed_pages(url_of(seed)).value();
      for (const SeedPage& page : listed) text += " " + page.url.text();
      for (const char* path : {"", "pubs", "cv", "papers.bib", "old", "new", "gone"}) {
        const std::string url = seed + path;
        text += "\n" + std::string(path) + ": " + stores.outcome(url);
        if (const auto state = stores.row(url); state && !state->place.file.empty())
          text += " " + state->content_type + " " + state->sha1 + "\n" + stores.body(url);
      }
      text += "\n";
    }
    return text;
  }

  LoopbackServer web_;
  TemporaryDirectory directory_;
  HostileWeb hostile_;
  std::vector<std::string> good_;
};

TEST_F(Hostile, each_has_its_reason_and_the_good_ones_are_as_if_alone) {
  Stores alone(directory_.path() / "alone"), among(directory_.path() / "among");
  alone.run(good_, options());
  const std::string undisturbed = all_of_the_good(alone);
  EXPECT_NE(undisturbed.find("@book{x, title={good7.example}}"), std::string::npos);
  EXPECT_EQ(alone.outcome("http://good3.example/cv"), "refused robots");
  EXPECT_EQ(alone.body("http://good4.example/").size(), (3U << 20) + 16);
  web_.forget();

  std::vector<std::string> seeds = hostile_.seeds();
  for (std::size_t i = 0; i < good_.size(); ++i) seeds.insert(seeds.begin() + static_cast<long>(5 * i), good_[i]);
  seeds.push_back("https://fine.hostile.example/");
  among.run(seeds, options());
  EXPECT_TRUE(all_of_the_good(among) == undisturbed);

  for (const HostileSite& site : HostileWeb::sites()) {
    const auto row = among.row(site.url());
    EXPECT_EQ(among.outcome(site.url()), site.outcome) << site.name << ": " << (row ? row->detail : "no row");
  }
  EXPECT_EQ(among.body("https://fine.hostile.example/"), "hello from fine.hostile.example");
  EXPECT_EQ(among.body("http://length-short.hostile.example/"), "hello");
  EXPECT_EQ(among.body("http://smuggler.hostile.example/second"), "second");
  for (const ScriptedRequest& request : web_.all()) {
    for (const char* never : {"Cookie", "Referer", "Authorization"}) EXPECT_EQ(request.field(never), "") << request.host;
    EXPECT_EQ(request.target.find("admin"), std::string::npos) << request.host;
  }
  // R6: 40 pages a seed, and of one path no more than five variants.
  EXPECT_EQ(web_.requests("cookie.hostile.example").size(), 3u);
  EXPECT_EQ(web_.requests("links.hostile.example").size(), 41u);
  EXPECT_LE(web_.requests("calendar.hostile.example").size(), 7u);
  EXPECT_LE(web_.requests("sessions.hostile.example").size(), 41u);
  EXPECT_LE(web_.requests("deep.hostile.example").size(), 5u);
}

long peak_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "VmHWM:") {
      status >> word;
      return std::stol(word) / 1024;
    }
  }
  return -1;
}

// All hosts at once send as much as they can: bodies without end, bombs, and pages just within the limits.
TEST_F(Hostile, memory_stays_bounded) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's own memory would be measured";
#endif
  std::vector<std::string> seeds;
  CrawlOptions patient = options();  // nobody is to be saved by being ended early, on machines of any speed
  patient.limits.first_byte = patient.limits.whole = std::chrono::minutes(2);
  const std::string flood(64 << 10, 'x'), most = gzip(std::string((10 << 20) - 1, 'y')), bomb = gzip_bomb(32 << 20);
  const std::string plain(5 << 20, 'z');
  for (int i = 0; i < 72; ++i) {  // more than are asked at a time
    const std::string host = "hog" + std::to_string(i) + ".example";
    seeds.push_back("http://" + host + "/");
    web_.script(host + "/", [&, i](const ScriptedRequest&) -> ScriptedAnswer {
      const std::string type = "Content-Type: text/html\r\n", coding = type + "Content-Encoding: gzip\r\n";
      if (i % 4 == 0) return answer(200, plain);
      if (i % 4 == 1) return answer(200, most, coding);
      if (i % 4 == 2) return answer(200, bomb, coding);
      ScriptedAnswer endless{.pieces = {{"HTTP/1.1 200 OK\r\n" + type + "\r\n"}, {flood}}};
      endless.endless = true;
      return endless;
    });
  }
  int told[2];
  ASSERT_EQ(pipe(told), 0);
  const pid_t child = fork();
  if (child == 0) {
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak so far is forgotten
    {
      Stores stores(directory_.path() / "child");
      stores.run(seeds, patient);
      const bool whole = stores.outcome("http://hog0.example/") == "ok" && stores.outcome("http://hog1.example/") == "ok" &&
                         stores.outcome("http://hog2.example/") == "failed too-large" &&
                         stores.outcome("http://hog3.example/") == "failed too-large";
      const long peak = whole ? peak_megabytes() : -1;
      if (write(told[1], &peak, sizeof peak) < 0) _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  long peak = -1;
  ASSERT_EQ(status, 0);
  ASSERT_EQ(read(told[0], &peak, sizeof peak), static_cast<ssize_t>(sizeof peak));
  std::cout << "peak of the whole crawl: " << peak << " MB\n";
  EXPECT_GT(peak, 0) << "the outcomes were not as they should be";
  EXPECT_LT(peak, kMostMegabytes);
}

}  // namespace
}  // namespace fellow::crawler
