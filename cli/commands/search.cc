// SPDX-License-Identifier: GPL-3.0-or-later
// fellow search "serverless inference HKUST"
#include <unistd.h>

#include <iostream>

#include "cli/commands/commands.h"
#include "cli/local_sources.h"
#include "cli/show_answer.h"
#include "crawler/operator_get.h"
#include "fellow/fields.h"
#include "searchd/answer.h"
#include "searchd/answer_json.h"
#include "searchd/query_string.h"
#include "searchd/search_parameters.h"

namespace fellow::cli {
namespace {

struct Given {
  std::vector<std::string> words, filters;
  std::string server, match = "auto", sort = "relevance";
  int limit = 10, offset = 0;
  bool explain = false;
};

// Where a parameter of the API was written on the command line.
std::string option_of(const std::string& parameter) {
  if (parameter == "q") return "QUERY";
  return (facet_named(parameter) != nullptr ? "--filter " : "--") + parameter;
}

// The same request that the HTTP API would make of it, so that both mean the same.
Result<SearchRequest> request_of(const Given& given) {
  searchd::Parameters parameters;
  std::string text;
  for (const std::string& word : given.words) text += (text.empty() ? "" : " ") + word;
  parameters.emplace_back("q", text);
  parameters.emplace_back("match", given.match);
  parameters.emplace_back("sort", given.sort);
  parameters.emplace_back("limit", std::to_string(given.limit));
  parameters.emplace_back("offset", std::to_string(given.offset));
  std::string facets;
  for (const Facet& facet : kFacets) facets += (facets.empty() ? "" : ",") + std::string(facet.name);
  parameters.emplace_back("facets", facets);
  if (given.explain) parameters.emplace_back("explain", "1");
  for (const std::string& filter : given.filters) {
    const std::size_t equals = filter.find('=');
    if (equals == std::string::npos || facet_named(filter.substr(0, equals)) == nullptr) {
      return fail(Code::bad_input, "write a filter as FACET=VALUE, for example affiliation=hkust", "--filter " + filter);
    }
    parameters.emplace_back(filter.substr(0, equals), filter.substr(equals + 1));
  }
  auto request = searchd::read_search(parameters);
  if (!request) return fail(request.error().code, request.error().what, option_of(request.error().where));
  return request;
}

Result<Answer> ask_server(const std::string& server, const SearchRequest& request) {
  const auto base = Url::parse(server);
  if (!base) return tl::unexpected(base.error());
  const auto url = base->resolve("/api/v1/search?" + searchd::show_query_string(searchd::show_search(request)));
  if (!url) return tl::unexpected(url.error());
  const auto body = crawler::operator_get(*url, request.deadline + std::chrono::seconds(2));
  if (!body) return tl::unexpected(body.error());
  return searchd::parse_answer(*body);
}

}  // namespace

Run add_search(Options& options, Context& context) {
  auto given = std::make_shared<Given>();
  options
      .add("QUERY", given->words,
           "Names, topics, institutions in one line; \"phrases\", -not, at: topic: name: paper: year:2020..2024")
      .required();
  options.add("--limit", given->limit, "Results (default 10, at most 100)");
  options.add("--offset", given->offset, "Results to leave out at the beginning");
  options.add("--match", given->match, "auto (default), all or any of the words");
  options.add("--sort", given->sort, "relevance (default), name, papers or recent");
  options.add("--filter", given->filters, "FACET=VALUE, as affiliation=hkust or year=2020..2024; may be repeated");
  options.add("--server", given->server, "Ask this searchd instead of DATA: http://127.0.0.1:8080");
  options.flag("--explain", given->explain, "Tell how the query was understood and how scores came about");
  return [given, &context]() -> Result<int> {
    const auto request = request_of(*given);
    if (!request) return tl::unexpected(request.error());
    auto answer = given->server.empty() ? ask_local(context, *request) : ask_server(given->server, *request);
    if (!answer) return tl::unexpected(answer.error());
    answer->request = *request;
    std::cout << (context.json ? searchd::show(*answer) + "\n" : readable(*answer, isatty(STDOUT_FILENO) == 1));
    return 0;
  };
}

}  // namespace fellow::cli
