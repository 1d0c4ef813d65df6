// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/profile.h"

#include "fellow/url.h"

namespace fellow {

std::string display_name(const Profile& profile) {
  if (!profile.name.empty()) return profile.name;
  if (!profile.alternate_names.empty()) return profile.alternate_names.front();
  const auto home = Url::parse(profile.url);
  if (!home) return profile.url;
  std::string out(home->host_port());
  if (home->path() != "/") out += home->path();
  return out;
}

}  // namespace fellow
