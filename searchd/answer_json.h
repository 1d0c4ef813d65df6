// SPDX-License-Identifier: GPL-3.0-or-later
// How is an answer written down? Version 1 of the API's search answer: what /api/v1/search and `fellow search --json` print
// and `fellow search --server` reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fellow/answer.h"
#include "fellow/json_scan.h"
#include "fellow/json_text.h"
#include "fellow/source.h"

namespace fellow::searchd {

// "auto", "all", "any"; "relevance", "name", …
std::string_view show(Match match);
std::string_view show(Sort sort);
std::optional<Match> parse_match(std::string_view text);
std::optional<Sort> parse_sort(std::string_view text);

// One line of JSON, without the line's end; keys in the order of the contract; valid UTF-8.
std::string show(const Answer& answer);
// Inverse, but for the clauses of the query, which are read anew from its text, and its filters, which the answer does not
// carry. corrupt for what is no such answer; an answer in the form of an error is given back as that error.
Result<Answer> parse_answer(std::string_view json);

// Which parts of a result are told.
struct HitParts {
  bool score = true, matches = true, sources = true;
};
// The members of one result's object.
void write_hit(JsonText& out, const Hit& hit, HitParts parts = {});
// The result that comes next, without what is of a wrong type.
Hit read_hit(JsonScan& in);

// {"suggestions":[{"text","kind","id","count"}]} of /api/v1/suggest, {"results":[each a hit with "why"]} of …/similar.
std::string show(const std::vector<Suggestion>& suggestions);
std::string show(const std::vector<Similar>& similar);
// Inverse of show, at most `limit` of them. corrupt for what is no such answer.
Result<std::vector<Similar>> parse_similar(std::string_view json, int limit);
// {"sources":[…]} of /api/v1/sources.
std::string show(const std::vector<SourceInfo>& sources);

}  // namespace fellow::searchd
