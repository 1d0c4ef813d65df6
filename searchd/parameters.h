// SPDX-License-Identifier: GPL-3.0-or-later
// Which parameters does an address take, and what may their values be? One row a parameter: what the server rejects and what
// /openapi.json says are read from the same row.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fellow/json.h"
#include "fellow/result.h"
#include "searchd/query_string.h"

namespace fellow::searchd {

struct Parameter {
  enum class Kind {
    text,    // `least` to `most` bytes
    number,  // `least` to `most`
    word,    // one of `words`
    words,   // several of `words`, with commas between them; without `words`: any that are not empty
    range    // a number from 0 to 99999, or "2020..2024", "2020..", "..2024"
  };
  std::string_view name;
  Kind kind = Kind::text;
  std::string_view about;  // for documentation
  int least = 0, most = 0;
  std::string_view words = "";  // "auto|all|any"
  std::string_view usual = "";  // what counts when it is not given
  bool repeats = false;         // may be given several times
};

bool fits(const Parameter& parameter, std::string_view value);
// What fits, as an error says it: "a number from 0 to 100".
std::string wanted(const Parameter& parameter);
// bad_input, with the parameter as `where`, for a name that is in no row, given twice, or has a value that does not fit.
Result<void> check(std::span<const Parameter> rows, const Parameters& given);
// The value that was given, else the usual one. Both were checked.
std::string_view value_of(const Parameter& row, const Parameters& given);
int number_of(const Parameter& row, const Parameters& given);
// The row as a Parameter Object of OpenAPI 3.1.
nlohmann::ordered_json openapi(const Parameter& row);

}  // namespace fellow::searchd
