// SPDX-License-Identifier: GPL-3.0-or-later
// Where does a page lead? Asks the LinkReader, about large pages on threads of its own, so that the loop goes on.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <memory>

#include "crawler/coroutine.h"
#include "fellow/page.h"

namespace fellow::crawler {

class PageReader {
 public:
  // `links` may be empty: then no page leads anywhere. Comes back on `executor`, whose run has to outlive the threads.
  PageReader(boost::asio::any_io_executor executor, const LinkReader& links);
  ~PageReader();
  boost::asio::awaitable<PageLinks> read(std::shared_ptr<const Page> page);

 private:
  boost::asio::any_io_executor executor_;
  const LinkReader& links_;
  boost::asio::thread_pool threads_;
};

}  // namespace fellow::crawler
