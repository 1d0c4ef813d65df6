// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/remarks.h"

#include <algorithm>

#include "extractor/papers/letters.h"
#include "extractor/papers/reference.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {

bool is_remark(std::string_view text) {
  const std::string folded = text::fold(text);
  if (folded.empty()) return true;
  if (count_pieces(folded) > 14) return false;
  return stands_in(folded,
                   "award|awards|oral|spotlight|highlight|equal contribution|equally|corresponding author|co first|best "
                   "paper|nominee|nomination|finalist|honorable mention|acceptance rate|impact factor|citations|editor s "
                   "choice|cover article|featured|press coverage|media coverage|if any|runner up|selected as|top"_phrases);
}

bool tells_of_version(std::string_view text) {
  static constexpr std::string_view kBegins[] = {
      "preliminary version", "a preliminary version", "an earlier version", "earlier version", "extended version of",
      "short version",       "a short version",       "conference version", "journal version", "also appeared",
      "also available",      "in submission",         "this paper "};
  const std::string start = text::lower(text.substr(0, 40));
  return std::any_of(std::begin(kBegins), std::end(kBegins), [&](std::string_view begin) { return start.starts_with(begin); });
}

bool tells_of_page(std::string_view text) {
  constexpr std::size_t kLongest = 160;  // bytes
  static constexpr std::string_view kBegins[] = {
      "this page is ",    "this page was ",    "this page has ",     "this page last ",  "this site is ",     "this site was ",
      "this website is ", "this website was ", "page last ",         "page layout ",     "page design ",      "page created ",
      "page maintained ", "page generated ",   "page updated ",      "last updated ",    "last modified ",    "last changed ",
      "last revised ",    "last update ",      "last modification ", "website design ",  "website template ", "site design ",
      "copyright ",       "all rights ",       "powered by ",        "you are visitor ", "webmaster "};
  if (text.size() > kLongest) return false;
  const std::string folded = text::fold(text) + ' ';
  return text.starts_with("\u00A9") ||
         std::any_of(std::begin(kBegins), std::end(kBegins), [&](std::string_view begin) { return folded.starts_with(begin); });
}

bool is_abstract(const Line& line) {
  if (line.role == Role::note) return true;
  const std::string head = text::lower(std::string_view(line.text).substr(0, 16));
  if (head.starts_with("abstract") || head.starts_with("tl;dr") || head.starts_with("tldr") || head.starts_with("keywords") ||
      head.starts_with("@article") || head.starts_with("@inproc") || head.starts_with("@misc"))
    return true;
  return line.text.size() > 420 &&
         std::count(line.text.begin(), line.text.end(), ',') < static_cast<long>(line.text.size() / 30);
}

std::string without_remarks(std::string_view text) {
  std::string out(text);
  for (auto open = out.find('('); open != std::string::npos; open = out.find('(', open + 1)) {
    const auto close = out.find(')', open);
    if (close == std::string::npos) break;
    if (is_remark(std::string_view(out).substr(open + 1, close - open - 1)) &&
        count_letters(std::string_view(out).substr(open, close - open)) > 3)
      out.erase(open, close - open + 1);
  }
  if (!is_remark(out)) return out;
  const auto comma = out.find_first_of(",;");
  if (comma == std::string::npos || is_remark(std::string_view(out).substr(0, comma))) return out;
  return out.substr(0, comma);
}

void drop_lead_remark(Line& line) {
  if (line.text.empty() || line.text[0] != '(') return;
  const auto close = line.text.find(')');
  if (close == std::string::npos || close > 80 || !is_remark(std::string_view(line.text).substr(1, close - 1))) return;
  line = part_of(line, close + 1, line.text.size());
}

}  // namespace fellow::extractor::papers
