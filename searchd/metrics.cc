// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/metrics.h"

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "fellow/clock.h"
#include "fellow/version.h"

namespace fellow::searchd {
namespace {

// A label's value: \, " and line ends escaped.
std::string label_of(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.10g", value);
  return text.data();
}

void begin(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out.append("# HELP ")
      .append(name)
      .append(" ")
      .append(help)
      .append("\n# TYPE ")
      .append(name)
      .append(" ")
      .append(type)
      .append("\n");
}

void one(std::string& out, std::string_view name, std::string_view type, std::string_view help, double value) {
  begin(out, name, type, help);
  out.append(name).append(" ").append(number(value)).append("\n");
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double open_descriptors() {
  DIR* directory = opendir("/proc/self/fd");
  if (directory == nullptr) return 0;
  int count = -3;  // ".", "..", and its own
  while (readdir(directory) != nullptr) ++count;
  closedir(directory);
  return count;
}

double cpu_seconds() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

void show_process(std::string& out) {
  one(out, "process_resident_memory_bytes", "gauge", "Memory of the process.", resident_bytes());
  one(out, "process_cpu_seconds_total", "counter", "Processor time of the process.", cpu_seconds());
  one(out, "process_open_fds", "gauge", "Open descriptors of the process.", open_descriptors());
}

void show_sources(std::string& out, const std::vector<SourceInfo>& sources) {
  begin(out, "fellow_source_generation", "gauge", "Generation that a source serves; 0: nothing published.");
  for (const auto& source : sources)
    out += "fellow_source_generation{source=" + label_of(source.name) + "} " + std::to_string(source.generation) + "\n";
  begin(out, "fellow_source_indexed_timestamp_seconds", "gauge", "When what a source serves was indexed.");
  for (const auto& source : sources)
    if (const auto at = parse_time(source.indexed_at))
      out += "fellow_source_indexed_timestamp_seconds{source=" + label_of(source.name) + "} " +
             std::to_string(at->time_since_epoch().count()) + "\n";
  begin(out, "fellow_source_profiles", "gauge", "People in a source.");
  for (const auto& source : sources)
    out += "fellow_source_profiles{source=" + label_of(source.name) + "} " + std::to_string(source.profiles) + "\n";
}

}  // namespace

void Metrics::count(const Exchange& exchange) {
  const double seconds = std::chrono::duration<double>(exchange.took).count();
  const auto bucket = static_cast<std::size_t>(std::lower_bound(kBuckets.begin(), kBuckets.end(), seconds) - kBuckets.begin());
  const std::lock_guard lock(mutex_);
  ++requests_[{exchange.route, exchange.status}];
  Times& times = times_[exchange.route];
  ++times.buckets[bucket];
  times.seconds += seconds;
  bytes_ += exchange.bytes;
}

void Metrics::count(const Answer& answer) {
  const std::lock_guard lock(mutex_);
  for (const SourceStatus& source : answer.sources) ++asked_[{source.name, source.status}];
}

void Metrics::count_reload(bool good) {
  const std::lock_guard lock(mutex_);
  ++(good ? reloads_good_ : reloads_bad_);
}

std::string Metrics::show(const Now& now) const {
  std::string out;
  begin(out, "fellow_build_info", "gauge", "The program's version.");
  out += "fellow_build_info{version=" + label_of(kVersion) + "} 1\n";
  const std::lock_guard lock(mutex_);
  begin(out, "fellow_requests_total", "counter",
        "Requests answered, by route and status; route \"\": at no address of ours, or no request.");
  for (const auto& [key, count] : requests_)
    out += "fellow_requests_total{route=" + label_of(key.first) + ",status=\"" + std::to_string(key.second) + "\"} " +
           std::to_string(count) + "\n";
  begin(out, "fellow_request_seconds", "histogram", "Time from a whole request to its response.");
  for (const auto& [route, times] : times_) {
    const std::string label = "route=" + label_of(route);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i <= kBuckets.size(); ++i) {
      sum += times.buckets[i];
      out += "fellow_request_seconds_bucket{" + label + ",le=\"" + (i < kBuckets.size() ? number(kBuckets[i]) : "+Inf") +
             "\"} " + std::to_string(sum) + "\n";
    }
    out += "fellow_request_seconds_sum{" + label + "} " + number(times.seconds) + "\n";
    out += "fellow_request_seconds_count{" + label + "} " + std::to_string(sum) + "\n";
  }
  begin(out, "fellow_source_answers_total", "counter", "What became of a source in a search.");
  for (const auto& [key, count] : asked_)
    out += "fellow_source_answers_total{source=" + label_of(key.first) + ",status=" + label_of(key.second) + "} " +
           std::to_string(count) + "\n";
  show_sources(out, now.sources);
  one(out, "fellow_response_bytes_total", "counter", "Bytes of bodies sent.", static_cast<double>(bytes_));
  one(out, "fellow_connections", "gauge", "Open connections.", static_cast<double>(now.connections));
  one(out, "fellow_cache_hits_total", "counter", "Answers found in the cache.", static_cast<double>(now.cache.found));
  one(out, "fellow_cache_misses_total", "counter", "Look-ups of the cache that found nothing.",
      static_cast<double>(now.cache.missed));
  one(out, "fellow_cache_bytes", "gauge", "Bytes of the answers kept.", static_cast<double>(now.cache.bytes));
  begin(out, "fellow_reloads_total", "counter", "Times that the configuration was read again.");
  out += "fellow_reloads_total{result=\"good\"} " + std::to_string(reloads_good_) + "\nfellow_reloads_total{result=\"bad\"} " +
         std::to_string(reloads_bad_) + "\n";
  show_process(out);
  return out;
}

}  // namespace fellow::searchd
