// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/night.h"

#include <algorithm>
#include <charconv>

#include "cli/files.h"
#include "fellow/json.h"

namespace fellow::cli {
namespace {

constexpr std::string_view kLastSuccess = "fellow_update_last_success_timestamp_seconds";

bool published(const Night& night) { return night.error.empty() && night.exit_code <= 1; }

std::int64_t unix_time(Time time) { return time.time_since_epoch().count(); }

// The number behind the metric in an older file.
std::optional<std::int64_t> last_success_in(const std::string& file) {
  const auto text = read_file(file);
  if (!text) return std::nullopt;
  const std::size_t at = text->find("\n" + std::string(kLastSuccess) + " ");
  if (at == std::string::npos) return std::nullopt;
  std::int64_t number = 0;
  const char* begin = text->data() + at + kLastSuccess.size() + 2;
  return std::from_chars(begin, text->data() + text->size(), number).ec == std::errc() ? std::optional(number) : std::nullopt;
}

}  // namespace

nlohmann::ordered_json json_of(const Night& night) {
  nlohmann::ordered_json out{{"began", show_time(night.began)}, {"ended", show_time(night.ended)}, {"exit", night.exit_code}};
  if (!night.error.empty()) out["error"] = night.error;
  if (night.crawled) {
    out["seeds"] = night.crawled->seeds;
    out["failed_seeds"] = night.crawled->failed_seeds;
    out["pages"] = night.crawled->run.pages;
    out["not_modified"] = night.crawled->run.not_modified;
    out["bytes"] = night.crawled->run.bytes;
  }
  if (night.indexed) {
    out["extracted"] = night.indexed->extracted;
    out["unchanged"] = night.indexed->unchanged;
    out["waiting"] = night.indexed->waiting;
    out["people"] = night.indexed->people;
    out["generation"] = night.indexed->published.generation;
  }
  if (!night.news.empty()) out["watches"] = json_of(night.news);
  return out;
}

std::string metrics_of(const Night& night, std::optional<std::int64_t> last_success) {
  std::string out;
  const auto add = [&](std::string_view name, std::string_view help, std::int64_t value) {
    out += "# HELP " + std::string(name) + " " + std::string(help) + "\n# TYPE " + std::string(name) + " gauge\n" +
           std::string(name) + " " + std::to_string(value) + "\n";
  };
  add("fellow_update_last_run_timestamp_seconds", "When the last nightly update ended.", unix_time(night.ended));
  if (last_success) add(kLastSuccess, "When the last nightly update that published ended.", *last_success);
  add("fellow_update_exit_code",
      "0 published, 1 published with something not done, 2 nothing published, 3 locked, 64 wrong use.", night.exit_code);
  add("fellow_update_duration_seconds", "How long the last nightly update took.", (night.ended - night.began).count());
  if (night.crawled) {
    add("fellow_update_seeds", "Seeds in all lists.", static_cast<std::int64_t>(night.crawled->seeds));
    add("fellow_update_failed_seeds", "Seeds whose home page could not be had.",
        static_cast<std::int64_t>(night.crawled->failed_seeds));
    add("fellow_update_pages", "Pages asked for.", night.crawled->run.pages);
    add("fellow_update_bytes", "Bytes received.", night.crawled->run.bytes);
  }
  if (night.indexed) {
    add("fellow_update_waiting_seeds", "Seeds whose new pages there was no time to extract.",
        static_cast<std::int64_t>(night.indexed->waiting));
    add("fellow_people", "People in the published index.", static_cast<std::int64_t>(night.indexed->people));
    add("fellow_generation", "Number of the published generation.",
        static_cast<std::int64_t>(night.indexed->published.generation));
  }
  return out;
}

std::vector<Error> tell(Night& night, const std::string& report_file, const std::string& metrics_file) {
  std::vector<Error> out;
  const auto write = [&](const std::string& file, const std::string& text) {
    if (const auto written = write_whole(file, text); !written) out.push_back(written.error());
    if (!out.empty()) night.exit_code = std::max(night.exit_code, 1);
  };
  if (!report_file.empty()) write(report_file, show_json(json_of(night)) + "\n");
  if (metrics_file.empty()) return out;
  const auto success = published(night) ? std::optional(unix_time(night.ended)) : last_success_in(metrics_file);
  write(metrics_file, metrics_of(night, success));
  return out;
}

}  // namespace fellow::cli
