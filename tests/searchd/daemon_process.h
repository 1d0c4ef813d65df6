// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace fellow::searchd {

// A searchd of this build, with what it prints.
class Process {
 public:
  // `more`: further variables of its environment, NAME=VALUE. `socket`: a descriptor that it gets as number 3.
  explicit Process(const std::vector<std::string>& arguments, const std::vector<std::string>& more = {}, int socket = -1) {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    std::vector<std::string> owned = {std::string(FELLOW_BINARY_DIR) + "/searchd"};
    owned.insert(owned.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& argument : owned) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::vector<std::string> variables(more);
    std::vector<char*> environment;
    for (char** one = environ; *one != nullptr; ++one) environment.push_back(*one);
    for (std::string& one : variables) environment.push_back(one.data());
    environment.push_back(nullptr);
    if (socket >= 0) posix_spawn_file_actions_adddup2(&actions, socket, 3);
    EXPECT_EQ(posix_spawn(&pid_, argv[0], &actions, nullptr, argv.data(), environment.data()), 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    out_ = ends[0];
  }

  ~Process() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    ::close(out_);
  }

  // Output up to and with `end`, or all of it.
  std::string read_to(std::string_view end) {
    char c;
    while (text_.find(end) == std::string::npos && ::read(out_, &c, 1) == 1) text_ += c;
    return text_;
  }

  pid_t pid() const { return pid_; }
  // Where it listens, when it says so.
  std::uint16_t port() {
    const std::string line = read_to("/\n");
    EXPECT_TRUE(line.starts_with("listening on http://127.0.0.1:")) << line;
    return static_cast<std::uint16_t>(std::atoi(line.c_str() + std::min(line.size(), line.find(':', 20) + 1)));
  }

  void signal(int number) const { ::kill(pid_, number); }

  int exit_code() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_ = 0;
  int out_ = -1;
  std::string text_;
};

}  // namespace fellow::searchd
