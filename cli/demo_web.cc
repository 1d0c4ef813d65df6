// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/demo_web.h"

#include <algorithm>
#include <optional>

#include "cli/files.h"
#include "crawler/digest.h"
#include "fellow/embedded.h"
#include "fellow/text.h"

namespace fellow::cli {
namespace {

const EmbeddedFile* find_file(std::string_view path) {
  const auto files = embedded_demo();
  const auto found = std::lower_bound(files.begin(), files.end(), path,
                                      [](const EmbeddedFile& file, std::string_view wanted) { return file.path < wanted; });
  return found != files.end() && found->path == path ? &*found : nullptr;
}

bool is_folder(const std::string& path) {
  const auto files = embedded_demo();
  return std::any_of(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.path.starts_with(path + "/"); });
}

searchd::HttpResponse moved(int status, std::string to) {
  return {status, "text/plain; charset=utf-8", "moved to " + to + "\n", {{"Location", to}}};
}

// A row of redirects.tsv: from, status, to.
std::optional<searchd::HttpResponse> find_move(const std::string& url) {
  const EmbeddedFile* moves = find_file("redirects.tsv");
  if (moves == nullptr) return std::nullopt;
  for (const std::string_view line : text::split(moves->body, '\n')) {
    const auto cells = text::split(line, '\t');
    if (cells.size() == 3 && cells[0] == url) return moved(cells[1] == "302" ? 302 : 301, std::string(text::trim(cells[2])));
  }
  return std::nullopt;
}

}  // namespace

searchd::HttpResponse serve_demo_web(const searchd::HttpRequest& request) {
  if (request.method != "GET" && request.method != "HEAD") {
    return {405, "text/plain; charset=utf-8", "GET and HEAD only\n", {{"Allow", "GET, HEAD"}}};
  }
  if (auto move = find_move("http://" + request.host + request.path)) return *move;
  std::string path = request.host + request.path;
  if (path.ends_with('/')) {
    path += "index.html";
  } else if (is_folder(path)) {
    return moved(301, request.path + "/");
  }
  const EmbeddedFile* file = find_file(path);
  if (file == nullptr) return {404, "text/plain; charset=utf-8", "there is no such page\n", {}};
  const std::string etag = "\"" + crawler::sha1_hex(file->body).substr(0, 16) + "\"";
  if (request.header("If-None-Match") == etag) return {304, "", "", {{"ETag", etag}}};
  return {200, std::string(content_type_of(path)), std::string(file->body), {{"ETag", etag}}};
}

std::string_view demo_seeds() {
  const EmbeddedFile* seeds = find_file("seeds.csv");
  return seeds == nullptr ? std::string_view() : seeds->body;
}

}  // namespace fellow::cli
