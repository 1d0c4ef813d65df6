// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/doctor.h"

#include <netdb.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <set>
#include <thread>

#include "cli/files.h"
#include "cli/open_data.h"
#include "cli/seed_check.h"
#include "cli/status.h"
#include "crawler/seeds.h"
#include "fellow/suppress.h"
#include "indexer/manifest.h"
#include "indexer/sources.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::uintmax_t kMebibyte = 1024 * 1024;
constexpr std::uintmax_t kLeastFree = 100 * kMebibyte;       // below that not even a small night ends well
constexpr std::uintmax_t kAmpleFree = 2 * 1024 * kMebibyte;  // a night of some thousand seeds
constexpr auto kLateIndex = 36h;                             // one night was missed
constexpr auto kOldIndex = 24h * 7;
constexpr auto kDnsWait = 5s;
constexpr std::size_t kNamesAsked = 5;
constexpr double kManyFailed = 0.2;  // as --max-failed of update

// Collects the findings of one run.
class Doctor {
 public:
  Doctor(const Context& context, const Examination& examination) : context_(context), examination_(examination) {}

  std::vector<Finding> run() {
    configuration();
    contact();
    if (has_catalog(context_)) open();
    seeds();
    disk();
    permissions();
    clock();
    dns();
    index();
    sources();
    return std::move(findings_);
  }

 private:
  void add(std::string check, Health health, std::string what, std::string remedy = "") {
    findings_.push_back({std::move(check), health, std::move(what), std::move(remedy)});
  }

  void configuration() {
    if (context_.config_error) {
      add("configuration", Health::fail, show(*context_.config_error), "correct the file; until then no command runs");
      return;
    }
    std::error_code error;
    const fs::path file = context_.config_flag ? fs::path(*context_.config_flag) : context_.data() / "fellow.toml";
    add("configuration", Health::ok,
        fs::exists(file, error) ? file.string() : "no file; every setting has its default, or comes with the command");
  }

  void contact() {
    const std::string& contact = context_.config.contact;
    if (contact.empty()) {
      add("contact", Health::warn, "none in the configuration",
          "write contact = \"https://…\" into fellow.toml, or give --contact to every update: without one no crawl starts");
    } else if (!contact.starts_with("mailto:") && !Url::parse(contact)) {
      add("contact", Health::fail, "\"" + contact + "\" is neither a web address nor mailto:",
          "give a page, or an address, that a site's owner can turn to");
    } else {
      add("contact", Health::ok, contact);
    }
  }

  void open() {
    auto catalog = open_catalog(context_);
    if (!catalog) {
      catalog_error_ = show(catalog.error());
      return;
    }
    if (auto stored = catalog->seeds()) {
      for (const crawler::StoredSeed& row : *stored) seeds_.insert(row.seed.url);
    } else {
      catalog_error_ = show(stored.error());
    }
    if (const auto runs = catalog->runs(); runs && !runs->empty()) last_run_ = runs->front();
    if (const auto count = catalog->count_seeds()) count_ = *count;
  }

  void seeds() {
    for (const std::string& file : examination_.seed_files) seed_file(file);
    if (catalog_error_) {
      add("seeds", Health::fail, *catalog_error_, "see `fellow verify`, and take the store from a backup: `fellow restore`");
    } else if (seeds_.empty()) {
      if (examination_.seed_files.empty()) {
        add("seeds", Health::fail, "no list was crawled yet", "run `fellow update --seeds FILE --contact URL`");
      }
    } else if (static_cast<double>(count_.failed) > kManyFailed * static_cast<double>(count_.all)) {
      add("seeds", Health::warn, std::to_string(count_.failed) + " of " + std::to_string(count_.all) + " home pages fail",
          "see `fellow report --broken`");
    } else {
      add("seeds", Health::ok, std::to_string(count_.all) + " home pages, " + std::to_string(count_.failed) + " of them fail");
    }
  }

  void seed_file(const std::string& file) {
    const auto text = read_file(file);
    const auto list = text ? crawler::parse_seeds(*text, file) : tl::unexpected(text.error());
    if (!list) {
      add("seeds", Health::fail, show(list.error()), "a list that cannot be read stops the night; the index stays as it is");
      return;
    }
    const SeedCheck check = check_seeds(*list, file, Suppression::read(context_.data()).value_or(Suppression()));
    if (check.seeds == 0) {
      add("seeds", Health::fail, file + ": names no home page", "an empty list removes nobody, but nothing is crawled either");
    } else if (!check.fine()) {
      add("seeds", Health::warn, file + ": " + std::to_string(check.lines.size()) + " lines to look at",
          "see `fellow seeds check " + file + "`");
    } else {
      add("seeds", Health::ok, file + ": " + std::to_string(check.seeds) + " seeds");
    }
  }

  // What a night needs at its most: a second catalog while it is compacted, and a new generation beside the served ones.
  void disk() {
    fs::path at = fs::absolute(context_.data());
    std::error_code error;
    while (!fs::exists(at, error) && at.has_relative_path()) at = at.parent_path();
    const fs::space_info space = fs::space(at, error);
    if (error) {
      add("disk", Health::fail, "cannot be asked for its space: " + error.message(), "look at " + at.string());
      return;
    }
    std::uintmax_t stored = 0;
    for (const char* store : {"catalog.db", "index/current/people.glass"}) {
      std::error_code missing;
      const auto bytes = fs::file_size(context_.data() / store, missing);
      if (!missing) stored += bytes;
    }
    const std::string what = std::to_string(space.available / kMebibyte) + " MiB free";
    if (space.available < kLeastFree + stored) {
      add("disk", Health::fail, what,
          "make room: `fellow compact` drops what is superseded; a full disk keeps the old index served");
    } else if (space.available < kAmpleFree + 2 * stored) {
      add("disk", Health::warn, what, "make room soon: `fellow compact` drops what is superseded");
    } else {
      add("disk", Health::ok, what);
    }
  }

  void permissions() {
    const fs::path data = context_.data();
    std::error_code error;
    if (!fs::exists(data, error)) {
      add("permissions", Health::warn, data.string() + " is not there yet",
          "the first update makes it; or name another with --data");
      return;
    }
    std::vector<Finding> found;
    for (const char* name : {"", "archive", "index", "catalog.db", "suppressed", "lock"}) {
      const fs::path file = *name == '\0' ? data : data / name;
      struct stat status {};
      if (::stat(file.c_str(), &status) != 0) continue;
      const bool directory = S_ISDIR(status.st_mode);
      if (::access(file.c_str(), R_OK | W_OK | (directory ? X_OK : 0)) != 0) {
        found.push_back({"permissions", Health::fail,
                         file.string() + " cannot be read and written by user " + std::to_string(::geteuid()),
                         "run as its owner (" + std::to_string(status.st_uid) + "), or chown -R the directory"});
      } else if ((status.st_mode & S_IWOTH) != 0) {
        found.push_back(
            {"permissions", Health::warn, file.string() + " can be written by everybody", "chmod o-w " + file.string()});
      }
    }
    if (const auto list = Suppression::read(data); !list) {
      found.push_back({"permissions", Health::fail, show(list.error()), "put the file right: nothing runs without it"});
    }
    if (found.empty()) add("permissions", Health::ok, data.string());
    findings_.insert(findings_.end(), found.begin(), found.end());
  }

  // A clock that was set back makes pages due years later, or an index that is never old.
  void clock() {
    Time newest{};
    std::string of;
    if (last_run_) newest = last_run_->ended, of = "the last run";
    if (const auto manifest = indexer::read_manifest(context_.data() / "index" / "current")) {
      if (const auto built = parse_time(manifest->built_at); built && *built > newest) newest = *built, of = "the index";
    }
    if (newest > now() + 1min) {
      add("clock", Health::fail, "it is " + show_time(now()) + ", and " + of + " is of " + show_time(newest),
          "set the clock (timedatectl set-ntp true); if it is right now, it was wrong that night: crawl once with --again");
    } else {
      add("clock", Health::ok, show_time(now()));
    }
  }

  std::vector<std::string> names_to_ask() const {
    std::vector<std::string> names;
    const auto take = [&](const Url& url) {
      const std::string host(url.host());
      if (names.size() < kNamesAsked && std::find(names.begin(), names.end(), host) == names.end()) names.push_back(host);
    };
    if (const auto url = Url::parse(context_.config.contact)) take(*url);
    for (const Url& url : seeds_) take(url);
    return names;
  }

  void dns() {
    const std::vector<std::string> names = names_to_ask();
    if (!examination_.network || names.empty()) {
      add("dns", Health::ok, examination_.network ? "nothing to ask for yet" : "not asked (--offline)");
      return;
    }
    // A resolver cannot be interrupted: threads that are late are left behind, and end with the program.
    auto answer = std::make_shared<std::promise<std::string>>();
    auto told = answer->get_future();
    auto open = std::make_shared<std::atomic<std::size_t>>(names.size());
    auto answered = std::make_shared<std::atomic<bool>>(false);
    for (const std::string& name : names) {
      std::thread([=] {
        addrinfo* found = nullptr;
        const bool ok = ::getaddrinfo(name.c_str(), nullptr, nullptr, &found) == 0;
        if (found != nullptr) ::freeaddrinfo(found);
        const bool last = open->fetch_sub(1) == 1;
        if ((ok || last) && !answered->exchange(true)) answer->set_value(ok ? name : "");
      }).detach();
    }
    const std::string resolved = told.wait_for(kDnsWait) == std::future_status::ready ? told.get() : "";
    if (!resolved.empty()) {
      add("dns", Health::ok, resolved + " has an address");
    } else {
      add("dns", Health::fail,
          "no address for " + names.front() + (names.size() > 1 ? " and " + std::to_string(names.size() - 1) + " more" : ""),
          "look at /etc/resolv.conf and the network; a night without DNS keeps the old index");
    }
  }

  void index() {
    const auto manifest = indexer::read_manifest(context_.data() / "index" / "current");
    if (!manifest) {
      const bool missing = manifest.error().code == Code::not_found;
      add("index", Health::fail, missing ? "nothing is published yet" : show(manifest.error()),
          missing ? "run `fellow update`" : "run `fellow index`: it is built anew from the catalog");
      return;
    }
    const auto built = parse_time(manifest->built_at);
    const Time seen = std::max(built.value_or(Time{}), last_run_ ? last_run_->ended : Time{});
    const std::string what = "generation " + std::to_string(manifest->generation) + ", " + std::to_string(manifest->profiles) +
                             " people, of " + manifest->built_at + "; last run " + show_time(seen);
    if (manifest->profiles == 0) {
      add("index", Health::warn, what, "see `fellow report --problems`");
    } else if (now() - seen > kLateIndex) {
      add("index", now() - seen > kOldIndex ? Health::fail : Health::warn, what,
          "no night ended since: see `systemctl list-timers fellow-update.timer` and `journalctl -u fellow-update`");
    } else {
      add("index", Health::ok, what);
    }
  }

  void sources() {
    const auto opened = indexer::open_sources(context_.config, context_.data());
    if (!opened) {
      add("sources", Health::fail, show(opened.error()), "correct [[source]] in the configuration");
      return;
    }
    for (const auto& source : *opened) {
      const SourceInfo info = source->info();
      if (info.generation == 0) {
        add("sources", Health::fail, info.name + ": nothing to search there", "look at its path, or publish into it");
      } else {
        add("sources", Health::ok, info.name + ": " + std::to_string(info.profiles) + " people");
      }
    }
  }

  const Context& context_;
  const Examination& examination_;
  std::vector<Finding> findings_;
  std::set<Url> seeds_;
  crawler::SeedCount count_;
  std::optional<crawler::RunSummary> last_run_;
  std::optional<std::string> catalog_error_;
};

}  // namespace

std::string_view show(Health health) {
  switch (health) {
    case Health::ok:
      return "ok";
    case Health::warn:
      return "warn";
    case Health::fail:
      return "fail";
  }
  return "fail";
}

std::string show(const Finding& finding) {
  std::string out(show(finding.health));
  out.resize(6, ' ');
  out += finding.check + ": " + finding.what + "\n";
  return finding.remedy.empty() ? out : out + "      -> " + finding.remedy + "\n";
}

int exit_code(const std::vector<Finding>& findings) {
  Health worst = Health::ok;
  for (const Finding& finding : findings) worst = std::max(worst, finding.health);
  return static_cast<int>(worst);
}

std::vector<Finding> examine(const Context& context, const Examination& examination) {
  return Doctor(context, examination).run();
}

}  // namespace fellow::cli
