// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/json.h"

namespace fellow {

Result<nlohmann::ordered_json> parse_json(std::string_view text) {
  bool too_deep = false;
  const auto shallow = [&](int depth, nlohmann::ordered_json::parse_event_t event, const nlohmann::ordered_json&) {
    const bool opens = event == nlohmann::ordered_json::parse_event_t::array_start ||
                       event == nlohmann::ordered_json::parse_event_t::object_start;
    if (opens && depth >= kMaxJsonDepth) too_deep = true;
    return !too_deep;
  };
  auto json = nlohmann::ordered_json::parse(text, shallow, false);
  if (too_deep) return fail(Code::bad_input, "the JSON is nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
  if (json.is_discarded()) return fail(Code::bad_input, "not valid JSON");
  return json;
}

std::string show_json(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace fellow
