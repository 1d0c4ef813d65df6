// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/front_matter.h"

#include <algorithm>

#include "extractor/formats/yaml.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

struct Line {
  std::string_view text;  // without the line's end and blanks after it
  std::size_t next;       // where the next one begins
};

Line line_at(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  std::string_view line = text.substr(at, end - at);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  return {line, std::min(end + 1, text.size())};
}

bool goes_on(std::string_view line, char separator) {
  if (line.empty()) return false;
  if (line[0] == ' ' || line[0] == '\t' || line[0] == '-' || line[0] == '#' || line[0] == '[') return true;
  const std::size_t at = line.find(separator);
  return at != std::string_view::npos && line.substr(0, at).find(' ') == std::string_view::npos;
}

}  // namespace

FrontMatter split_front_matter(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::size_t at = 0;
  Line line{{}, 0};
  do {
    at = line.next;
    line = line_at(text, at);
  } while (line.text.empty() && line.next < text.size());
  const bool yaml = line.text == "---", toml = line.text == "+++";
  FrontMatter out{nullptr, text.substr(at)};
  if (!yaml && !toml) return out;
  const std::size_t from = line.next;
  std::size_t unclosed_end = std::string_view::npos, to = from;
  while (to < text.size()) {
    const Line next = line_at(text, to);
    if (next.text == line.text || (yaml && next.text == "...")) break;
    if (unclosed_end == std::string_view::npos && !goes_on(next.text, yaml ? ':' : '=')) unclosed_end = to;
    to = next.next;
  }
  if (to >= text.size() && unclosed_end != std::string_view::npos) {
    if (unclosed_end == from) return out;  // a rule
    to = unclosed_end;
    out.body = text.substr(to);
  } else {
    out.body = text.substr(line_at(text, to).next);
  }
  const std::string_view head = text.substr(from, to - from);
  out.front = yaml ? parse_yaml(head, &out.truncated) : parse_toml(head, &out.truncated);
  return out;
}

}  // namespace fellow::extractor
