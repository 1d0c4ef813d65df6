// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/interrupt.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <future>

#include "fellow/check.h"

namespace fellow::cli {
namespace {

std::atomic<int> signal_pipe{-1};  // where the handler writes; one OnInterrupt at a time

// Only async-signal-safe calls (signal-safety(7)); SA_RESETHAND makes the second signal end the process.
void handle(int) {
  const char byte = 's';
  if (const int fd = signal_pipe.load(); fd >= 0) [[maybe_unused]]
    const ssize_t written = write(fd, &byte, 1);
}

void set_handler(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | (handler == SIG_DFL ? 0 : static_cast<int>(SA_RESETHAND));
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

OnInterrupt::OnInterrupt(std::function<void()> act) {
  CHECK(pipe2(pipe_, O_CLOEXEC) == 0);
  signal_pipe.store(pipe_[1]);
  waiter_ = std::thread([this, act = std::move(act)] {
    char byte = 0;
    if (read(pipe_[0], &byte, 1) == 1 && byte == 's') act();
  });
  set_handler(handle);
}

OnInterrupt::~OnInterrupt() {
  set_handler(SIG_DFL);
  signal_pipe.store(-1);
  const char byte = 'q';
  [[maybe_unused]] const ssize_t written = write(pipe_[1], &byte, 1);
  waiter_.join();
  close(pipe_[0]);
  close(pipe_[1]);
}

void wait_for_interrupt() {
  std::promise<void> came;
  const OnInterrupt interrupted([&came] { came.set_value(); });
  came.get_future().wait();
}

}  // namespace fellow::cli
