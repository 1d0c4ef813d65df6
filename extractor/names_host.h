// SPDX-License-Identifier: GPL-3.0-or-later
// Whose name do the host and the lists of papers spell together, where no page says it? On aidaroe.github.io papers by
// "Roe, A." are Aida Roe's.
#pragma once

#include <span>
#include <string>

#include "fellow/page.h"
#include "fellow/profile.h"

namespace fellow::extractor {

// The author of most papers (at least three), whose family name ends the host's first label and whose initial begins it:
// "aidaroe.example", "aida-roe.github.io". "" if none.
std::string name_by_host(const Url& home, std::span<const Paper> papers);

}  // namespace fellow::extractor
