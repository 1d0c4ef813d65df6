// SPDX-License-Identifier: GPL-3.0-or-later
// Who answers at which address: the functions that the rows of kRoutes name, and the parameters that they take.
#pragma once

#include "searchd/routes.h"

namespace fellow::searchd {

// The API (api_answers.cc).
HttpResponse answer_search(const Call& call);
HttpResponse answer_researcher(const Call& call);
HttpResponse answer_similar(const Call& call);
HttpResponse answer_suggest(const Call& call);
HttpResponse answer_sources(const Call& call);
HttpResponse answer_openapi(const Call& call);
HttpResponse answer_health(const Call& call);
HttpResponse answer_readiness(const Call& call);
HttpResponse answer_metrics(const Call& call);
// For other daemons (peer_api.cc).
HttpResponse answer_peer_stats(const Call& call);
HttpResponse answer_peer_search(const Call& call);
std::span<const Parameter> suggest_parameters();
std::span<const Parameter> similar_parameters();

// Pages for people, and what browsers and feed readers ask for (page_answers.cc, feed.cc).
HttpResponse answer_start_page(const Call& call);
HttpResponse answer_person_page(const Call& call);
HttpResponse answer_person_jsonld(const Call& call);
HttpResponse answer_person_bibtex(const Call& call);
HttpResponse answer_opensearch(const Call& call);
HttpResponse answer_feed(const Call& call);
std::span<const Parameter> feed_parameters();

// The person whose id stands in the path; an id that was merged away gives whom it went to.
Result<Profile> find_person(const Call& call);
// To where a merged person lives now.
HttpResponse moved(std::string_view folder, const std::string& id, std::string_view rest = "");
// The address under which clients reach this server, without '/' at its end: as configured, else as the request says.
std::string base_address(const Call& call);

}  // namespace fellow::searchd
