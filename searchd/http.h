// SPDX-License-Identifier: GPL-3.0-or-later
// What does a client ask over HTTP, and what does it get? Plain values between whoever speaks HTTP and whoever answers.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fellow/result.h"

namespace fellow::searchd {

// One request, already checked by HttpServer: exactly one well-formed host, a target that begins with '/', a bounded size.
struct HttpRequest {
  std::string method;                                        // as sent: "GET", "HEAD", "POST", …
  std::string path;                                          // raw, not percent-decoded
  std::string query;                                         // raw, without '?'; "" if none
  std::string host;                                          // lower case, without port; IPv6 with its brackets
  int port = 0;                                              // of the Host header; 0 if it names none
  std::vector<std::pair<std::string, std::string>> headers;  // in the order sent
  std::string body;
  std::string peer;        // address of the client: of the other end, or what a trusted proxy says of it
  bool encrypted = false;  // to the outermost trusted proxy, as that says

  // The value of the first header of that name (any case); "" if there is none.
  std::string_view header(std::string_view name) const;
};

// One response. Content-Length, Date, Server, Connection and the leaving out of the body for HEAD are the server's business.
struct HttpResponse {
  int status = 200;
  std::string content_type;  // "" = no Content-Type
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string_view route = "";  // the pattern that answered, for metrics; not sent. Lives as long as the program

  std::string_view header(std::string_view name) const;
};

// One exchange when its response is ready to be sent.
struct Exchange {
  const HttpRequest* request = nullptr;  // nullptr: what came was none
  std::string_view peer, route;
  int status = 0;
  std::size_t bytes = 0;  // of the body as it is sent
  std::chrono::microseconds took{0};
};
using HttpObserver = std::function<void(const Exchange&)>;

// Called on worker threads, several at once. What it throws becomes a 500.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;
// Called on the I/O threads before that: a response that needs neither time nor a worker, or nullptr.
using HttpShortcut = std::function<std::shared_ptr<const HttpResponse>(const HttpRequest&)>;

// JSON as the API sends it (R27): never sniffed; a 200 is cached only to be asked about again, anything else never.
HttpResponse json_response(int status, std::string body);
// The one form of every error: {"error":{"code":…,"message":…,"field":…}}; `field`, the parameter at fault, may be empty.
HttpResponse error_response(int status, std::string_view code, std::string_view message, std::string_view field = {});
// The same for an Error: its code decides the status, its `where` is the field.
HttpResponse error_response(const Error& error);
// The same question may have a better answer next time: no cache keeps this one, ours neither.
void never_kept(HttpResponse& response);
// How a Code is called in JSON: "bad_input", "not_found", …; "deadline" for timeout.
std::string_view code_name(Code code);
int status_of(Code code);

}  // namespace fellow::searchd
