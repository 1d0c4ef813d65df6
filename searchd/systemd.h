// SPDX-License-Identifier: GPL-3.0-or-later
// What does the service manager want to know, and what does it hand over? sd_notify(3) and sd_listen_fds(3), the few lines of
// them that a daemon needs: a datagram to $NOTIFY_SOCKET, and the descriptors from 3 on. Without a service manager: nothing.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace fellow::searchd {

// "READY=1", "STOPPING=1", "WATCHDOG=1"; several with line ends between them. Whether somebody was told.
bool notify_manager(std::string_view state);
// RELOADING=1 with the time that Type=notify-reload asks for.
bool notify_reloading();
// How often the manager wants to hear WATCHDOG=1; nullopt: it does not.
std::optional<std::chrono::microseconds> watchdog_interval();
// Sockets that were opened for this process: descriptors 3 to 3 + count - 1. They are closed in programs that it starts.
int sockets_handed_over();
inline constexpr int kFirstSocket = 3;

}  // namespace fellow::searchd
