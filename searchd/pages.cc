// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/pages.h"

#include <array>
#include <utility>

#include "fellow/text.h"
#include "fellow/version.h"

namespace fellow::searchd {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kTypes{{{".html", "text/html; charset=utf-8"},
                                                                               {".css", "text/css; charset=utf-8"},
                                                                               {".js", "text/javascript; charset=utf-8"},
                                                                               {".svg", "image/svg+xml"},
                                                                               {".txt", "text/plain; charset=utf-8"}}};

std::string_view type_of(std::string_view path) {
  for (const auto& [ending, type] : kTypes)
    if (path.ends_with(ending)) return type;
  return {};
}

// R26. Styles and scripts are files of ours; nothing else is loaded, framed or sent anywhere.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'";

HttpResponse page(std::string_view type, std::string body) {
  HttpResponse response{200, std::string(type), std::move(body), {}};
  response.headers = {{"Cache-Control", "no-cache"},
                      {"Content-Security-Policy", std::string(kPolicy)},
                      {"Referrer-Policy", "no-referrer"},
                      {"X-Content-Type-Options", "nosniff"}};
  return response;
}

void fill(std::string& body, std::string_view hole, std::string_view html) {
  for (std::size_t at = body.find(hole); at != std::string::npos; at = body.find(hole, at + html.size()))
    body.replace(at, hole.size(), html);
}

// A link where the contact is an address of one, else the text.
std::string contact_html(const std::string& contact) {
  if (contact.empty()) return "whoever runs this server";
  const std::string text = text::escape_html(contact);
  const bool is_link = contact.starts_with("https://") || contact.starts_with("http://") || contact.starts_with("mailto:");
  return is_link ? "<a href=\"" + text + "\" rel=\"nofollow noopener noreferrer\">" + text + "</a>" : text;
}

}  // namespace

Pages::Pages(std::span<const EmbeddedFile> files, const Config& config) {
  for (const EmbeddedFile& file : files) {
    const std::string_view type = type_of(file.path);
    if (type.empty()) continue;
    std::string path = "/" + std::string(file.path), body(file.body);
    if (path.ends_with(".html")) {
      path.resize(path.size() - 5);
      if (path == "/index") path = "/";
      fill(body, "{{agent}}", text::escape_html(config.user_agent + "/" + kVersion));
      fill(body, "{{contact}}", contact_html(config.contact));
    }
    HttpResponse response = page(type, std::move(body));
    if (path == "/person") {
      person_ = std::move(response);
    } else {
      by_path_.emplace(std::move(path), std::move(response));
    }
  }
}

const HttpResponse* Pages::find(std::string_view path) const {
  const auto at = by_path_.find(path);
  return at == by_path_.end() ? nullptr : &at->second;
}

HttpResponse Pages::person(int status) const {
  HttpResponse response = person_;
  response.status = status;
  return response;
}

}  // namespace fellow::searchd
