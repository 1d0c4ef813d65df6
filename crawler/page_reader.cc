// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/page_reader.h"

#include <algorithm>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <thread>

namespace fellow::crawler {

namespace asio = boost::asio;

constexpr std::size_t kReadHere = 64 << 10;  // bytes: to hand less than that over costs more than to read it

PageReader::PageReader(asio::any_io_executor executor, const LinkReader& links)
    : executor_(std::move(executor)), links_(links), threads_(std::clamp(std::thread::hardware_concurrency(), 1U, 8U)) {}

PageReader::~PageReader() { threads_.join(); }

asio::awaitable<PageLinks> PageReader::read(std::shared_ptr<const Page> page) {
  if (!links_) co_return PageLinks{};
  if (page->body.size() <= kReadHere) co_return links_(*page);
  // Asio's handler cannot be copied, and goes from one thread to the other: hence the shared_ptr.
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(PageLinks)>(
      [this](auto handler, std::shared_ptr<const Page> asked) {
        auto held = std::make_shared<decltype(handler)>(std::move(handler));
        auto work = asio::prefer(executor_, asio::execution::outstanding_work.tracked);
        asio::post(threads_, [this, held, asked, work] {
          auto found = std::make_shared<PageLinks>(links_(*asked));
          asio::post(work, [held, found] { std::move (*held)(std::move(*found)); });
        });
      },
      asio::use_awaitable, std::move(page));
}

}  // namespace fellow::crawler
