// SPDX-License-Identifier: GPL-3.0-or-later
// Which addresses belong to the same person's site? A host that is a person's own belongs to her as a whole; of a host that
// many share, only the part below her folder does. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fellow/url.h"

namespace fellow::crawler {

// The name that counts when hosts are compared: "www." taken off.
std::string_view bare_host(const Url& url);
bool same_host(const Url& a, const Url& b);

// Scholar, ORCID, DBLP, GitHub and the like: places with interfaces and rules of their own, never crawled (github.io is).
bool never_crawled(const Url& url);

class Scope {
 public:
  // The site of a home page. `neighbours`: home pages of other people on the same host (may contain this one).
  //   /~jane/cv.html                      -> /~jane/
  //   cs.some-university.edu/people/jane  -> /people/jane
  //   jane.example/about.md               -> /
  static Scope of(const Url& home, const std::vector<Url>& neighbours = {});

  static Scope whole_host(const Url& url) { return Scope(url); }

  bool contains(const Url& url) const;
  // The address by which a page of this site is asked for: http://jane.example/cv and https://jane.example/cv are one page, had
  // as the home page was. Other hosts and ports stay as they are.
  Url canonical(const Url& url) const;
  const std::string& prefix() const { return prefix_; }  // of the path; "/": the whole host

 private:
  Url home_;
  std::string prefix_ = "/";
  explicit Scope(Url home) : home_(std::move(home)) {}
};

}  // namespace fellow::crawler
