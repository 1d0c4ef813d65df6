// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/html_in_markdown.h"

#include <array>

#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// Elements whose end tag nobody leaves out.
constexpr std::array<std::string_view, 9> kContainers{"table",  "div",     "section", "center", "article",
                                                      "figure", "details", "aside",   "main"};

bool ends_name(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == '>' || text[at] == '/' || text[at] == ' ' || text[at] == '\t';
}

// Containers that this line opens, less those that it closes.
int depth_change(std::string_view line) {
  int change = 0;
  for (std::size_t at = line.find('<'); at != std::string_view::npos; at = line.find('<', at + 1)) {
    const bool closes = at + 1 < line.size() && line[at + 1] == '/';
    const std::size_t name = at + (closes ? 2 : 1);
    const std::string tag = text::lower(line.substr(std::min(name, line.size()), 8));
    for (const std::string_view container : kContainers) {
      if (tag.starts_with(container) && ends_name(line, name + container.size())) change += closes ? -1 : 1;
    }
  }
  return change;
}

// Whether the line ends in two backslashes, as kramdown breaks lines; CommonMark does with one.
bool broken(std::string_view line) { return line.size() > 2 && line.ends_with("\\\\") && !line.ends_with("\\\\\\"); }

// "<h2>Papers</h2>" and nothing else.
bool is_heading(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t\n") + 1);
  return line.size() > 9 && line.starts_with("<h") && line[2] >= '1' && line[2] <= '6' && ends_name(line, 3) &&
         line.substr(line.size() - 5, 3) == "</h" && line.back() == '>' && line[line.size() - 2] == line[2];
}

}  // namespace

std::string unindent_html(std::string_view markdown) {
  std::string out;
  out.reserve(markdown.size());
  int depth = 0;
  bool fenced = false;
  bool raw = false, code = false;  // between "```{=html}" and "```", as Quarto writes HTML; between "```{r}" and "```"
  for (std::size_t begin = 0; begin < markdown.size();) {
    const std::size_t end = std::min(markdown.find('\n', begin), markdown.size() - 1) + 1;
    std::string_view line = markdown.substr(begin, end - begin);
    begin = end;
    std::string_view inner = line;
    while (!inner.empty() && (inner.front() == ' ' || inner.front() == '\t')) inner.remove_prefix(1);
    if (code || (!fenced && !raw && inner.starts_with("```{") && !inner.starts_with("```{="))) {
      code = !(code && inner.starts_with("```"));
      out += '\n';
      continue;
    }
    if (!fenced && (raw ? inner.starts_with("```") : inner.starts_with("```{=html}"))) {
      raw = !raw;
      depth = 0;
      out += '\n';
      continue;
    }
    if (inner.starts_with("```") || inner.starts_with("~~~")) fenced = !fenced;
    std::string_view after;
    if (!fenced && !raw && depth == 0) {
      if (const std::string_view text = line.substr(0, line.find_last_not_of(" \t\n") + 1); broken(text)) {
        line = text.substr(0, text.size() - 1);
        after = "\n";
      } else if (is_heading(inner)) {
        after = "\n";
      }
    }
    if (raw) line = inner;
    if (!fenced) {
      if (line.starts_with('#')) depth = 0;
      if (depth > 0) line = inner;
      if (depth > 0 || (inner.starts_with('<') && line.size() - inner.size() < 4))
        depth = std::max(0, depth + depth_change(inner));
    }
    out += line;
    out += after;
  }
  return out;
}

}  // namespace fellow::extractor
