// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/suppress.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>

#include "core/suppressed_file.h"
#include "fellow/text.h"

namespace fellow {
namespace {

// Kinds of accounts that templates bring along.
constexpr std::string_view kAccounts[] = {"github",  "gitlab",   "bitbucket", "twitter", "x",     "mastodon", "bluesky",
                                          "youtube", "facebook", "instagram", "medium",  "weibo", "zhihu",    "linkedin"};

std::string_view bare_host(const Url& url) {
  std::string_view host = url.host();
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

std::string below(const Url& url) { return "below:" + std::string(bare_host(url)); }

// Where a folder's key may end within a path, as crawler/scope.h reads prefixes: after a slash, or before one of "/.-_".
bool may_end(std::string_view path, std::size_t at) {
  return at > 0 &&
         (at == path.size() || path[at - 1] == '/' || std::string_view("/.-_").find(path[at]) != std::string_view::npos);
}

}  // namespace

std::string key_of(const Url& url) { return "url:" + std::string(bare_host(url)) + std::string(url.target()); }
std::string key_of_host(const Url& url) { return "host:" + std::string(bare_host(url)); }
std::string key_of_folder(const Url& url, std::string_view prefix) { return below(url) + std::string(prefix); }
std::string key_of_person(std::string_view id) { return "person:" + std::string(id); }

std::string key_of_identifier(std::string_view kind, std::string_view id) {
  return std::string(kind) + ":" + text::lower(text::trim(id));
}

bool identifies(std::string_view kind) {
  return std::find(std::begin(kAccounts), std::end(kAccounts), kind) == std::end(kAccounts);
}

struct Suppression::State {
  using List = std::shared_ptr<const SuppressedFile>;
  std::filesystem::path data;
  mutable std::mutex mutex;  // of what follows
  List list = std::make_shared<SuppressedFile>();
  std::uint64_t version = 0;

  List now() const {
    const std::scoped_lock lock(mutex);
    return list;
  }
};

Suppression::Suppression() : state_(std::make_shared<State>()) {}

Result<Suppression> Suppression::read(const std::filesystem::path& data) {
  Suppression out;
  out.state_->data = data;
  if (const auto read = out.refresh(); !read) return tl::unexpected<Error>(read.error());
  return out;
}

Result<bool> Suppression::refresh() {
  if (state_->data.empty()) return false;
  const auto stamp = stamp_of_suppressed(state_->data);
  if (!stamp) return tl::unexpected<Error>(stamp.error());
  if (*stamp == state_->now()->stamp) return false;
  auto file = read_suppressed(state_->data);
  if (!file) return tl::unexpected<Error>(file.error());
  const std::scoped_lock lock(state_->mutex);
  state_->list = std::make_shared<const SuppressedFile>(std::move(*file));
  ++state_->version;
  return true;
}

std::uint64_t Suppression::version() const {
  const std::scoped_lock lock(state_->mutex);
  return state_->version;
}

std::size_t Suppression::size() const { return state_->now()->hashes.size(); }

bool Suppression::has_person(std::string_view id) const {
  const auto list = state_->now();
  return !list->hashes.empty() && list->has(key_of_person(id));
}

bool Suppression::has(const Url& url) const {
  const auto list = state_->now();
  if (list->hashes.empty()) return false;
  if (list->has(key_of_person(person_id(url)))) return true;
  if (!list->has(site_key(bare_host(url)))) return false;  // as a rule: 2 us instead of 9
  if (list->has(key_of(url)) || list->has(key_of_host(url))) return true;
  // Each folder that the path lies in. At most 2000 hashes of 2000 bytes, for a path that is all hyphens; as a rule six.
  std::string folder = list->salt + below(url);
  const std::string_view path = url.path();
  for (std::size_t at = 1; at <= path.size(); ++at) {
    folder += path[at - 1];
    if (may_end(path, at) && list->has_salted(folder)) return true;
  }
  return list->has_salted(folder + "/");  // "/~jane" is the folder "/~jane/" itself
}

bool Suppression::has(const Profile& profile) const {
  if (empty()) return false;
  if (has_person(profile.id)) return true;
  const auto is_suppressed = [&](const std::string& text) {
    const auto url = Url::parse(text);
    return url && has(*url);
  };
  if (is_suppressed(profile.url) || std::any_of(profile.seeds.begin(), profile.seeds.end(), is_suppressed) ||
      std::any_of(profile.aliases.begin(), profile.aliases.end(), is_suppressed))
    return true;
  const auto list = state_->now();
  return std::any_of(profile.identifiers.begin(), profile.identifiers.end(), [&](const auto& identifier) {
    return identifies(identifier.first) && list->has(key_of_identifier(identifier.first, identifier.second));
  });
}

}  // namespace fellow
