// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/addresses.h"

#include <algorithm>
#include <cctype>

#include "extractor/marks.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

bool local_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("._%+-").find(c) != std::string_view::npos;
}
bool host_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-'; }

// "jane [at] x.org", "jane(at)x(dot)org", "jane AT x DOT org": what a reader would type.
std::vector<Address> disguised(std::string_view text) {
  std::vector<Address> out;
  const std::string lower = text::lower(text);
  for (std::string_view mark :
       {" at ", "[at]", "(at)", "{at}", "<at>", " [at] ", " @ ", "＠", "_at_", "-at-", "(a)", "[@]", "(@)"}) {
    for (std::size_t at = lower.find(mark); at != std::string::npos; at = lower.find(mark, at + 1)) {
      std::size_t begin = at;
      while (begin > 0 && lower[begin - 1] == ' ') --begin;
      const std::size_t word_end = begin;
      while (begin > 0 && local_char(lower[begin - 1])) --begin;
      std::size_t end = at + mark.size();
      while (end < lower.size() && lower[end] == ' ') ++end;
      const std::size_t host = end;
      std::size_t parts = 0;
      while (end < lower.size()) {
        const std::size_t label = end;
        while (end < lower.size() && host_char(lower[end])) ++end;
        if (end == label) break;
        ++parts;
        bool dot = false;
        for (std::string_view d : {" dot ", "[dot]", "(dot)", "{dot}", " [dot] ", " (dot) ", " . "})
          if (lower.compare(end, d.size(), d) == 0) end += d.size(), dot = true;
        if (!dot) break;
      }
      const std::string_view host_text = std::string_view(lower).substr(host, end - host);
      const bool spelled = mark != " at " || host_text.find(" dot ") != std::string_view::npos ||
                           host_text.find('(') != std::string_view::npos || host_text.find('[') != std::string_view::npos;
      const bool dotted = parts >= 2 || host_text.find('.') != std::string_view::npos;
      if (word_end > begin && dotted && spelled && end > host)
        out.push_back({std::string(text.substr(begin, end - begin)), begin, end});
    }
  }
  return out;
}

// Digits with the marks of telephone numbers, at least nine digits or a leading plus.
std::vector<Address> telephones(std::string_view text) {
  std::vector<Address> out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const bool starts = c == '+' || c == '(' || std::isdigit(static_cast<unsigned char>(c));
    if (!starts ||
        (i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '/' || text[i - 1] == '.'))) {
      ++i;
      continue;
    }
    std::size_t end = i, digits = 0, groups = 0;
    bool in_group = false;
    while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) ||
                                 std::string_view("+-() ./").find(text[end]) != std::string_view::npos)) {
      const bool digit = std::isdigit(static_cast<unsigned char>(text[end])) != 0;
      digits += digit;
      groups += digit && !in_group;
      in_group = digit;
      ++end;
    }
    while (end > i && !std::isdigit(static_cast<unsigned char>(text[end - 1]))) --end;
    const bool year_range = digits == 8 && groups == 2;
    if ((c == '+' && digits >= 8) || (digits >= 9 && digits <= 15 && groups >= 3 && !year_range))
      out.push_back({std::string(text.substr(i, end - i)), i, end});
    i = std::max(end, i + 1);
  }
  return out;
}

}  // namespace

std::vector<Address> find_addresses(std::string_view text) {
  std::vector<Address> out;
  for (std::size_t at = text.find('@'); at != std::string_view::npos && out.size() < 50; at = text.find('@', at + 1)) {
    std::size_t begin = at, end = at + 1;
    while (begin > 0 && local_char(text[begin - 1])) --begin;
    while (begin < at && (text[begin] == '.' || text[begin] == '-' || text[begin] == '%')) ++begin;
    while (end < text.size() && host_char(text[end])) ++end;
    while (end > at && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
    const std::string_view host = text.substr(at + 1, end - at - 1);
    const std::size_t dot = host.rfind('.');
    if (begin == at || dot == std::string_view::npos || dot == 0 || host.size() - dot < 3 || host.size() - dot > 12) continue;
    if (end < text.size() && (text[end] == '@' || text[end] == '/')) continue;
    if (!std::all_of(host.begin() + static_cast<std::ptrdiff_t>(dot) + 1, host.end(),
                     [](char c) { return std::isalpha(static_cast<unsigned char>(c)); }))
      continue;
    if (host.find("..") != std::string_view::npos) continue;
    static constexpr WordSet kFiles({"png", "jpg", "jpeg", "gif", "svg", "css", "js", "webp"});
    if (in(kFiles, text::lower(host.substr(dot + 1)))) continue;
    out.push_back({std::string(text.substr(begin, end - begin)), begin, end});
  }
  return out;
}

std::string without_contact(std::string_view text) {
  std::vector<Address> cuts = find_addresses(text);
  for (Address& cut : disguised(text)) cuts.push_back(std::move(cut));
  for (Address& cut : telephones(text)) cuts.push_back(std::move(cut));
  std::sort(cuts.begin(), cuts.end(), [](const Address& a, const Address& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t at = 0;
  for (const Address& cut : cuts) {
    if (cut.begin < at) {
      at = std::max(at, cut.end);
      continue;
    }
    out += text.substr(at, cut.begin - at);
    at = cut.end;
  }
  out += text.substr(at);
  // What introduced them goes too: "E-mail: , Tel.:".
  static constexpr Marks kLabels({"E-mail:", "Email:", "e-mail:", "email:", "Tel.:", "Tel:", "Phone:", "phone:", "Telephone:",
                                  "Mail:", "Fax:", "邮箱：", "电话："});
  static constexpr Marks kEmpty({"()", "<>", "[]", "( )", "（）"});
  if (kLabels.any_in(out))
    for (std::string_view label : kLabels)
      for (std::size_t p = out.find(label); p != std::string::npos; p = out.find(label)) out.erase(p, label.size());
  if (kEmpty.any_in(out))
    for (std::string_view empty : kEmpty)
      for (std::size_t p = out.find(empty); p != std::string::npos; p = out.find(empty)) out.erase(p, empty.size());
  return out;
}

}  // namespace fellow::extractor
