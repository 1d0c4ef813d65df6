// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a source in an answer?
#pragma once

#include <string>
#include <string_view>

#include "fellow/answer.h"
#include "fellow/source.h"

namespace fellow::searchd {

// How an error's `where` tells a code of its own, beyond fellow::Code: "#version".
inline constexpr char kOwnCode = '#';

// The status with what went wrong: timeout (no answer in time), unreachable (nobody there), skipped (not asked), error.
SourceStatus failed(SourceStatus status, Error error);
// "source: what" of a status that is not ok.
std::string told(const SourceStatus& status);
// Indexed so long ago that whoever runs it ought to look: more than a week.
bool is_stale(std::string_view indexed_at);
SourceStatus stale(SourceStatus status);
// A moment of the steady clock as people write it (fellow::show_time).
std::string wall_time(Moment moment);

}  // namespace fellow::searchd
