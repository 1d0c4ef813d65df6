// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/answer.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>

#include "fellow/clock.h"
#include "searchd/breaker.h"
#include "searchd/crew.h"
#include "searchd/round.h"
#include "searchd/source_status.h"

namespace fellow::searchd {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

std::string random_id() {
  std::random_device random;
  char out[20];
  std::snprintf(out, sizeof out, "%08x%08x", random(), random());
  return out;
}

double random_share() {
  thread_local std::mt19937 random(std::random_device{}());
  return std::uniform_real_distribution<double>(0, 1)(random);
}

}  // namespace

class Sources::Team {
 public:
  explicit Team(std::vector<std::shared_ptr<Source>> all) : sources(std::move(all)), crew(sources.size()) {
    for (std::size_t i = 0; i < sources.size(); ++i) breakers.push_back(std::make_unique<Breaker>(random_share));
  }
  const std::string id = random_id();
  const std::vector<std::shared_ptr<Source>> sources;
  std::vector<std::unique_ptr<Breaker>> breakers;
  mutable Crew crew;
};

namespace {

// The sum of phase 1 for what the request's mistyped words were meant for, if somebody is found by it; the request is then that
// one, and `corrected` its text.
void correct(Round& round, SearchRequest& request, Statistics& all, std::optional<std::string>& corrected) {
  const auto open = doubts(request, all);
  if (open.empty() || round.live() == 0) return;
  const auto text = respelled(request.query, open, round.respell(open, all));
  if (!text) return;
  SearchRequest again = request;
  again.query = parse_query(*text);
  auto kept = round.keep();
  const Statistics counts = round.count(again);
  if (!finds(again, counts)) return round.restore(std::move(kept));
  request = std::move(again);
  all = counts;
  corrected = text;
}

// Those of the team that the request wants.
std::vector<Member> members_of(const std::vector<std::shared_ptr<Source>>& sources,
                               const std::vector<std::unique_ptr<Breaker>>& breakers, const SearchRequest& request) {
  std::vector<Member> out;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto& source = sources[i];
    SourceInfo info = source->info();
    const auto& wanted = request.sources;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), info.name) == wanted.end()) continue;
    SourceStatus status{
        .name = info.name, .kind = info.kind, .status = "ok", .profiles = info.profiles, .indexed_at = info.indexed_at};
    Breaker* breaker = is_remote(info) ? breakers[i].get() : nullptr;
    out.push_back({i, std::move(info), source, breaker, std::move(status)});
  }
  return out;
}

// What each of those that live found, those on this machine or network first.
std::vector<Part> parts_of(std::vector<Member>& members) {
  std::vector<Part> out;
  for (const bool trusted : {true, false}) {
    for (Member& member : members) {
      if (!member.found || (member.info.kind != "searchd") != trusted) continue;
      out.push_back({member.info.name, std::move(*member.found)});
    }
  }
  return out;
}

bool mixes(const std::vector<Member>& members) {
  const auto has = [&](std::string_view kind) {
    return std::any_of(members.begin(), members.end(), [&](const Member& m) { return m.live && m.info.kind == kind; });
  };
  return has("xapian") && has("searchd");
}

// Who of them is not whole, for the daemon that asked.
std::string note_of(const std::vector<Member>& members) {
  std::string out;
  for (const Member& member : members) {
    if (member.status.status == "ok" || member.status.status == "stale") continue;
    out += (out.empty() ? "" : "; ") + told(member.status);
  }
  return out;
}

Error nobody(const std::vector<Member>& members) {
  return {Code::io, "none of its sources answers: " + note_of(members), "#sources"};
}

}  // namespace

Sources::Sources(std::vector<std::shared_ptr<Source>> sources) : team_(std::make_unique<Team>(std::move(sources))) {}

Sources::~Sources() = default;

const std::string& Sources::id() const { return team_->id; }

std::string_view Sources::unknown(const SearchRequest& request) const {
  for (const std::string& name : request.sources) {
    const auto is_it = [&](const auto& source) { return source->info().name == name; };
    if (std::none_of(team_->sources.begin(), team_->sources.end(), is_it)) return name;
  }
  return {};
}

std::uint64_t Sources::generation() const {
  if (team_->sources.size() == 1) return team_->sources[0]->info().generation;
  std::uint64_t out = 14695981039346656037U;  // FNV-1a
  for (const auto& source : team_->sources) out = (out ^ source->info().generation) * 1099511628211U;
  return out >> 11;  // exact as a JSON number everywhere
}

Answer Sources::ask(const SearchRequest& wanted) const {
  const Moment begin = Clock::now(), end = begin + wanted.deadline;
  Answer answer;
  answer.request = wanted;
  for (int attempt = 0; attempt < 2; ++attempt) {
    auto asked = members_of(team_->sources, team_->breakers, wanted);
    const bool alone = asked.size() == 1 && asked[0].info.kind != "searchd";  // its own page; else merged
    SearchRequest request = wanted;
    request.via.push_back(id());
    std::optional<std::string> corrected;
    Round round(std::move(asked), {.crew = team_->crew, .end = end, .alone = alone});
    Statistics all = round.count(request);
    correct(round, request, all, corrected);
    if (round.live() > 0) all = round.search(std::move(all));
    if (round.is_outdated() && attempt == 0 && Clock::now() < end) continue;
    std::vector<Member>& members = round.finish();
    answer.exact_ranking = !mixes(members);
    const bool complete = round.live() == members.size();
    for (Member& member : members) answer.sources.push_back(member.status);
    auto parts = parts_of(members);
    if (alone) {
      if (!parts.empty()) answer.found = std::move(parts[0].found);
      for (Hit& hit : answer.found.hits) hit.sources = {answer.sources[0].name};
    } else {
      answer.found = merge(std::move(parts), request, complete, takes_some(request, all));
    }
    settle(answer.found, request, all);
    answer.found.corrected = std::move(corrected);
    break;
  }
  answer.took_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  return answer;
}

Result<Statistics> Sources::statistics(const SearchRequest& wanted) const {
  SearchRequest request = wanted;
  request.via.push_back(id());
  Round round(members_of(team_->sources, team_->breakers, request),
              {.crew = team_->crew, .end = Clock::now() + request.deadline});
  Statistics all = round.count(request);
  const auto& members = round.finish();
  if (round.live() == 0) return tl::unexpected(nobody(members));
  all.generation = generation();
  all.note = note_of(members);
  return all;
}

Result<std::vector<Respelled>> Sources::respell(const SearchRequest& wanted, const std::vector<Doubt>& doubts,
                                                const Statistics& all) const {
  SearchRequest request = wanted;
  request.via.push_back(id());
  Round round(members_of(team_->sources, team_->breakers, request),
              {.crew = team_->crew, .end = Clock::now() + request.deadline});
  round.take_up(request);
  std::vector<Respelled> out(doubts.size());
  for (auto& source : round.respell(doubts, all)) {
    for (std::size_t i = 0; i < std::min(out.size(), source.size()); ++i) {
      out[i].known = out[i].known || source[i].known;
      for (auto& word : source[i].words) out[i].words.push_back(std::move(word));
    }
  }
  round.finish();
  return out;
}

Result<Found> Sources::search(const SearchRequest& wanted, const Statistics& all) const {
  if (all.generation != generation()) return fail(Code::busy, "another generation is served by now");
  SearchRequest request = wanted;
  request.via.push_back(id());
  Round round(members_of(team_->sources, team_->breakers, request),
              {.crew = team_->crew, .end = Clock::now() + request.deadline});
  round.take_up(request);
  round.search(all, true);
  if (round.is_outdated()) return fail(Code::busy, "another generation is served by now");
  auto& members = round.finish();
  if (round.live() == 0) return tl::unexpected(nobody(members));
  const bool complete = round.live() == members.size();
  std::string note = note_of(members);
  Found out = merge(parts_of(members), request, complete, takes_some(request, all));
  out.generation = all.generation;
  out.note = std::move(note);
  return out;
}

namespace {

constexpr milliseconds kPersonDeadline{1000};

}  // namespace

// What every source says, those on other machines at the same time; those that are left alone say nothing.
template <class T>
std::vector<std::optional<Result<T>>> Sources::each(std::function<Result<T>(Source&)> ask) const {
  const auto& sources = team_->sources;
  std::vector<std::optional<Result<T>>> out(sources.size());
  std::vector<Asked> asked;
  std::vector<std::shared_ptr<Source>> remote;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!is_remote(sources[i]->info())) {
      out[i] = ask(*sources[i]);
      continue;
    }
    const auto closed = team_->breakers[i]->closed();
    if (closed && Clock::now() < closed->until) {
      out[i] = fail(Code::io, "this source is left alone after several failures", sources[i]->info().name);
      continue;
    }
    asked.push_back({i, false, Clock::now() + kPersonDeadline});
    remote.push_back(sources[i]);
  }
  if (asked.empty()) return out;
  auto told = gather<T>(team_->crew, asked, false, [remote, ask](std::size_t i, Told<T> tell) { tell(ask(*remote[i])); });
  for (std::size_t i = 0; i < asked.size(); ++i) out[asked[i].number] = std::move(told[i].result);
  return out;
}

// The first that knows.
template <class T>
Result<T> Sources::first(std::function<Result<T>(Source&)> ask) const {
  // As a rule somebody is in an index of this machine, and nobody else need be asked.
  for (const auto& source : team_->sources) {
    if (is_remote(source->info())) continue;
    if (auto found = ask(*source)) return found;
  }
  Error error{Code::not_found, "nobody with this id is known", "id"};
  for (auto& said : each<T>(std::move(ask))) {
    if (!said) {
      error = {Code::timeout, "a source does not answer", ""};
    } else if (*said) {
      return std::move(*said);
    } else if (said->error().code != Code::not_found) {
      error = said->error();
    }
  }
  return tl::unexpected(error);
}

std::optional<Way> Sources::on(const Way& way) const {
  if (std::find(way.via.begin(), way.via.end(), id()) != way.via.end()) return std::nullopt;
  Way out = way;
  out.via.push_back(id());
  return out;
}

Result<Profile> Sources::profile(std::string_view id, const Way& way) const {
  const auto next = on(way);
  if (!next) return fail(Code::not_found, "nobody with this id is known", "id");
  return first<Profile>([id = std::string(id), way = *next](Source& source) { return source.profile_via(id, way); });
}

Result<std::vector<Similar>> Sources::similar(std::string_view id, int limit, const Way& way) const {
  const auto next = on(way);
  if (!next) return fail(Code::not_found, "nobody with this id is known", "id");
  return first<std::vector<Similar>>(
      [id = std::string(id), limit, way = *next](Source& source) { return source.similar_via(id, limit, way); });
}

std::vector<Suggestion> Sources::suggest(std::string_view text, int limit, const Way& way) const {
  std::vector<Suggestion> out;
  const auto next = on(way);
  if (!next) return out;
  const auto all = each<std::vector<Suggestion>>(
      [text = std::string(text), limit, way = *next](Source& source) { return source.suggest_via(text, limit, way); });
  for (const auto& found : all) {
    if (!found || !*found) continue;
    for (const Suggestion& one : **found) {
      const auto same = std::find_if(out.begin(), out.end(), [&](const Suggestion& other) {
        return other.kind == one.kind && other.id == one.id && other.text == one.text;
      });
      if (same == out.end()) {
        out.push_back(one);
      } else {
        same->count += one.count;
      }
    }
  }
  if (all.size() > 1) {  // one source has its own order, which knows more than the counts
    std::stable_sort(out.begin(), out.end(), [](const Suggestion& a, const Suggestion& b) { return a.count > b.count; });
  }
  out.resize(std::min(out.size(), static_cast<std::size_t>(limit)));
  return out;
}

std::vector<SourceInfo> Sources::info() const {
  std::vector<SourceInfo> out;
  for (const auto& source : team_->sources) out.push_back(source->info());
  return out;
}

Result<std::vector<std::string>> Sources::among(const SearchRequest& request, const std::vector<std::string>& ids) const {
  std::vector<std::string> out;
  std::optional<Error> error;
  bool any = false;
  for (const auto& source : team_->sources) {
    auto found = source->among(request, ids);
    if (!found) {
      error = found.error();
      continue;
    }
    any = true;
    std::move(found->begin(), found->end(), std::back_inserter(out));
  }
  if (!any && error && error->code != Code::not_found) return tl::unexpected(*error);
  return out;
}

bool is_whole(const Answer& answer) {
  const auto whole = [](const SourceStatus& source) { return source.status == "ok"; };
  return !answer.sources.empty() && std::all_of(answer.sources.begin(), answer.sources.end(), whole);
}

bool is_good(const Answer& answer) {
  const auto live = [](const SourceStatus& source) {
    return source.status == "ok" || source.status == "partial" || source.status == "stale";
  };
  if (answer.request.fail_on_error)
    return !answer.sources.empty() && std::all_of(answer.sources.begin(), answer.sources.end(), live);
  return std::any_of(answer.sources.begin(), answer.sources.end(), live);
}

}  // namespace fellow::searchd
