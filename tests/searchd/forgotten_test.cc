// SPDX-License-Identifier: GPL-3.0-or-later
// R39: a running daemon leaves out who asked to be forgotten, within ten seconds and without a restart.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "fellow/json.h"
#include "fellow/suppress.h"
#include "indexer/indexer.h"
#include "indexer/sources.h"
#include "searchd/api.h"
#include "searchd/http_server.h"
#include "tests/searchd/fake_source.h"
#include "tests/searchd/plain_client.h"
#include "tests/temporary.h"

namespace fellow::searchd {
namespace {

TEST(ForgottenByTheDaemon, IsInNoAnswerAfterTenSeconds) {
  const TemporaryDirectory data;
  const std::vector<Profile> people = made_up_people();
  ASSERT_TRUE(indexer::publish(data.path(), people));
  const auto server = HttpServer::start({}, make_api(indexer::open_sources(Config{}, data.path()).value(), Config{}));
  ASSERT_TRUE(server);
  const std::uint16_t port = (*server)->port();
  const Profile& person = people[0];
  const std::string search = "/api/v1/search?limit=100&facets=affiliation,interest,year,position,country,source";
  const std::string card = "/api/v1/researchers/" + person.id, page = "/r/" + person.id;
  ASSERT_EQ(get(port, card).status, 200);
  ASSERT_EQ(get(port, page).status, 200);
  const auto before = parse_json(get(port, search).body).value();
  ASSERT_EQ(before["total"]["value"], people.size());

  ASSERT_TRUE(suppress(data.path(), {key_of_person(person.id)}));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (get(port, card).status == 200 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));

  const auto gone = get(port, card);
  EXPECT_EQ(gone.status, 404);
  EXPECT_EQ(gone.body.find(person.name), std::string::npos) << gone.body;
  EXPECT_EQ(get(port, page).status, 404);
  const auto answer = get(port, search);
  EXPECT_EQ(answer.body.find(person.name), std::string::npos) << answer.body;
  EXPECT_EQ(answer.body.find(person.id), std::string::npos);
  const auto after = parse_json(answer.body).value();
  EXPECT_EQ(after["total"]["value"], people.size() - 1);
  EXPECT_EQ(after["sources"][0]["profiles"], people.size() - 1);
  std::int64_t counted_before = 0, counted_after = 0;
  for (const auto& value : before["facets"]["source"]) counted_before += value["count"].get<std::int64_t>();
  for (const auto& value : after["facets"]["source"]) counted_after += value["count"].get<std::int64_t>();
  EXPECT_LT(counted_after, counted_before);
}

TEST(ForgottenByTheDaemon, AListThatCannotBeReadServesNothing) {
  const TemporaryDirectory data;
  write_file(data.path() / "suppressed", "nonsense\n");
  EXPECT_FALSE(indexer::open_sources(Config{}, data.path()));
}

}  // namespace
}  // namespace fellow::searchd
