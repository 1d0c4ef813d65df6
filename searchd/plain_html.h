// SPDX-License-Identifier: GPL-3.0-or-later
// What does a browser see that runs no script, and what does a program read that only fetches the page? A plain result list,
// a plain profile, and for a person's page title, description and schema.org JSON-LD, so that links unfurl.
//
// Every string of a profile is escaped here; only http(s) addresses become links (R26).
#pragma once

#include <string>

#include "fellow/answer.h"
#include "fellow/result.h"
#include "searchd/query_string.h"

namespace fellow::searchd {

// The answer as a list with links to the pages before and after it. `asked`: the parameters of the address, which those carry
// on.
std::string result_list_html(const Answer& answer, const Parameters& asked);
// What stands there instead when the address asks for something that is none.
std::string error_html(const Error& error);

// For the <head> of a person's page: description, Open Graph, JSON-LD.
std::string person_meta_html(const Profile& profile);
// For its <main>: who, where, topics, papers.
std::string person_html(const Profile& profile);

}  // namespace fellow::searchd
