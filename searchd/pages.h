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
  // "index.html" is "/", "person.html" the page of every person, "NAME.html" is "/NAME", everything else has its own path.
  // In about.html {{agent}} and {{contact}} are filled in from the configuration.
  Pages(std::span<const EmbeddedFile> files, const Config& config);
  // The response for a path; nullptr if it is not on the list.
  const HttpResponse* find(std::string_view path) const;
  // The page that shows one person.
  HttpResponse person(int status) const;

 private:
  std::map<std::string, HttpResponse, std::less<>> by_path_;
  HttpResponse person_;
};

}  // namespace fellow::searchd
