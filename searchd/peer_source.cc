// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/peer_source.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <future>
#include <mutex>

#include "fellow/json.h"
#include "searchd/answer_json.h"
#include "searchd/json_reader.h"
#include "searchd/peer_json.h"
#include "searchd/query_string.h"

namespace fellow::searchd {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kLookEvery{30}, kLookAgain{5};  // after its state, while nobody asks
constexpr std::size_t kMaxTokenBytes = 4096;

// What a status other than 200 means.
Error error_of(const PeerReply& reply) {
  std::string code, message, wrong;
  if (const auto json = parse_json(reply.body); json && json->is_object()) {
    Reader in(*json, wrong);
    if (const auto* error = in.find("error")) Reader(*error, wrong)("code", code)("message", message);
  }
  message = message.substr(0, 300);
  switch (reply.status) {
    case 400:
      if (code == "version") return {Code::refused, "it does not speak version 1 of the protocol", "#version"};
      break;
    case 401:
    case 403:
      return {Code::refused, "it wants another token", "#token"};
    case 409:
      return {Code::busy, "it serves another generation by now", ""};
    case 508:
      return {Code::refused, message.empty() ? "the sources form a circle" : message, "#hops"};
    default:
      break;
  }
  return {Code::refused, "it answered with status " + std::to_string(reply.status) + (message.empty() ? "" : ": " + message),
          "#status"};
}

// How it is reached. Not held by what is called on the client's own thread: the client cannot end there.
struct Line {
  std::shared_ptr<PeerClient> client;
  std::shared_ptr<PeerClient::Peer> peer;
  void ask(PeerClient::Request request, PeerClient::Done done) const { client->ask(peer, std::move(request), std::move(done)); }
};

// What is known of the peer, shared with questions that are on their way.
class Peer {
 public:
  Peer(std::string n, std::chrono::milliseconds t, Suppression s) : name(std::move(n)), timeout(t), suppression(std::move(s)) {}
  const std::string name;
  const std::chrono::milliseconds timeout;
  mutable Suppression suppression;

  SourceInfo info() const {
    const std::scoped_lock lock(mutex_);
    return info_;
  }
  void learn(const Statistics& stats) {
    const std::scoped_lock lock(mutex_);
    info_ = {.name = name,
             .kind = "searchd",
             .generation = stats.generation,
             .profiles = stats.documents,
             .indexed_at = stats.indexed_at,
             .timeout = timeout};
    looked_ = Clock::now();
  }
  // Whether it is time to look after it again.
  bool is_due() {
    const std::scoped_lock lock(mutex_);
    const auto now = Clock::now();
    if (now - looked_ < (info_.generation > 0 ? kLookEvery : kLookAgain)) return false;
    looked_ = now;
    return true;
  }

  bool is_suppressed(const Hit& hit) const {
    if (suppression.empty()) return false;
    Profile person;
    person.id = hit.id, person.url = hit.url, person.seeds = hit.seeds;
    for (const auto& key : hit.person_keys) {
      const auto colon = key.find(':');
      if (colon == std::string::npos) continue;
      const std::string kind = key.substr(0, colon);
      person.identifiers[kind == "scholar" ? "google_scholar" : kind] = key.substr(colon + 1);
    }
    return suppression.has(person);
  }

 private:
  mutable std::mutex mutex_;
  SourceInfo info_{.name = name, .kind = "searchd", .timeout = timeout};
  Clock::time_point looked_{};
};

std::chrono::milliseconds left(Moment until) {
  const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
  return std::clamp<std::chrono::milliseconds>(time, std::chrono::milliseconds(1), std::chrono::milliseconds(5000));
}

void ask_counts(const Line& line, const std::shared_ptr<Peer>& peer, PeerQuestion question, Moment until,
                Told<PeerCounts> told) {
  question.request.deadline = left(until);
  const int hops = ++question.request.hops;
  line.ask({.method = "POST",
            .target = "/api/v1/peer/stats",
            .body = show_question(PeerCall::stats, question),
            .hops = hops,
            .via = {},  // stands in the body
            .until = until},
           [peer, told = std::move(told)](Result<PeerReply> reply) {
             if (!reply) return told(tl::unexpected(reply.error()));
             if (reply->status != 200) return told(tl::unexpected(error_of(*reply)));
             auto counts = parse_counts(reply->body);
             if (counts) peer->learn(counts->stats);
             told(std::move(counts));
           });
}

class PeerInquiry final : public Inquiry {
 public:
  PeerInquiry(Line line, std::shared_ptr<Peer> peer, SearchRequest request)
      : line_(std::move(line)), state_(std::make_shared<State>()), peer_(std::move(peer)), request_(std::move(request)) {}

  bool tells_later() const override { return true; }

  void statistics(Moment until, Told<Statistics> told) override {
    ask_counts(line_, peer_, {.request = request_, .stats = {}, .doubts = {}}, until,
               [state = state_, told = std::move(told)](Result<PeerCounts> counts) {
                 if (!counts) return told(tl::unexpected(counts.error()));
                 state->documents = counts->stats.documents;
                 state->generation = counts->stats.generation;
                 told(std::move(counts->stats));
               });
  }

  void respell(const std::vector<Doubt>& doubts, const Statistics& all, Moment until,
               Told<std::vector<Respelled>> told) override {
    ask_counts(line_, peer_, {.request = request_, .stats = all, .doubts = doubts}, until,
               [n = doubts.size(), told = std::move(told)](Result<PeerCounts> counts) {
                 if (!counts) return told(tl::unexpected(counts.error()));
                 counts->respelled.resize(n);
                 told(std::move(counts->respelled));
               });
  }

  void search(const Statistics& all, Moment until, Told<Found> told) override {
    PeerQuestion question{.request = request_, .stats = all, .doubts = {}};
    // A sum that somebody else made: then as it was when it was asked last.
    const SourceInfo info = peer_->info();
    question.stats.generation = state_->generation.value_or(info.generation);
    const std::int64_t documents = state_->generation ? state_->documents : info.profiles;
    question.request.deadline = left(until);
    const int hops = ++question.request.hops;
    line_.ask({.method = "POST",
               .target = "/api/v1/peer/search",
               .body = show_question(PeerCall::search, question),
               .hops = hops,
               .via = {},
               .until = until},
              [peer = peer_, request = request_, documents, told = std::move(told)](Result<PeerReply> reply) {
                if (!reply) return told(tl::unexpected(reply.error()));
                if (reply->status != 200) return told(tl::unexpected(error_of(*reply)));
                auto found = parse_found(reply->body, request, documents);
                if (!found) return told(std::move(found));
                found->total.value -= static_cast<std::int64_t>(
                    std::erase_if(found->hits, [&](const Hit& hit) { return peer->is_suppressed(hit); }));
                told(std::move(found));
              });
  }

 private:
  struct State {  // what phase 1 said; written before it is told
    std::optional<std::uint64_t> generation;
    std::int64_t documents = 0;
  };
  const Line line_;
  const std::shared_ptr<State> state_;
  const std::shared_ptr<Peer> peer_;
  const SearchRequest request_;
};

class PeerSource final : public Source {
 public:
  PeerSource(Line line, std::shared_ptr<Peer> peer) : line_(std::move(line)), peer_(std::move(peer)) {}

  SourceInfo info() const override {
    if (peer_->is_due()) ask_counts(line_, peer_, {}, Clock::now() + peer_->timeout, [](const Result<PeerCounts>&) {});
    return peer_->info();
  }
  std::shared_ptr<Inquiry> inquire(const SearchRequest& request) override {
    [[maybe_unused]] const auto read = peer_->suppression.refresh();  // one stat
    return std::make_shared<PeerInquiry>(line_, peer_, request);
  }
  Result<Profile> profile(std::string_view id) override { return profile_via(id, {}); }
  Result<std::vector<Suggestion>> suggest(std::string_view text, int limit) override { return suggest_via(text, limit, {}); }
  Result<std::vector<Similar>> similar(std::string_view id, int limit) override { return similar_via(id, limit, {}); }

  Result<Profile> profile_via(std::string_view id, const Way& way) override {
    const auto body = get("/api/v1/researchers/" + std::string(id), way);
    if (!body) return tl::unexpected(body.error());
    auto profile = parse_profile(*body);
    if (!profile) return fail(Code::corrupt, "the profile cannot be read", peer_->name);
    if (profile->id != id) return fail(Code::not_found, "nobody with this id is known", "id");
    profile->email.clear();
    if (peer_->suppression.has(*profile)) return fail(Code::not_found, "nobody with this id is known", "id");
    return profile;
  }

  Result<std::vector<Suggestion>> suggest_via(std::string_view text, int limit, const Way& way) override {
    const auto body =
        get("/api/v1/suggest?" + show_query_string({{"q", std::string(text)}, {"limit", std::to_string(limit)}}), way);
    if (!body) return tl::unexpected(body.error());
    const auto json = parse_json(*body);
    std::vector<Suggestion> out;
    std::string wrong;
    if (!json) return fail(Code::corrupt, "the suggestions cannot be read", peer_->name);
    Reader(*json, wrong).each("suggestions", [&](const nlohmann::ordered_json& item) {
      Suggestion one;
      Reader(item, wrong)("text", one.text)("kind", one.kind)("id", one.id)("count", one.count);
      const bool known = one.kind == "affiliation" || one.kind == "interest" || one.kind == "name" || one.kind == "paper";
      const bool hidden = one.kind == "name" && peer_->suppression.has_person(one.id);
      if (known && !hidden && one.count > 0 && out.size() < static_cast<std::size_t>(limit)) out.push_back(std::move(one));
    });
    if (!wrong.empty()) return fail(Code::corrupt, "the suggestions cannot be read", peer_->name);
    return out;
  }

  Result<std::vector<Similar>> similar_via(std::string_view id, int limit, const Way& way) override {
    const auto body = get("/api/v1/researchers/" + std::string(id) + "/similar?limit=" + std::to_string(limit), way);
    if (!body) return tl::unexpected(body.error());
    auto found = parse_similar(*body, limit);
    if (!found) return found;
    std::erase_if(*found, [&](const Similar& one) { return peer_->is_suppressed(one.hit); });
    for (Similar& one : *found) one.hit.sources = {peer_->name};
    return found;
  }

 private:
  // Blocks, for as long as the source may take.
  Result<std::string> get(const std::string& target, const Way& way) {
    if (way.hops >= kMaxHops) return fail(Code::not_found, "too many daemons handed this question on", "id");
    const auto said = std::make_shared<std::promise<Result<PeerReply>>>();
    auto reply = said->get_future();
    line_.ask({.method = "GET",
               .target = target,
               .body = "",
               .hops = way.hops + 1,
               .via = way.via,
               .until = Clock::now() + peer_->timeout},
              [said](Result<PeerReply> result) { said->set_value(std::move(result)); });
    const auto result = reply.get();
    if (!result) return tl::unexpected(result.error());
    if (result->status == 404 || result->status == 308) return fail(Code::not_found, "nobody with this id is known", "id");
    if (result->status != 200) return tl::unexpected(error_of(*result));
    return result->body;
  }

  const Line line_;
  const std::shared_ptr<Peer> peer_;
};

}  // namespace

Result<std::string> read_token(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return fail(Code::bad_input, "there is no token in this file", file.string());
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  const bool sound = std::all_of(line.begin(), line.end(), [](char c) { return c > 0x20 && c < 0x7f; });
  if (line.empty() || line.size() > kMaxTokenBytes || !sound)
    return fail(Code::bad_input, "a token is one line of letters, digits and signs", file.string());
  return line;
}

Result<std::vector<std::shared_ptr<Source>>> open_peers(const Config& config, const std::filesystem::path& data,
                                                        const Suppression& suppression) {
  std::vector<std::shared_ptr<Source>> out;
  std::shared_ptr<PeerClient> client;
  for (const SourceConfig& row : config.sources) {
    if (row.kind != "searchd") continue;
    auto address = parse_peer_url(row.url);
    if (!address) return fail(Code::bad_input, address.error().what, "source " + row.name);
    if (!row.token_file.empty()) {
      auto token = read_token(data / row.token_file);
      if (!token) return fail(Code::bad_input, show(token.error()), "source " + row.name);
      address->token = std::move(*token);
    }
    if (!row.ca_file.empty()) address->ca_file = (data / row.ca_file).string();
    if (!client) client = std::make_shared<PeerClient>();
    auto wire = client->peer(std::move(*address));
    if (!wire) return fail(Code::bad_input, show(wire.error()), "source " + row.name);
    auto peer = std::make_shared<Peer>(row.name, row.timeout, suppression);
    out.push_back(std::make_shared<PeerSource>(Line{client, std::move(*wire)}, std::move(peer)));
  }
  return out;
}

Result<std::vector<std::shared_ptr<Source>>> with_peers(std::vector<std::shared_ptr<Source>> local, const Config& config,
                                                        const std::filesystem::path& data) {
  const auto suppression = Suppression::read(data);
  if (!suppression) return tl::unexpected<Error>(suppression.error());
  auto peers = open_peers(config, data, *suppression);
  if (!peers) return peers;
  if (peers->empty()) return local;
  const auto row_of = [&](const std::shared_ptr<Source>& source) {
    const auto row = std::find_if(config.sources.begin(), config.sources.end(),
                                  [name = source->info().name](const SourceConfig& one) { return one.name == name; });
    return row == config.sources.end() ? -1 : row - config.sources.begin();  // "local" is in no row, and first
  };
  local.insert(local.end(), peers->begin(), peers->end());
  std::stable_sort(local.begin(), local.end(), [&](const auto& a, const auto& b) { return row_of(a) < row_of(b); });
  return local;
}

}  // namespace fellow::searchd
