// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fellow/text.h"

namespace fellow::crawler {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<Outcome, 4> kOutcomes{Outcome::ok, Outcome::refused, Outcome::failed, Outcome::gone};

ReportRow row_of(const UrlState& state) {
  return {.url = state.url.text(),
          .lists = {},
          .tried = {},
          .outcome = state.outcome,
          .reason = state.reason,
          .detail = state.detail,
          .sha1 = state.sha1,
          .status = state.status,
          .moved_to = state.moved_to ? state.moved_to->text() : std::string(),
          .visited_at = state.visited_at};
}

ReportRow unvisited(const Url& url) {
  ReportRow row;
  row.url = url.text();
  row.outcome = Outcome::failed;
  row.reason = "budget";
  row.detail = "not visited yet";
  return row;
}

// Rows by their url: one address in two lists is one row that names both.
class RowMap {
 public:
  ReportRow& at(const std::string& url, const ReportRow& otherwise) { return rows_.try_emplace(url, otherwise).first->second; }
  const ReportRow* find(const std::string& url) const {
    const auto at = rows_.find(url);
    return at == rows_.end() ? nullptr : &at->second;
  }
  Report take() {
    Report report;
    report.rows.reserve(rows_.size());
    for (auto& [url, row] : rows_) {
      std::sort(row.lists.begin(), row.lists.end());
      report.rows.push_back(std::move(row));
    }
    return report;
  }

 private:
  std::map<std::string, ReportRow> rows_;
};

// Its profile came without its page, which was not asked for yet: there is nothing amiss, and nothing to mend.
ReportRow imported(const Url& url) {
  ReportRow row;
  row.url = url.text();
  row.detail = "imported, not visited yet";
  return row;
}

Result<void> add_seed(RowMap& rows, const StoredSeed& stored, Catalog& catalog) {
  const Url& url = stored.seed.url;
  const ReportRow* tried = rows.find(url.text());
  ReportRow row = tried != nullptr ? *tried : unvisited(url);
  if (tried == nullptr) {
    const auto digest = catalog.profile_digest(url);
    if (!digest) return tl::unexpected<Error>(digest.error());
    if (*digest == kImported) row = imported(url);
  }
  const std::string& written = stored.seed.written.empty() ? url.text() : stored.seed.written;
  if (written != url.text()) {
    row.url = written;
    row.tried = url.text();
    row.lists.clear();
  }
  rows.at(written, row).lists.push_back(stored.list);
  return {};
}

void add_refused(RowMap& rows, const StoredRefusedSeed& stored) {
  ReportRow row;
  row.url = stored.seed.written;
  row.outcome = Outcome::refused;
  row.reason = stored.seed.reason;
  row.detail = stored.seed.detail;
  rows.at(row.url, row).lists.push_back(stored.list);
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text + "  ";
}

std::string counted(const std::array<std::int64_t, 4>& counts) {
  std::string text;
  for (const Outcome outcome : kOutcomes) {
    if (!text.empty()) text += ", ";
    text += std::to_string(counts[static_cast<std::size_t>(outcome)]) + " " + std::string(show(outcome));
  }
  return text;
}

Json counts_of(const std::array<std::int64_t, 4>& counts) {
  Json json = Json::object();
  for (const Outcome outcome : kOutcomes) json[std::string(show(outcome))] = counts[static_cast<std::size_t>(outcome)];
  return json;
}

// A row names whom it stands for also by where it leads and by how a list wrote her.
bool names_forgotten(const ReportRow& row, const Suppression& suppression) {
  if (suppression.empty()) return false;
  for (const std::string& text : {row.url, row.tried, row.moved_to}) {
    const std::size_t scheme = text.find("://");
    const auto url = Url::parse("http://" + (scheme == std::string::npos ? text : text.substr(scheme + 3)));
    if (url && suppression.has(*url)) return true;
  }
  return false;
}

std::string one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

Result<Report> read_report(Catalog& catalog, const Suppression& suppression) {
  RowMap rows;
  Result<std::vector<UrlState>> urls = catalog.all_urls();
  if (!urls) return tl::unexpected<Error>(urls.error());
  for (const UrlState& state : *urls) rows.at(state.url.text(), row_of(state));
  Result<std::vector<StoredSeed>> seeds = catalog.seeds();
  if (!seeds) return tl::unexpected<Error>(seeds.error());
  for (const StoredSeed& seed : *seeds)
    if (auto added = add_seed(rows, seed, catalog); !added) return tl::unexpected<Error>(added.error());
  Result<std::vector<StoredRefusedSeed>> refused = catalog.refused_seeds();
  if (!refused) return tl::unexpected<Error>(refused.error());
  for (const StoredRefusedSeed& seed : *refused) add_refused(rows, seed);
  Report report = rows.take();
  report.forgotten = static_cast<std::int64_t>(
      std::erase_if(report.rows, [&](const ReportRow& row) { return names_forgotten(row, suppression); }));
  return report;
}

ReportSummary summarise(const Report& report) {
  ReportSummary summary;
  for (const ReportRow& row : report.rows) {
    const auto outcome = static_cast<std::size_t>(row.outcome);
    if (!row.lists.empty()) ++summary.seeds[outcome];
    if (!row.tried.empty() || !row.visited_at) continue;  // another row stands for it, or it was never tried
    ++summary.urls[outcome];
    if (row.outcome != Outcome::ok) ++summary.reasons[row.reason];
  }
  return summary;
}

std::string show_table(const Report& report) {
  const auto line = [](std::string outcome, std::string reason, std::string visited, std::string sha1) {
    return padded(std::move(outcome), 7) + padded(std::move(reason), 15) + padded(std::move(visited), 20) +
           padded(std::move(sha1), 40);
  };
  std::string table = line("OUTCOME", "REASON", "VISITED", "SHA1") + "URL\n";
  for (const ReportRow& row : report.rows) {
    table += line(std::string(show(row.outcome)), row.reason.empty() ? "-" : row.reason,
                  row.visited_at ? show_time(*row.visited_at) : "-", row.sha1.empty() ? "-" : row.sha1);
    table += text::clean(row.url);
    if (!row.detail.empty()) table += "  " + text::clean(row.detail);
    if (!row.moved_to.empty()) table += "  -> " + row.moved_to;
    table += "\n";
  }
  return table;
}

std::string show_json(const ReportRow& row) {
  Json json{{"url", row.url}};
  if (!row.lists.empty()) json["seed"] = true;
  if (!row.lists.empty()) json["lists"] = row.lists;
  if (!row.tried.empty()) json["tried"] = row.tried;
  json["outcome"] = show(row.outcome);
  if (!row.reason.empty()) json["reason"] = row.reason;
  if (!row.detail.empty()) json["detail"] = row.detail;
  if (row.status != 0) json["status"] = row.status;
  if (!row.sha1.empty()) json["sha1"] = row.sha1;
  if (!row.moved_to.empty()) json["moved_to"] = row.moved_to;
  if (row.visited_at) json["visited_at"] = show_time(*row.visited_at);
  return one_line(json);
}

std::string show_json(const ReportSummary& summary) {
  return one_line(Json{{"seeds", counts_of(summary.seeds)}, {"urls", counts_of(summary.urls)}, {"reasons", summary.reasons}});
}

std::string show(const ReportSummary& summary) {
  std::string text = "seeds: " + counted(summary.seeds) + "\nURLs: " + counted(summary.urls) + "\n";
  std::vector<std::pair<std::string, std::int64_t>> reasons(summary.reasons.begin(), summary.reasons.end());
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  for (const auto& [reason, count] : reasons) text += "  " + padded(reason, 15) + std::to_string(count) + "\n";
  return text;
}

}  // namespace fellow::crawler
