// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/source.h"

#include <future>

namespace fellow {
namespace {

// What is told, waited for.
template <class T>
Result<T> waited(Moment until, const std::function<void(Told<T>)>& ask) {
  const auto said = std::make_shared<std::promise<Result<T>>>();
  auto future = said->get_future();
  ask([said](Result<T> result) { said->set_value(std::move(result)); });
  if (future.wait_until(until) != std::future_status::ready &&
      future.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    return fail(Code::timeout, "no answer in time");
  return future.get();
}

Result<Statistics> statistics_of(Inquiry& inquiry, Moment until) {
  return waited<Statistics>(until, [&](Told<Statistics> told) { inquiry.statistics(until, std::move(told)); });
}

}  // namespace

Result<Found> Source::search(const SearchRequest& wanted) {
  const Moment until = std::chrono::steady_clock::now() + wanted.deadline;
  SearchRequest request = wanted;
  std::optional<std::string> corrected;
  auto inquiry = inquire(request);
  auto all = statistics_of(*inquiry, until);
  if (!all) return tl::unexpected(all.error());
  if (const auto open = doubts(request, *all); !open.empty()) {
    const auto said = waited<std::vector<Respelled>>(
        until, [&](Told<std::vector<Respelled>> told) { inquiry->respell(open, *all, until, std::move(told)); });
    if (!said) return tl::unexpected(said.error());
    if (const auto text = respelled(request.query, open, {*said})) {
      SearchRequest again = request;
      again.query = parse_query(*text);
      auto better = inquire(again);
      auto counts = statistics_of(*better, until);
      if (!counts) return tl::unexpected(counts.error());
      if (finds(again, *counts)) request = again, inquiry = better, all = counts, corrected = text;
    }
  }
  auto found = waited<Found>(until, [&](Told<Found> told) { inquiry->search(*all, until, std::move(told)); });
  if (!found) return found;
  settle(*found, request, *all);
  found->corrected = std::move(corrected);
  return found;
}

}  // namespace fellow
