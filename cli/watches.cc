// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/watches.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/files.h"
#include "cli/local_sources.h"
#include "fellow/json.h"
#include "fellow/suppress.h"

namespace fellow::cli {
namespace {

std::filesystem::path file_of(const std::filesystem::path& data) { return data / "watches.json"; }

// Everybody who matches all words, page by page; whether somebody answered at all.
Result<bool> find(const Context& context, const std::string& query, std::vector<Hit>& hits) {
  SearchRequest request{.query = parse_query(query), .match = Match::all, .limit = SearchRequest::kMaxLimit};
  for (request.offset = 0; request.offset < kMostWatched; request.offset += request.limit) {
    auto answer = ask_local(context, request);
    if (!answer && answer.error().code == Code::not_found) return false;
    if (!answer) return tl::unexpected(answer.error());
    for (const SourceStatus& source : answer->sources)
      if (source.status != "ok") return false;
    const bool more = static_cast<int>(answer->found.hits.size()) == request.limit;
    for (Hit& hit : answer->found.hits) hits.push_back(std::move(hit));
    if (!more) break;
  }
  return true;
}

}  // namespace

Result<WatchesLock> WatchesLock::take(const std::filesystem::path& data) {
  WatchesLock lock(::open(data.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.descriptor_ < 0) return fail(Code::io, std::string("cannot be opened: ") + std::strerror(errno), data.string());
  while (::flock(lock.descriptor_, LOCK_EX) != 0) {
    if (errno != EINTR) return fail(Code::io, std::string("cannot be locked: ") + std::strerror(errno), data.string());
  }
  return lock;
}

WatchesLock::~WatchesLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::vector<Watch>> read_watches(const std::filesystem::path& data) {
  const auto file = file_of(data);
  const auto text = read_file(file);
  if (!text && text.error().code == Code::not_found) return std::vector<Watch>{};
  if (!text) return tl::unexpected(text.error());
  const auto broken = fail(Code::corrupt, "is no list of watches: take it from a backup, or remove it", file.string());
  const auto json = parse_json(*text);
  if (json && json->is_object() && json->contains("v") && (*json)["v"].is_number_integer() &&
      (*json)["v"].get<std::int64_t>() > 1)
    return fail(Code::refused, "was written by a newer Fellow: use that program", file.string());
  if (!json || !json->is_object() || !json->contains("v") || (*json)["v"] != 1 || !json->contains("watches") ||
      !(*json)["watches"].is_array())
    return broken;
  std::vector<Watch> watches;
  for (const auto& row : (*json)["watches"]) {
    if (!row.is_object() || !row.contains("query") || !row["query"].is_string() || !row.contains("seen") ||
        !row["seen"].is_object())
      return broken;
    Watch watch{.query = row["query"], .seen = {}};
    for (const auto& [id, papers] : row["seen"].items()) {
      if (!papers.is_number_integer()) return broken;
      watch.seen[id] = papers.get<int>();
    }
    watches.push_back(std::move(watch));
  }
  return watches;
}

Result<void> write_watches(const std::filesystem::path& data, const std::vector<Watch>& watches) {
  auto rows = nlohmann::ordered_json::array();
  for (const Watch& watch : watches) rows.push_back({{"query", watch.query}, {"seen", watch.seen}});
  return write_whole(file_of(data), show_json({{"v", 1}, {"watches", rows}}) + "\n");
}

Result<std::vector<News>> ask_watches(const Context& context, std::vector<Watch>& watches) {
  const auto suppression = Suppression::read(context.data());
  if (!suppression) return tl::unexpected(suppression.error());
  std::vector<News> all;
  for (Watch& watch : watches) {
    std::erase_if(watch.seen, [&](const auto& known) { return suppression->has_person(known.first); });
    std::vector<Hit> hits;
    const auto answered = find(context, watch.query, hits);
    if (!answered) return tl::unexpected(answered.error());
    if (!*answered) continue;
    News news{.query = watch.query, .items = {}};
    for (const Hit& hit : hits) {
      const auto known = watch.seen.find(hit.id);
      const int papers = known == watch.seen.end() ? 0 : hit.paper_count - known->second;
      if (known == watch.seen.end() || papers > 0)
        news.items.push_back({.id = hit.id, .name = hit.display_name, .url = hit.url, .new_papers = papers});
    }
    // Who is gone stays remembered: coming back is no news.
    for (const Hit& hit : hits) watch.seen[hit.id] = hit.paper_count;
    if (!news.items.empty()) all.push_back(std::move(news));
  }
  return all;
}

nlohmann::ordered_json json_of(const std::vector<News>& news) {
  auto out = nlohmann::ordered_json::array();
  for (const News& one : news) {
    auto items = nlohmann::ordered_json::array();
    for (const auto& item : one.items)
      items.push_back({{"id", item.id}, {"name", item.name}, {"url", item.url}, {"new_papers", item.new_papers}});
    out.push_back({{"query", one.query}, {"news", items}});
  }
  return out;
}

std::string show(const std::vector<News>& news) {
  std::string out;
  for (const News& one : news) {
    out += "new for \"" + one.query + "\":\n";
    for (const auto& item : one.items) {
      out += "  " + item.name + "  " + item.url + "  id " + item.id;
      if (item.new_papers > 0) out += "  (" + std::to_string(item.new_papers) + " new papers)";
      out += "\n";
    }
  }
  return out;
}

}  // namespace fellow::cli
