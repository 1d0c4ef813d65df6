// SPDX-License-Identifier: GPL-3.0-or-later
// R35: a machine without network is an error of its own, and no host is said to be broken for it.
#include "crawler/network_watch.h"

#include <cerrno>

#include "crawl_fixture.h"

namespace fellow::crawler {
namespace {

constexpr const char* kHome = "http://jane.example/";

Fetched failed(Reason reason, int os_error = 0, bool sent = false) {
  Fetched answer;
  answer.reason = reason;
  answer.os_error = os_error;
  answer.sent = sent;
  return answer;
}

TEST(NetworkWatch, what_each_end_of_an_exchange_tells) {
  Fetched answered;
  answered.status = 500;
  const struct {
    const char* what;
    Fetched answer;
    bool proven, doubtful;
  } rows[] = {
      {"an answer, whatever it says", answered, true, false},
      {"no name", failed(Reason::dns), false, true},
      {"no way to the network", failed(Reason::network, ENETUNREACH), false, true},
      {"no way to the host", failed(Reason::network, EHOSTUNREACH), false, true},
      {"the network is down", failed(Reason::network, ENETDOWN), false, true},
      {"a refused connection: somebody is there", failed(Reason::network, ECONNREFUSED), true, false},
      {"silence before anything was sent", failed(Reason::timeout), false, true},
      {"silence after the request", failed(Reason::timeout, 0, true), true, false},
      {"a broken connection", failed(Reason::reset, 0, true), true, false},
      {"a bad certificate", failed(Reason::tls), true, false},
      {"ended by us", failed(Reason::budget), false, false},
      {"a private address", failed(Reason::private_address), false, false},
  };
  for (const auto& row : rows) {
    NetworkWatch watch;
    watch.saw("a.example", row.answer);
    EXPECT_EQ(watch.proven(), row.proven) << row.what;
    EXPECT_EQ(watch.doubtful(1), row.doubtful) << row.what;
  }
}

TEST(NetworkWatch, doubts_at_so_many_hosts_and_never_after_an_answer) {
  NetworkWatch watch;
  for (std::size_t i = 0; i + 1 < NetworkWatch::kHostsInDoubt; ++i) watch.saw("h" + std::to_string(i), failed(Reason::dns));
  watch.saw("h0", failed(Reason::dns));
  EXPECT_FALSE(watch.doubtful());
  watch.saw("last", failed(Reason::dns));
  EXPECT_TRUE(watch.doubtful());
  EXPECT_EQ(watch.names().size(), NetworkWatch::kHostsInDoubt);
  watch.saw("unreachable", failed(Reason::network, ENETUNREACH));
  EXPECT_TRUE(watch.names().empty());  // names are not what is missing
  watch.saw("there", failed(Reason::network, ECONNREFUSED));
  for (int i = 0; i < 20; ++i) watch.saw("x" + std::to_string(i), failed(Reason::dns));
  EXPECT_FALSE(watch.doubtful());
}

// A machine on the net, and the hosts that have no name: they are broken, and it is said of them.
TEST_F(Crawl, hosts_without_a_name_are_broken_where_there_is_a_network) {
  CrawlOptions named = options();
  named.connect_to = {"*.example::127.0.0.1:" + std::to_string(web_.port())};
  std::vector<std::string> asked_for;
  named.offline = [&](const std::vector<std::string>& names) {
    asked_for = names;
    return std::nullopt;
  };
  run({"http://nobody.invalid/"}, named);
  EXPECT_EQ(outcome("http://nobody.invalid/"), "failed dns");
  EXPECT_EQ(asked_for, std::vector<std::string>{"nobody.invalid"});
}

TEST_F(Crawl, no_network_is_an_error_and_changes_nothing) {
  CrawlOptions named = options();
  named.connect_to = {"*.example::127.0.0.1:" + std::to_string(web_.port())};
  web_.page("jane.example/", "hello");
  run({kHome, "http://nobody.invalid/"}, named);
  const UrlState before = row("http://nobody.invalid/"), fine = row(kHome);
  EXPECT_EQ(before.outcome, Outcome::failed);

  std::vector<std::string> seeds;
  for (int i = 0; i < 30; ++i) seeds.push_back("http://nobody" + std::to_string(i) + ".invalid/");
  seeds.push_back("http://nobody.invalid/");
  put_seeds(seeds);
  named.again = true;
  named.offline = [](const std::vector<std::string>&) { return std::optional<std::string>("no route to any public address"); };
  const auto summary = Crawler(*catalog_, *archive_, read_test_links, named).run();
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, Code::io);
  EXPECT_EQ(show(summary.error()), "network: there is no network: no route to any public address; nothing was changed");
  EXPECT_EQ(row("http://nobody.invalid/").failures, before.failures);
  EXPECT_EQ(row(kHome).visited_at, fine.visited_at);
  for (const std::string& seed : seeds) {
    if (seed == "http://nobody.invalid/") continue;
    EXPECT_EQ(outcome(seed), "-");
  }
  named.again = false;
  named.offline = [](const std::vector<std::string>&) { return std::nullopt; };
  run({"http://nobody7.invalid/"}, named);  // the stores go on
  EXPECT_EQ(outcome("http://nobody7.invalid/"), "failed dns");
}

// One host that answers is enough: the others are judged as ever, and nobody looks at the machine.
TEST_F(Crawl, with_one_answer_there_is_a_network) {
  CrawlOptions named = options();
  named.connect_to = {"*.example::127.0.0.1:" + std::to_string(web_.port())};
  named.offline = [](const std::vector<std::string>&) { return std::optional<std::string>("asked"); };
  web_.page("jane.example/", "hello");
  run({"http://nobody.invalid/", kHome}, named);
  EXPECT_EQ(outcome(kHome), "ok");
  EXPECT_EQ(outcome("http://nobody.invalid/"), "failed dns");
}

}  // namespace
}  // namespace fellow::crawler
