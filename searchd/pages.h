// SPDX-License-Identifier: GPL-3.0-or-later
// Which files does a browser get? The list is made once, at the start, from the files compiled in; no path is ever built from
// a request (R25).
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "fellow/config.h"
#include "fellow/embedded.h"
#include "searchd/http.h"

namespace fellow::searchd {

class Pages {
 public:
  using Holes = std::map<std::string_view, std::string>;

  // "NAME.html" is "/NAME", but index.html and person.html are templates; everything else has its own path. In about.html
  // {{agent}} and {{contact}} are filled in from the configuration.
  Pages(std::span<const EmbeddedFile> files, const Config& config);
  // The response for a path; nullptr if it is not on the list.
  const HttpResponse* find(std::string_view path) const;
  // The template of that name, {{hole}} by {{hole}}; one that is not given stays empty. What is filled in is HTML.
  HttpResponse filled(std::string_view name, int status, const Holes& holes) const;

 private:
  std::map<std::string, HttpResponse, std::less<>> by_path_, templates_;
};

}  // namespace fellow::searchd
