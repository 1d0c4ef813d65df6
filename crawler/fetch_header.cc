// SPDX-License-Identifier: GPL-3.0-or-later
// The fields in the header of an answer.
#include <algorithm>

#include "crawler/fetch.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

// Calls `each` with every line of a header block, line end included.
template <class Each>
void for_lines(std::string_view header, Each each) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size() - 1) + 1;
    each(header.substr(0, end));
    header.remove_prefix(end);
  }
}

bool names(std::string_view line, std::string_view name) {
  return line.size() > name.size() && line[name.size()] == ':' && text::same_letters(line.substr(0, name.size()), name);
}

}  // namespace

std::string Fetched::field(std::string_view name) const {
  std::string value;
  bool found = false;
  for_lines(header, [&](std::string_view line) {
    if (found || !names(line, name)) return;
    found = true;
    value = text::trim(line.substr(name.size() + 1));
  });
  return value;
}

std::string Fetched::fields(std::string_view name) const {
  std::string values;
  for_lines(header, [&](std::string_view line) {
    if (!names(line, name)) return;
    if (!values.empty()) values += ", ";
    values += text::trim(line.substr(name.size() + 1));
  });
  return values;
}

}  // namespace fellow::crawler
