// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "fellow/export_formats.h"
#include "fellow/fields.h"
#include "fellow/text.h"
#include "searchd/plain_html.h"
#include "searchd/route_answers.h"
#include "searchd/search_parameters.h"

namespace fellow::searchd {
namespace {

// What the address of the search page asks for; foreign parameters (of trackers, of newer versions) are left out.
Parameters asked_of_page(const Parameters& parameters) {
  Parameters out;
  for (const auto& [name, value] : parameters) {
    const bool is_ours = name == "q" || name == "sort" || name == "offset" || facet_named(name);
    if (is_ours && (name == "q" || !value.empty())) out.emplace_back(name, value);
  }
  return out;
}

// The profile in another format, to be saved as a file.
HttpResponse saved_person(const Call& call, std::string_view ending, std::string_view type,
                          std::string (*write)(const Profile&)) {
  const auto profile = find_person(call);
  if (!profile) return error_response(profile.error());
  if (profile->id != call.id) return moved("/r/", profile->id, ending);
  HttpResponse response = json_response(200, write(*profile) + "\n");
  response.content_type = type;
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + profile->id + std::string(ending) + "\"");
  return response;
}

}  // namespace

// The page with a plain list in it, which the page's script replaces by more.
HttpResponse answer_start_page(const Call& call) {
  const Parameters asked = asked_of_page(call.parameters);
  const auto words = std::find_if(asked.begin(), asked.end(), [](const auto& one) { return one.first == "q"; });
  const auto is_chosen = [](const auto& one) { return facet_named(one.first) != nullptr; };
  if (words == asked.end() && std::none_of(asked.begin(), asked.end(), is_chosen))
    return call.desk.pages.filled("index", 200,
                                  {{"title", "Fellow: who works on X at Y?"},
                                   {"class", "landing"},
                                   {"results", "<p class=\"start\"><a href=\"/?q=\">Browse all</a></p>"}});
  const std::string q = words == asked.end() ? "" : text::escape_html(words->second);
  Pages::Holes holes{{"title", (q.empty() ? "Everyone" : q) + " · Fellow"}, {"q", q}};
  Parameters news;
  for (const auto& [name, value] : asked)
    if (name != "sort" && name != "offset") news.emplace_back(name, value);
  holes["feed"] = "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"New researchers and papers\" href=\"/feed?" +
                  text::escape_html(show_query_string(news)) + "\">";
  const auto request = read_search(asked);
  if (!request) {
    holes["results"] = error_html(request.error());
    return call.desk.pages.filled("index", status_of(request.error().code), holes);
  }
  const Answer answer = call.desk.sources.ask(*request);
  holes["results"] = result_list_html(answer, asked);
  call.desk.metrics->count(answer);
  HttpResponse response = call.desk.pages.filled("index", is_good(answer) ? 200 : 503, holes);
  if (!is_whole(answer)) never_kept(response);
  return response;
}

HttpResponse answer_person_page(const Call& call) {
  const auto profile = find_person(call);
  if (!profile)
    return call.desk.pages.filled("person", status_of(profile.error().code),
                                  {{"title", "Fellow"}, {"person", "<p>Nobody is shown here.</p>"}});
  if (profile->id != call.id) return moved("/r/", profile->id);
  return call.desk.pages.filled("person", 200,
                                {{"title", text::escape_html(display_name(*profile)) + " · Fellow"},
                                 {"meta", person_meta_html(*profile)},
                                 {"person", person_html(*profile)}});
}

HttpResponse answer_person_jsonld(const Call& call) { return saved_person(call, ".jsonld", "application/ld+json", json_ld_of); }
HttpResponse answer_person_bibtex(const Call& call) {
  return saved_person(call, ".bib", "application/x-bibtex; charset=utf-8", bibtex_of);
}

}  // namespace fellow::searchd
