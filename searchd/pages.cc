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

// In one pass: what is filled in is not read again, whatever it says.
std::string fill(std::string_view text, const Pages::Holes& holes) {
  std::string out;
  for (std::size_t open = text.find("{{"); open != std::string_view::npos; open = text.find("{{")) {
    const std::size_t close = text.find("}}", open);
    if (close == std::string_view::npos) break;
    out += text.substr(0, open);
    if (const auto hole = holes.find(text.substr(open + 2, close - open - 2)); hole != holes.end()) out += hole->second;
    text.remove_prefix(close + 2);
  }
  return out += text;
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
  const Holes about{{"agent", text::escape_html(config.user_agent + "/" + kVersion)},
                    {"contact", contact_html(config.contact)}};
  for (const EmbeddedFile& file : files) {
    const std::string_view type = type_of(file.path);
    if (type.empty()) continue;
    std::string name(file.path);
    const bool is_page = name.ends_with(".html");
    if (is_page) name.resize(name.size() - std::string_view(".html").size());
    if (name == "index" || name == "person") {
      templates_.emplace(std::move(name), page(type, std::string(file.body)));
    } else {
      by_path_.emplace("/" + name, page(type, is_page ? fill(file.body, about) : std::string(file.body)));
    }
  }
}

const HttpResponse* Pages::find(std::string_view path) const {
  const auto at = by_path_.find(path);
  return at == by_path_.end() ? nullptr : &at->second;
}

HttpResponse Pages::filled(std::string_view name, int status, const Holes& holes) const {
  const HttpResponse& empty = templates_.find(name)->second;
  HttpResponse response{status, empty.content_type, fill(empty.body, holes), empty.headers};
  if (status != 200) never_kept(response);
  return response;
}

}  // namespace fellow::searchd
