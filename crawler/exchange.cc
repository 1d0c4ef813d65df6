// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/exchange.h"

#include <boost/asio/post.hpp>

namespace fellow::crawler {
namespace {

Fetched answer_of(const CaptureSet& captures, const FetchRequest& request) {
  Fetched answer;
  std::optional<ImportedPage> page = captures.newest(request.url);
  if (!page) {
    if (request.url.path() == "/robots.txt") {
      answer.status = 404;
    } else {
      answer.reason = Reason::network;
      answer.detail = "not among the captures";
    }
    return answer;
  }
  answer.reason = page->reason;
  answer.detail = page->detail;
  answer.status = page->status;
  answer.header = std::move(page->header);
  answer.body = std::move(page->body);
  answer.wire_bytes = static_cast<std::int64_t>(answer.body.size());
  answer.at = page->fetched_at;
  if (answer.reason == Reason::none && request.wanted && !request.wanted(page->status, page->content_type)) {
    answer.reason = Reason::content_type;
    answer.detail = page->content_type;
    answer.body.clear();
  }
  return answer;
}

}  // namespace

Exchange exchange_of(boost::asio::any_io_executor executor, const CaptureSet& captures) {
  return [executor, &captures](FetchRequest request, std::function<void(Fetched)> done) {
    boost::asio::post(
        executor, [&captures, request = std::move(request), done = std::move(done)] { done(answer_of(captures, request)); });
  };
}

}  // namespace fellow::crawler
