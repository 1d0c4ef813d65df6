// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/shard.h"

#include <libpsl.h>

#include <charconv>

#include "crawler/digest.h"

namespace fellow::crawler {
namespace {

std::optional<unsigned> number_of(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string registrable_domain(const Url& url) {
  const std::string host(url.host());
  const bool is_number = host.starts_with('[') || host.find_last_not_of("0123456789.") == std::string::npos;
  const char* domain = is_number ? nullptr : psl_registrable_domain(psl_builtin(), host.c_str());
  return domain == nullptr ? host : domain;
}

bool Shard::has(const Url& url) const {
  const Sha1 digest = sha1(registrable_domain(url));
  unsigned hash = 0;
  for (int i = 0; i < 4; ++i) hash = hash << 8 | digest[static_cast<std::size_t>(i)];
  return hash % of == number - 1;
}

Result<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto number = number_of(text.substr(0, slash));
  const auto of = slash == std::string_view::npos ? std::nullopt : number_of(text.substr(slash + 1));
  if (!number || !of || *number < 1 || *number > *of || *of > 10'000)
    return fail(Code::bad_input, "write the part as I/N with 1 <= I <= N, for example 2/4", "--shard");
  return Shard{*number, *of};
}

}  // namespace fellow::crawler
