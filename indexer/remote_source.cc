// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/remote_source.h"

#include <charconv>

#include "indexer/carried.h"

namespace fellow::indexer {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kReconnect{60}, kLookAgain{5};
constexpr unsigned kConnectMs = 200;

}  // namespace

Result<RemoteAddress> parse_remote(const std::string& url) {
  constexpr std::string_view kScheme = "tcp://";
  const auto bad = [&] { return fail(Code::bad_input, "a remote database is named by tcp://HOST:PORT", url); };
  const auto colon = url.rfind(':');
  if (!url.starts_with(kScheme) || colon == std::string::npos || colon <= kScheme.size()) return bad();
  RemoteAddress out{.host = url.substr(kScheme.size(), colon - kScheme.size()), .port = 0};
  if (out.host.starts_with('[') && out.host.ends_with(']')) out.host = out.host.substr(1, out.host.size() - 2);
  const auto [end, error] = std::from_chars(url.data() + colon + 1, url.data() + url.size(), out.port);
  if (error != std::errc() || end != url.data() + url.size() || out.port == 0 || out.port > 65535 || out.host.empty())
    return bad();
  return out;
}

RemoteSource::RemoteSource(std::string name, RemoteAddress address, std::chrono::milliseconds timeout, Suppression suppression)
    : IndexedSource(std::move(name), "xapian"),
      address_(std::move(address)),
      timeout_(timeout),
      suppression_(std::move(suppression)) {}

Generation::Handle RemoteSource::connect() const {
  return std::make_unique<Xapian::Database>(
      Xapian::Remote::open(address_.host, address_.port, static_cast<unsigned>(timeout_.count()), kConnectMs));
}

// Connects, and takes over what is served already if it is still that.
Result<Served> RemoteSource::load() const {
  try {
    const Served before = known();
    Generation::Handle handle = connect();
    auto manifest = read_carried_manifest(*handle);
    if (!manifest) return fail(Code::refused, manifest.error().what, "#schema");
    Served out = before;
    out.suppression = suppression_.version();
    const bool same = before.generation && before.generation->manifest.digest == manifest->digest &&
                      before.generation->manifest.generation == manifest->generation;
    if (!same) {
      auto columns = read_columns(read_carried_columns(*handle));
      if (!columns) return fail(Code::refused, columns.error().what, "#schema");
      if (handle->get_doccount() != columns->people || handle->get_lastdocid() != columns->documents)
        return fail(Code::refused, "the remote database and its facet columns do not belong together", "#schema");
      const auto opener = [this, digest = manifest->digest, number = manifest->generation] {
        Generation::Handle fresh = connect();
        const auto now = read_carried_manifest(*fresh);
        if (now && now->digest == digest && now->generation == number) return fresh;
        const std::scoped_lock lock(mutex_);
        loaded_ = {};
        throw AnotherGeneration();
      };
      out.generation = std::make_shared<Generation>(std::move(*manifest), std::move(*columns), opener, kReconnect);
      if (posting_bytes_) out.generation->postings.set_most(*posting_bytes_);
    }
    out.generation->keep(std::move(handle));
    if (!same || out.suppression != before.suppression) {
      auto hidden = hidden_people(*out.generation, suppression_);
      if (!hidden) return tl::unexpected(hidden.error());
      out.hidden = std::make_shared<const DocSet>(std::move(*hidden));
    }
    return out;
  } catch (const Xapian::NetworkTimeoutError& error) {
    return fail(Code::timeout, "no answer from the remote database: " + error.get_msg());
  } catch (const Xapian::NetworkError& error) {
    const std::string what = error.get_msg();
    const auto says = [&](std::string_view words) { return what.find(words) != std::string::npos; };
    // What answers, but is no xapian-tcpsrv, or not of this version.
    if (says("Expecting reply") || says("message length"))
      return fail(Code::corrupt, "what answers there is no xapian-tcpsrv: " + what, "#protocol");
    if (says("protocol") || says("Handshake") || says("version"))
      return fail(Code::refused, "what answers there is no xapian-tcpsrv of this version: " + what, "#version");
    return fail(Code::io, "the remote database cannot be reached: " + what);
  } catch (const Xapian::Error& error) {
    return fail(Code::refused, "the remote database cannot be used: " + error.get_msg(), "#protocol");
  }
}

Served RemoteSource::known() const {
  const std::scoped_lock lock(mutex_);
  return served_;
}

Result<Served> RemoteSource::current() const {
  [[maybe_unused]] const auto refreshed = suppression_.refresh();
  const auto is_fresh = [&] {
    const std::scoped_lock lock(mutex_);
    return served_.generation && steady_clock::now() - loaded_ < kReconnect && served_.suppression == suppression_.version();
  };
  if (is_fresh()) return known();
  // One at a time; those that came second find it done. Not longer than one of them may wait.
  const std::scoped_lock one(loading_);
  if (is_fresh()) return known();
  auto loaded = load();
  if (!loaded) return loaded;
  const std::scoped_lock lock(mutex_);
  served_ = *loaded;
  loaded_ = steady_clock::now();
  return loaded;
}

SourceInfo RemoteSource::info() const {
  SourceInfo out = IndexedSource::info();
  out.timeout = timeout_;
  const std::scoped_lock lock(mutex_);
  // Whoever asks what is there before the first search (readiness, /api/v1/sources) gets it looked for.
  if (!served_.generation && !looking_ && steady_clock::now() - looked_ > kLookAgain) {
    looked_ = steady_clock::now();
    looking_ = true;
    looker_ = std::jthread([this] {
      [[maybe_unused]] const auto found = current();
      looking_ = false;
    });
  }
  return out;
}

}  // namespace fellow::indexer
