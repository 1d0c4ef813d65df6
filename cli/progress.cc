// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/progress.h"

#include <cstdio>
#include <iostream>

namespace fellow::cli {

using std::chrono::steady_clock;

std::string show(const crawler::CrawlProgress& progress, std::chrono::duration<double> elapsed) {
  const double seconds = std::max(elapsed.count(), 0.001);
  char out[200];
  std::snprintf(out, sizeof out, "%lld pages, %zu/%zu seeds, %lld hosts, %lld errors, %lld KiB, %.1f pages/s",
                static_cast<long long>(progress.pages), progress.seeds_done, progress.seeds,
                static_cast<long long>(progress.hosts), static_cast<long long>(progress.errors),
                static_cast<long long>(progress.bytes / 1024), static_cast<double>(progress.pages) / seconds);
  std::string line = out;
  if (progress.seeds_done > 0 && progress.seeds_done < progress.seeds) {
    const double left =
        seconds / static_cast<double>(progress.seeds_done) * static_cast<double>(progress.seeds - progress.seeds_done);
    std::snprintf(out, sizeof out, ", about %d:%02d left", static_cast<int>(left) / 60, static_cast<int>(left) % 60);
    line += out;
  }
  return line;
}

ProgressLine::ProgressLine(bool terminal) : terminal_(terminal), begin_(steady_clock::now()), last_(begin_) {}

void ProgressLine::show(const crawler::CrawlProgress& progress) {
  const auto now = steady_clock::now();
  if (!terminal_ && now - last_ < std::chrono::seconds(30)) return;
  last_ = now;
  const std::string line = cli::show(progress, now - begin_);
  if (terminal_) {
    std::cerr << "\r\x1b[K" << line << std::flush;
    shown_ = true;
  } else {
    std::cerr << line << "\n";
  }
}

void ProgressLine::end() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace fellow::cli
