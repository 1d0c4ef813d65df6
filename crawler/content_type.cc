// SPDX-License-Identifier: GPL-3.0-or-later
// Which types of content can be a document about a person?
#include <algorithm>

#include "crawler/visitor.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

constexpr std::string_view kReadable[] = {
    "text/html",       "application/xhtml+xml", "text/markdown",      "text/x-markdown",
    "text/plain",      "application/pdf",       "application/x-pdf",  "application/x-bibtex",
    "text/x-bibtex",   "text/bibtex",           "application/json",   "application/ld+json",
    "text/json",       "application/yaml",      "application/x-yaml", "text/yaml",
    "text/x-yaml",     "text/vnd.yaml",         "text/org",           "text/x-org",
    "application/toml"};
constexpr std::string_view kNoType[] = {"",
                                        "application/octet-stream",
                                        "binary/octet-stream",
                                        "application/x-download",
                                        "application/download",
                                        "application/force-download",
                                        "unknown/unknown",
                                        "*/*"};
constexpr std::string_view kEndings[] = {".html", ".htm", ".xhtml", ".md",  ".markdown", ".txt",
                                         ".pdf",  ".bib", ".json",  ".yml", ".yaml",     ".org"};

}  // namespace

bool readable_type(std::string_view content_type, const Url& url) {
  const std::string type = text::lower(text::trim(content_type.substr(0, content_type.find(';'))));
  if (std::find(std::begin(kReadable), std::end(kReadable), type) != std::end(kReadable)) return true;
  if (std::find(std::begin(kNoType), std::end(kNoType), type) == std::end(kNoType)) return false;
  const std::string path = text::lower(url.path());
  if (type.empty() && path.find('.', path.rfind('/')) == std::string::npos) return true;  // "/about" without a type: a page
  return std::any_of(std::begin(kEndings), std::end(kEndings), [&](std::string_view ending) { return path.ends_with(ending); });
}

}  // namespace fellow::crawler
