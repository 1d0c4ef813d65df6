// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http.h"

#include "fellow/json.h"
#include "fellow/text.h"

namespace fellow::searchd {

namespace {

std::string_view header_in(const std::vector<std::pair<std::string, std::string>>& headers, std::string_view name) {
  for (const auto& [key, value] : headers)
    if (text::same_letters(key, name)) return value;
  return {};
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const { return header_in(headers, name); }
std::string_view HttpResponse::header(std::string_view name) const { return header_in(headers, name); }

HttpResponse json_response(int status, std::string body) {
  const char* caching = status == 200 ? "no-cache" : "no-store";
  return {status, "application/json", std::move(body), {{"Cache-Control", caching}, {"X-Content-Type-Options", "nosniff"}}, ""};
}

void never_kept(HttpResponse& response) {
  for (auto& [name, value] : response.headers)
    if (name == "Cache-Control") value = "no-store";
}

HttpResponse error_response(int status, std::string_view code, std::string_view message, std::string_view field) {
  nlohmann::ordered_json error{{"code", code}, {"message", message}};
  if (!field.empty()) error["field"] = field;
  nlohmann::ordered_json whole = nlohmann::ordered_json::object();
  whole["error"] = std::move(error);
  HttpResponse response = json_response(status, show_json(whole) + "\n");
  if (status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

HttpResponse error_response(const Error& error) {
  return error_response(status_of(error.code), code_name(error.code), error.what, error.where);
}

std::string_view code_name(Code code) {
  switch (code) {
    case Code::bad_input:
      return "bad_input";
    case Code::not_found:
      return "not_found";
    case Code::refused:
      return "refused";
    case Code::timeout:
      return "deadline";
    case Code::too_big:
      return "too_big";
    case Code::io:
      return "io";
    case Code::corrupt:
      return "corrupt";
    case Code::busy:
      return "busy";
  }
  return "io";
}

int status_of(Code code) {
  switch (code) {
    case Code::bad_input:
      return 400;
    case Code::not_found:
      return 404;
    case Code::refused:
      return 403;
    case Code::too_big:
      return 413;
    case Code::timeout:
    case Code::io:
    case Code::corrupt:
    case Code::busy:
      return 503;
  }
  return 503;
}

}  // namespace fellow::searchd
