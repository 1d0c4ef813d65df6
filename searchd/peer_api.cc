// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/peer_api.h"

#include <algorithm>
#include <charconv>

#include "fellow/text.h"
#include "searchd/route_answers.h"

namespace fellow::searchd {
namespace {

// Takes as long for a wrong token as for the right one.
bool is_same(std::string_view a, std::string_view b) {
  unsigned char other = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    other = static_cast<unsigned char>(other | (static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i])));
  return other == 0;
}

bool may_ask(const PeerDesk& desk, const HttpRequest& request) {
  constexpr std::string_view kBearer = "Bearer ";
  if (desk.token.empty()) return true;
  const std::string_view shown = request.header("Authorization");
  return shown.starts_with(kBearer) && is_same(shown.substr(kBearer.size()), desk.token);
}

bool is_circle(const PeerDesk& desk, const SearchRequest& request) {
  return std::find(request.via.begin(), request.via.end(), desk.sources.id()) != request.via.end();
}

HttpResponse told(const Error& error) {
  if (error.where == "#version") return error_response(400, "version", error.what);
  if (error.code == Code::busy) return error_response(409, "generation", error.what);
  if (error.where == "#sources") return error_response(503, "sources", error.what);
  return error_response(error);
}

HttpResponse counts(const PeerDesk& desk, const PeerQuestion& question) {
  auto stats = desk.sources.statistics(question.request);
  if (!stats) return told(stats.error());
  const auto all = desk.sources.info();
  PeerCounts out{.source = all.size() == 1 ? all[0].name : "several", .stats = std::move(*stats), .respelled = {}};
  if (!question.doubts.empty()) {
    auto said = desk.sources.respell(question.request, question.doubts, question.stats);
    if (!said) return told(said.error());
    out.respelled = std::move(*said);
  }
  return json_response(200, show_counts(out) + "\n");
}

}  // namespace

HttpResponse answer_peer(const PeerDesk& desk, PeerCall call, const HttpRequest& request) {
  if (!may_ask(desk, request)) {
    HttpResponse response = error_response(401, "refused", "other daemons need a token here");
    response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
  }
  const auto question = parse_question(call, request.body);
  if (!question) return told(question.error());
  if (is_circle(desk, question->request))
    return error_response(508, "hops", "this question came through this daemon before: the sources form a circle");
  if (question->request.hops > kMaxHops)
    return error_response(
        508, "hops",
        "more than " + std::to_string(kMaxHops) + " daemons handed this question on: do the sources form a circle?");
  if (call == PeerCall::stats) return counts(desk, *question);
  const auto found = desk.sources.search(question->request, question->stats);
  return found ? json_response(200, show_found(*found) + "\n") : told(found.error());
}

Way way_of(const HttpRequest& request) {
  const std::string_view text = request.header("Fellow-Hops");
  int hops = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hops);
  Way out{.hops = error == std::errc() && end == text.data() + text.size() ? std::clamp(hops, 0, 1000) : 0, .via = {}};
  for (const std::string_view one : text::split(request.header("Fellow-Via"), ',')) {
    if (out.via.size() < kMostVia) out.via.emplace_back(text::trim(one));
  }
  return out;
}

HttpResponse answer_peer_stats(const Call& call) {
  return answer_peer({call.desk.sources, call.desk.peer_token}, PeerCall::stats, call.request);
}
HttpResponse answer_peer_search(const Call& call) {
  return answer_peer({call.desk.sources, call.desk.peer_token}, PeerCall::search, call.request);
}

}  // namespace fellow::searchd
