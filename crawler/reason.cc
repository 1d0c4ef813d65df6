// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/reason.h"

#include <array>

#include "fellow/check.h"

namespace fellow::crawler {
namespace {

struct Row {
  Reason reason;
  std::string_view text;
  Outcome outcome;
  std::string_view meaning;
};

constexpr Outcome kFailed = Outcome::failed, kRefused = Outcome::refused;
constexpr std::array<Row, 27> kRows{{
    {Reason::none, "", Outcome::ok, "nothing is wrong"},
    {Reason::timeout, "timeout", kFailed, "no first byte in 10 s, or not whole in 30 s"},
    {Reason::too_slow, "too-slow", kFailed, "less than 100 bytes a second for 10 s"},
    {Reason::dns, "dns", kFailed, "the host's name has no address"},
    {Reason::reset, "reset", kFailed, "the server broke the connection"},
    {Reason::network, "network", kFailed, "no connection to the server"},
    {Reason::empty, "empty", kFailed, "an answer without a byte"},
    {Reason::truncated, "truncated", kFailed, "fewer bytes than announced"},
    {Reason::too_large, "too-large", kFailed, "more than 5 MiB on the wire or 10 MiB decoded"},
    {Reason::header, "header", kFailed, "a header of more than 64 KiB"},
    {Reason::protocol, "protocol", kFailed, "not HTTP"},
    {Reason::decode, "decode", kFailed, "a content coding that is unknown, damaged or nested more than 3 deep"},
    {Reason::status, "status", kFailed, "an HTTP status that is neither success nor redirect"},
    {Reason::redirect, "redirect", kFailed, "a redirect that loops, goes on for more than 5 steps, or leads nowhere allowed"},
    {Reason::scheme, "scheme", kRefused, "neither http nor https"},
    {Reason::url, "url", kRefused, "not an address that is ever crawled"},
    {Reason::private_address, "private-address", kRefused, "the host's address is not a public one"},
    {Reason::robots, "robots", kRefused, "robots.txt forbids it, or asks for a Crawl-delay of more than 30 s"},
    {Reason::noindex, "noindex", kRefused, "the page asks not to be indexed"},
    {Reason::unavailable, "unavailable", kFailed, "robots.txt cannot be had now, or the host asks to come back later"},
    {Reason::content_type, "content-type", kRefused, "no kind of document that can be read"},
    {Reason::pdf, "pdf", kFailed, "a PDF that cannot be read"},
    {Reason::tls, "tls", kFailed, "the certificate or the handshake does not hold"},
    {Reason::not_modified, "not-modified", kFailed, "\"not modified\" for a page that we do not have"},
    {Reason::budget, "budget", kFailed, "the time of the run was up"},
    {Reason::suppressed, "suppressed", kRefused, "the person asked to be forgotten"},
    {Reason::duplicate, "duplicate", kRefused,
     "the same bytes as another page of the seed, or the page of a seed that another shard crawls"},
}};

const Row& row(Reason reason) {
  const Row& found = kRows[static_cast<std::size_t>(reason)];
  CHECK(found.reason == reason);
  return found;
}

}  // namespace

std::string_view show(Reason reason) { return row(reason).text; }

std::optional<Reason> parse_reason(std::string_view text) {
  for (const Row& candidate : kRows) {
    if (candidate.text == text) return candidate.reason;
  }
  return std::nullopt;
}

std::string_view meaning(Reason reason) { return row(reason).meaning; }

Outcome outcome_of(Reason reason) { return row(reason).outcome; }

std::span<const Reason> all_reasons() {
  static constexpr auto kAll = [] {
    std::array<Reason, kRows.size() - 1> all{};
    for (std::size_t i = 1; i < kRows.size(); ++i) all[i - 1] = kRows[i].reason;
    return all;
  }();
  return kAll;
}

}  // namespace fellow::crawler
