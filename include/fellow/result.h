// SPDX-License-Identifier: GPL-3.0-or-later
// How a failure is told: one error type, returned as a value, in every room.
//
// Expected failures (a bad seed line, a robots refusal, a locked data directory) are a Result; broken promises between our
// own functions are a CHECK (fellow/check.h). Exceptions stay inside the wall of the library that throws them. A page that
// makes no sense is not an error: it gives a profile with fewer facts.
//
//   Result<Url> url = Url::parse(line);
//   if (!url) return fail(Code::bad_input, "not a URL: write https://…", "seeds.csv:12");
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace fellow {

// A code exists only if some caller acts on it: exit codes and HTTP statuses are derived from it, in one switch each.
enum class Code { bad_input, not_found, refused, timeout, too_big, io, corrupt, busy };

struct Error {
  Code code = Code::bad_input;
  std::string what;   // one sentence that tells a person what is wrong and what to do
  std::string where;  // file:line, URL or parameter; may be empty
};

// Only the subset that std::expected has.
template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Code code, std::string what, std::string where = {}) {
  return tl::unexpected<Error>(Error{code, std::move(what), std::move(where)});
}

// "where: what", or "what" alone when there is no where.
inline std::string show(const Error& error) { return error.where.empty() ? error.what : error.where + ": " + error.what; }

}  // namespace fellow
