// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/robots.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "fellow/text.h"

namespace fellow::crawler {
namespace {

constexpr std::size_t kMaxSitemaps = 20;

bool is_unreserved(unsigned char byte) {
  return std::isalnum(byte) || byte == '-' || byte == '.' || byte == '_' || byte == '~';
}

bool stands_in_a_path(unsigned char byte) {
  return is_unreserved(byte) || std::string_view("!$&'()*+,;=:@/?").find(static_cast<char>(byte)) != std::string_view::npos;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char low = static_cast<char>(c | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

void append_encoded(std::string& out, unsigned char byte) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  out += '%';
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

// One spelling for both sides of a comparison (section 2.2.2): encoded what fellow::Url encodes in a path (octets outside
// US-ASCII, and those that RFC 3986 has no place for), encoded unreserved ones decoded, hexadecimal digits in capitals.
// `specials` are encoded too: "*" and "$" of a path are no wildcards.
std::string one_spelling(std::string_view text, std::string_view specials) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (byte == '%' && high >= 0 && low >= 0) {
      const auto decoded = static_cast<unsigned char>(high * 16 + low);
      if (is_unreserved(decoded)) {
        out += static_cast<char>(decoded);
      } else {
        append_encoded(out, decoded);
      }
      i += 2;
    } else if (!stands_in_a_path(byte) || specials.find(static_cast<char>(byte)) != std::string_view::npos) {
      append_encoded(out, byte);
    } else {
      out += static_cast<char>(byte);
    }
  }
  return out;
}

// "*" is any run of octets, "$" at the end is the end (section 2.2.3). Each run between stars is looked for leftmost, so that
// no pattern costs more than one search a run.
bool matches(std::string_view pattern, std::string_view path) {
  const bool anchored = pattern.ends_with('$');
  if (anchored) pattern.remove_suffix(1);
  std::size_t at = 0;
  bool first = true;
  while (true) {
    const std::size_t star = pattern.find('*');
    const std::string_view run = pattern.substr(0, star);
    const bool last = star == std::string_view::npos;
    if (first) {
      if (!path.starts_with(run)) return false;
      at = run.size();
      if (last) return !anchored || at == path.size();
    } else if (last && anchored) {
      return path.size() >= at + run.size() && path.ends_with(run);
    } else {
      const std::size_t found = path.find(run, at);
      if (found == std::string_view::npos) return false;
      at = found + run.size();
      if (last) return true;
    }
    first = false;
    pattern.remove_prefix(star + 1);
  }
}

std::string_view product_token(std::string_view value) {  // section 2.2.1: letters, "_" and "-"
  const auto end = std::find_if_not(value.begin(), value.end(),
                                    [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '-'; });
  return value.substr(0, static_cast<std::size_t>(end - value.begin()));
}

enum class Key { user_agent, allow, disallow, crawl_delay, sitemap, other };

// Misspellings are those that Google's parser has taken for years; reading "Disalow" as nothing would be the ruder error.
Key key_of(std::string_view word) {
  struct Row {
    std::string_view word;
    Key key;
  };
  static constexpr std::array<Row, 13> kRows{{{"user-agent", Key::user_agent},
                                              {"useragent", Key::user_agent},
                                              {"user agent", Key::user_agent},
                                              {"allow", Key::allow},
                                              {"disallow", Key::disallow},
                                              {"dissallow", Key::disallow},
                                              {"dissalow", Key::disallow},
                                              {"disalow", Key::disallow},
                                              {"diasllow", Key::disallow},
                                              {"disallaw", Key::disallow},
                                              {"crawl-delay", Key::crawl_delay},
                                              {"sitemap", Key::sitemap},
                                              {"site-map", Key::sitemap}}};
  for (const Row& row : kRows) {
    if (text::same_letters(row.word, word)) return row.key;
  }
  return Key::other;
}

struct Line {
  Key key = Key::other;
  std::string_view value;
};

Line read_line(std::string_view line) {
  line = text::trim(line.substr(0, line.find('#')));
  std::size_t mark = line.find(':');
  if (mark == std::string_view::npos) {  // "Disallow /x": exactly two words are taken for key and value
    mark = line.find_first_of(" \t");
    if (mark == std::string_view::npos) return {};
    const std::string_view rest = text::trim(line.substr(mark));
    if (rest.find_first_of(" \t") != std::string_view::npos) return {};
    return {key_of(line.substr(0, mark)), rest};
  }
  return {key_of(text::trim(line.substr(0, mark))), text::trim(line.substr(mark + 1))};
}

std::optional<std::chrono::milliseconds> read_delay(std::string_view value) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds, std::chars_format::fixed);
  if (error != std::errc() || !(seconds >= 0)) return std::nullopt;
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::min(seconds, 1e6) * 1000));
}

}  // namespace

Robots Robots::parse(std::string_view file, std::string_view agent) {
  file = file.substr(0, kMaxBytes);
  if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
  const std::string_view token = product_token(agent);

  Robots mine, everybody;
  bool found_mine = false;               // a group names us, so the groups for "*" do not count (section 2.2.1)
  bool for_me = false, for_all = false;  // whom the group being read is for
  bool rules_begun = true;               // the next user-agent line opens a new group
  std::vector<std::string> sitemaps;

  while (!file.empty()) {
    const std::size_t end = std::min(file.find_first_of("\r\n"), file.size());
    const Line line = read_line(file.substr(0, end));
    file.remove_prefix(std::min(end + 1, file.size()));
    switch (line.key) {
      case Key::user_agent:
        if (rules_begun) rules_begun = for_me = for_all = false;
        if (line.value.starts_with('*') && (line.value.size() == 1 || line.value[1] == ' ' || line.value[1] == '\t'))
          for_all = true;
        if (!token.empty() && text::same_letters(product_token(line.value), token)) found_mine = for_me = true;
        break;
      case Key::allow:
      case Key::disallow: {
        rules_begun = true;
        if (line.value.empty()) break;
        std::string pattern = one_spelling(line.value, "");
        const std::size_t length = pattern.size();
        for (std::size_t at = pattern.find('$'); at != std::string::npos && at + 1 < pattern.size();
             at = pattern.find('$', at + 1)) {
          pattern.replace(at, 1, "%24");
        }
        const Rule rule{std::move(pattern), line.key == Key::allow, length};
        if (for_me) mine.rules_.push_back(rule);
        if (for_all) everybody.rules_.push_back(rule);
        break;
      }
      case Key::crawl_delay:
        if (for_me && !mine.crawl_delay_) mine.crawl_delay_ = read_delay(line.value);
        if (for_all && !everybody.crawl_delay_) everybody.crawl_delay_ = read_delay(line.value);
        break;
      case Key::sitemap:  // belongs to no group (section 2.2.4)
        if (!line.value.empty() && sitemaps.size() < kMaxSitemaps) sitemaps.emplace_back(line.value);
        break;
      case Key::other:
        break;
    }
  }
  Robots& chosen = found_mine ? mine : everybody;
  chosen.sitemaps_ = std::move(sitemaps);
  return std::move(chosen);
}

Robots Robots::allow_all() { return {}; }

Robots Robots::disallow_all() {
  Robots robots;
  robots.rules_.push_back({"/", false, 1});
  return robots;
}

bool Robots::allows(const Url& url) const {
  if (url.target() == "/robots.txt") return true;
  const std::string path = one_spelling(url.target(), "*$");
  std::size_t best = 0;
  bool allowed = true;
  for (const Rule& rule : rules_) {
    if (rule.length < best || (rule.length == best && (allowed || !rule.allow))) continue;  // cannot change the answer
    if (!matches(rule.pattern, path)) continue;
    best = rule.length;
    allowed = rule.allow;
  }
  return allowed;
}

std::optional<std::chrono::milliseconds> Robots::crawl_delay() const { return crawl_delay_; }

const std::vector<std::string>& Robots::sitemaps() const { return sitemaps_; }

}  // namespace fellow::crawler
