// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/json.h"

#include <utility>

#include "extractor/formats/charset.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

std::string_view unwrapped(std::string_view text) {
  text = text::trim(text);
  for (const auto& [before, after] : {std::pair<std::string_view, std::string_view>{"<!--", "-->"},
                                      {"//<![CDATA[", "//]]>"},
                                      {"/*<![CDATA[*/", "/*]]>*/"},
                                      {"<![CDATA[", "]]>"}}) {
    if (text.starts_with(before) && text.ends_with(after) && text.size() >= before.size() + after.size()) {
      text = text::trim(text.substr(before.size(), text.size() - before.size() - after.size()));
    }
  }
  return text;
}

}  // namespace

std::optional<nlohmann::json> parse_json(std::string_view text) {
  text = unwrapped(text);
  bool too_deep = false;
  const auto bounded = [&too_deep](int depth, nlohmann::json::parse_event_t event, nlohmann::json&) {
    const bool opens =
        event == nlohmann::json::parse_event_t::object_start || event == nlohmann::json::parse_event_t::array_start;
    too_deep = too_deep || (opens && depth >= kMaxJsonDepth);
    return !too_deep;
  };
  nlohmann::json json = nlohmann::json::parse(text, bounded, false, true);
  if (too_deep || json.is_discarded()) return std::nullopt;
  return json;
}

int claim_json(const Clue& clue) {
  if (clue.type_is("application/json text/json application/ld+json") || clue.type.ends_with("+json")) return 90;
  return clue.says_little() && clue.ending_is("json jsonld") ? 85 : 0;
}

void read_json(const Page& page, Document& document) {
  std::optional<nlohmann::json> json = parse_json(to_utf8(page.body, page.content_type, false));
  if (!json) {
    document.format = Format::unknown;
    return;
  }
  document.front = std::move(*json);
}

}  // namespace fellow::extractor
