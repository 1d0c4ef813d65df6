// SPDX-License-Identifier: GPL-3.0-or-later
// How far is the crawl? One line on stderr, rewritten in place on a terminal, now and then a plain line elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "crawler/crawler.h"

namespace fellow::cli {

class ProgressLine {
 public:
  // terminal: whether stderr is one (rewrites its line); otherwise a line every 30 s.
  explicit ProgressLine(bool terminal);
  void show(const crawler::CrawlProgress& progress);
  void end();  // leaves the terminal at the start of an empty line

 private:
  bool terminal_, shown_ = false;
  std::chrono::steady_clock::time_point begin_, last_;
};

// "120 pages, 14/20 seeds, 6 hosts, 2 errors, 310 KiB, 12.3 pages/s, about 0:07 left"
std::string show(const crawler::CrawlProgress& progress, std::chrono::duration<double> elapsed);

}  // namespace fellow::cli
