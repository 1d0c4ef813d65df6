// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/crew.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <thread>

namespace fellow::searchd {
namespace {

constexpr std::size_t kMaxThreads = 64;  // of all sources together
constexpr int kMaxUnderWay = 256;        // calls of one source, waiting ones too

}  // namespace

// Its threads start with the first call.
struct Crew::Lane {
  explicit Lane(std::size_t count) : threads(count) {}
  std::atomic<int> under_way{0};
  const std::size_t threads;
  std::once_flag started;
  std::unique_ptr<boost::asio::thread_pool> pool;
};

Crew::Crew(std::size_t sources) {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t threads = std::clamp<std::size_t>(kMaxThreads / std::max<std::size_t>(sources, 1), 1, 2 * cores);
  for (std::size_t i = 0; i < sources; ++i) lanes_.push_back(std::make_unique<Lane>(threads));
}

Crew::~Crew() {
  for (const auto& lane : lanes_)
    if (lane->pool) lane->pool->join();
}

bool Crew::post(std::size_t source, std::function<void()> work) {
  Lane& lane = *lanes_.at(source);
  if (lane.under_way.fetch_add(1) >= kMaxUnderWay) {
    lane.under_way.fetch_sub(1);
    return false;
  }
  std::call_once(lane.started, [&] { lane.pool = std::make_unique<boost::asio::thread_pool>(lane.threads); });
  boost::asio::post(*lane.pool, [&lane, work = std::move(work)] {
    work();
    lane.under_way.fetch_sub(1);
  });
  return true;
}

}  // namespace fellow::searchd
