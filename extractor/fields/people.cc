// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/people.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "extractor/fields/leftovers.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/tokens.h"
#include "extractor/marks.h"
#include "extractor/word_set.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr WordSet kHonorifics({"prof",     "professor", "profs",      "professors", "dr",          "drs",       "mr",
                               "mrs",      "ms",        "sir",        "associate",  "assistant",   "assoc",     "asst",
                               "phd",      "dipl",      "ing",        "professeur", "professorin", "pr",        "univ",
                               "rer",      "nat",       "habil",      "doktor",     "doctor",      "mag",       "dott",
                               "hi",       "hello",     "im",         "i",          "iam",         "am",        "madame",
                               "monsieur", "herr",      "frau",       "miss",       "professore",  "profesor",  "distinguished",
                               "emeritus", "full",      "the",        "welcome",    "to",          "about",     "my",
                               "name",     "is",        "this",       "homepage",   "page",        "of",        "home",
                               "site",     "website",   "personal",   "web",        "webpage",     "senior",    "cv",
                               "resume",   "vitae",     "curriculum", "hey",        "s",           "portfolio", "adjunct",
                               "research"});
constexpr WordSet kDegreesAfter({"phd", "ph",   "d",    "msc",  "bsc",  "md",    "mph", "ms",   "ma",   "ba",   "mba", "dphil",
                                 "frs", "ieee", "facm", "meng", "beng", "mphil", "dr",  "prof", "jr",   "he",   "him", "she",
                                 "her", "they", "them", "his",  "hers", "pe",    "rn",  "dsc",  "mres", "mchem"});
constexpr WordSet kParticles({"de",    "del", "della", "di",  "da", "do",  "dos", "das", "van", "von",  "der",
                              "den",   "ten", "ter",   "la",  "le", "el",  "al",  "bin", "ibn", "ben",  "abu",
                              "zu",    "af",  "av",    "y",   "e",  "d",   "du",  "des", "st",  "bint", "dal",
                              "degli", "los", "ap",    "mac", "mc", "zur", "'t",  "t",   "op"});
// Words that show a title or heading rather than a person.
constexpr WordSet kNotNames({"deactivated",  "current",      "temporarily",  "explanation",   "paper",
                             "market",       "reviewer",     "programming",  "python",        "gallery",
                             "tel",          "phone",        "forthcoming",  "published",     "conference",
                             "workshop",     "courses",      "course",       "grants",        "funding",
                             "professional", "supervision",  "mentoring",    "outreach",      "committee",
                             "editorial",    "fellowship",   "fellowships",  "award",         "abstract",
                             "keywords",     "download",     "slides",       "video",         "poster",
                             "pdf",          "thesis",       "dissertation", "chapters",      "references",
                             "appendix",     "office",       "address",      "languages",     "certifications",
                             "highschool",   "university",   "institute",    "department",    "school",
                             "college",      "lab",          "laboratory",   "group",         "center",
                             "centre",       "homepage",     "home",         "page",          "website",
                             "site",         "research",     "researcher",   "professor",     "student",
                             "phd",          "publications", "publication",  "about",         "welcome",
                             "cv",           "curriculum",   "vitae",        "resume",        "blog",
                             "news",         "contact",      "teaching",     "projects",      "project",
                             "software",     "education",    "experience",   "academic",      "scientist",
                             "engineer",     "portfolio",    "profile",      "biography",     "bio",
                             "science",      "sciences",     "computer",     "engineering",   "learning",
                             "machine",      "artificial",   "intelligence", "data",          "theme",
                             "blox",         "jekyll",       "github",       "google",        "scholar",
                             "recent",       "selected",     "latest",       "posts",         "post",
                             "papers",       "talks",        "awards",       "interests",     "skills",
                             "work",         "works",        "links",        "menu",          "search",
                             "navigation",   "toggle",       "follow",       "email",         "linkedin",
                             "twitter",      "orcid",        "welcome",      "personal",      "info",
                             "information",  "service",      "services",     "activities",    "team",
                             "members",      "people",       "hi",           "hello",         "all",
                             "articles",     "archive",      "categories",   "tags",          "sitemap",
                             "powered",      "copyright",    "rights",       "reserved",      "lecturer",
                             "fellow",       "postdoc",      "postdoctoral", "candidate",     "doctoral",
                             "systems",      "technology",   "physics",      "mathematics",   "statistics",
                             "biology",      "chemistry",    "economics",    "psychology",    "medicine",
                             "health",       "network",      "networks",     "security",      "theory",
                             "analysis",     "universite",   "universitat",  "universidad",   "academy",
                             "company",      "inc",          "loading",      "untitled",      "document",
                             "open",         "source",       "quick",        "short",         "my",
                             "the",          "in",           "and",          "with",          "for",
                             "what",         "who",          "how",          "why",           "this",
                             "is",           "are",          "download",     "click",         "here",
                             "more",         "read",         "see",          "view",          "english",
                             "chinese",      "japanese",     "version",      "updated",       "last",
                             "office",       "address",      "phone",        "supervisor",    "advisor",
                             "thesis",       "grants",       "events",       "media",         "press",
                             "course",       "courses",      "lecture",      "notes",         "new",
                             "old",          "not",          "found",        "error",         "journal",
                             "conference",   "proceedings",  "workshop",     "international", "association",
                             "society",      "foundation",   "award",        "january",       "february",
                             "april",        "june",         "july",         "august",        "september",
                             "october",      "november",     "december",     "jan",           "feb",
                             "aug",          "sept",         "sep",          "oct",           "nov",
                             "dec",          "present",      "prize",        "grant",         "fellowship",
                             "program",      "programme",    "wowchemy",     "blowfish",      "papermod",
                             "algorithms",   "numerical",    "optimization", "optimisation",  "computational",
                             "computing",    "modeling",     "modelling",    "robotics"});

std::string strip_brackets(std::string_view text, std::vector<std::string>& inside) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    std::string_view open, close;
    static constexpr Marks kOpening({"(", "（", "[", "【", "「", "〔"});
    if (!kOpening.may_begin(text.substr(at))) {
      out += text[at++];
      continue;
    }
    for (auto [o, c] : {std::pair<std::string_view, std::string_view>{"(", ")"},
                        {"（", "）"},
                        {"[", "]"},
                        {"【", "】"},
                        {"「", "」"},
                        {"〔", "〕"}}) {
      if (text.substr(at).starts_with(o)) open = o, close = c;
    }
    if (open.empty()) {
      out += text[at++];
      continue;
    }
    const std::size_t end = text.find(close, at);
    if (end == std::string_view::npos) {
      at += open.size();
      out += ' ';
      continue;
    }
    inside.emplace_back(text::trim(text.substr(at + open.size(), end - at - open.size())));
    at = end + close.size();
    out += ' ';
  }
  return out;
}

// Whether that word stands between quotes amid a name: "Bill" in William "Bill" Smith.
bool is_nickname(std::string_view text, const std::vector<Token>& words, std::size_t k) {
  static constexpr std::pair<std::string_view, std::string_view> kQuotes[] = {{"\"", "\""}, {"“", "”"}, {"„", "“"},  {"'", "'"},
                                                                              {"‘", "’"},   {"«", "»"}, {"``", "''"}};
  if (k == 0 || k + 1 >= words.size() || !words[k].capital || !words[k - 1].capital || words[k + 1].number) return false;
  const std::string_view before = gap(text, words[k - 1], words[k]), after = gap(text, words[k], words[k + 1]);
  return std::any_of(std::begin(kQuotes), std::end(kQuotes), [&](const auto& quotes) {
    return before.ends_with(quotes.first) && text::trim(before) == quotes.first && after.starts_with(quotes.second) &&
           text::trim(after) == quotes.second && before.size() > quotes.first.size() && after.size() > quotes.second.size();
  });
}

bool is_native(std::string_view text) { return text::cjk_share(text) > 0.6; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool native_name(std::string_view text) {
  const std::string clean = text::clean(text);
  const std::size_t n = characters(clean);
  if (!is_native(clean) || n < 2 || n > 9) return false;
  static constexpr std::string_view kWords[] = {
      "主页", "首页", "简历", "个人",   "大学",   "研究",   "论文", "发表",     "介绍", "ホーム", "プロフィール",
      "業績", "소개", "中文", "日本語", "한국어", "英文",   "学院", "教授",     "经历", "新闻",   "关于",
      "導師", "导师", "联系", "教育",   "ページ", "リンク", "紹介", "홈페이지", "博士", "履歴",   "経歴",
      "教学", "学生", "项目", "成果",   "荣誉",   "論文",   "講義", "連絡"};
  return std::none_of(std::begin(kWords), std::end(kWords),
                      [&](std::string_view w) { return clean.find(w) != std::string::npos; });
}

// Cuts "Jane Doe | University X", "Jane Doe - Home", "Jane Doe's Homepage" to what may be the name.
std::string core_of(std::string_view text) {
  std::string out(text);
  for (std::string_view mark : {" | ", " – ", " — ", " - ", " :: ", " · ", " // ", " • ", "|",   "—",
                                ": ",  " / ", "：",  "｜",  " @ ",  "\n",  "⋅",    " ~ ", " › ", " » "}) {
    const std::size_t at = out.find(mark);
    if (at == std::string::npos || at == 0) continue;
    const std::string left(text::trim(std::string_view(out).substr(0, at))),
        right(text::trim(std::string_view(out).substr(at + mark.size())));
    const std::string next = looks_like_name(left) || leftover_name(right) || right.empty() ? left
                             : looks_like_name(right)                                       ? right
                                                                                            : left;
    out = leftover_name(left) && !right.empty() ? right : next;
  }
  // "Jane Doe's Homepage", also with an apostrophe that lost its encoding.
  for (std::string_view mark : {"'s ", "’s ", "´s ", "`s ", "ʼs ", "&#39;s ", "\xEF\xBF\xBDs ", "â€™s ", "?s ", "‘s ", "'S ",
                                "’S ", "\xC2\x92s ", "s' "}) {
    const std::size_t at = out.find(mark);
    if (at != std::string::npos && at > 2) {
      const std::string rest = text::fold(out.substr(at + mark.size()));
      for (std::string_view word : {"home", "page", "site", "web", "cv", "resume", "profile", "blog", "portfolio", "curriculum",
                                    "academic", "personal", "publications"})
        if (rest.find(word) != std::string::npos) {
          out.erase(at);
          if (mark == "s' ") out += 's';
          break;
        }
    }
  }
  for (std::string_view word : {"'s", "’s"})
    if (out.size() > 4 && out.ends_with(word)) out.erase(out.size() - word.size());
  for (std::string_view mark :
       {"的个人主页", "的主页", "个人主页", "のホームページ", "のページ", "主页", "的网站", "的博客", "の研究室", "홈페이지"})
    if (const std::size_t at = out.find(mark); at != std::string::npos && at > 3) out.erase(at);
  return out;
}

}  // namespace

bool looks_like_name(std::string_view text) {
  const std::string clean = text::clean(text);
  if (clean.empty() || clean.size() > 80 || leftover_name(clean)) return false;
  if (is_native(clean)) return native_name(clean);
  for (char c : {'@', '/', ':', '?', '!', '_', '=', '<', '+', '{', '#'})
    if (clean.find(c) != std::string::npos) return false;
  const std::vector<Token> words = tokens(clean);
  if (clean.find('"') != std::string::npos) {  // around a nickname, or this is a quotation
    std::size_t nicknames = 0;
    for (std::size_t k = 0; k < words.size(); ++k) nicknames += is_nickname(clean, words, k) ? 1 : 0;
    if (nicknames != 1 || std::count(clean.begin(), clean.end(), '"') != 2) return false;
  }
  if (words.size() < 2 || words.size() > 7) return false;
  std::size_t capitals = 0, full = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].number || in(kNotNames, words[i].folded)) return false;
    for (char c : words[i].folded)
      if (c >= '0' && c <= '9') return false;
    if (const tables::Institution* row = words[i].folded.size() > 4 ? tables::institution(words[i].folded) : nullptr;
        row && row->company)
      return false;
    if (i > 0 && gap(clean, words[i - 1], words[i]).find(". ") != std::string_view::npos && words[i - 1].folded.size() > 3)
      return false;
    if (words[i].capital)
      ++capitals, full += words[i].folded.size() > 1;
    else if (!in(kParticles, words[i].folded) &&
             !(i > 0 && (gap(clean, words[i - 1], words[i]) == "-" || gap(clean, words[i - 1], words[i]) == "‐")))
      return false;
  }
  return capitals >= 2 && full >= 1 && !tables::institution(clean);
}

PersonName person_name(std::string_view text) {
  PersonName out;
  if (text.size() > 300) return out;
  std::string clean = text::clean(text, 200);
  std::vector<std::string> inside;
  std::string core = core_of(strip_brackets(clean, inside));
  for (const std::string& part : inside)
    if (native_name(part)) out.alternates.push_back(text::clean(part));
  // "Jane Doe 杜珍" or "杜珍 Jane Doe": two scripts side by side.
  std::string latin, native;
  {
    std::vector<Token> words = tokens(core);
    bool both = std::any_of(words.begin(), words.end(), [](const Token& t) { return t.cjk; }) &&
                std::any_of(words.begin(), words.end(), [](const Token& t) { return !t.cjk && t.capital; });
    if (both) {
      for (const Token& word : words) {
        std::string& side = word.cjk ? native : latin;
        if (!side.empty()) side += ' ';
        side += core.substr(word.begin, word.end - word.begin);
      }
      core = latin;
      if (native_name(native)) out.alternates.push_back(native);
    }
  }
  // "Doe, Jane" stays as it is read; "Jane Doe, PhD" loses what follows the comma.
  if (const std::size_t comma = core.find(','); comma != std::string::npos) {
    const std::vector<Token> right = tokens(std::string_view(core).substr(comma + 1));
    const std::vector<Token> left = tokens(std::string_view(core).substr(0, comma));
    if (left.size() == 1 && !right.empty() && right.size() <= 3 && !in(kDegreesAfter, right[0].folded))
      core = std::string(text::trim(std::string_view(core).substr(comma + 1))) + " " + core.substr(0, comma);
    else
      core.erase(comma);
  }
  const std::vector<Token> words = tokens(core);
  std::size_t first = 0, last = words.size();
  const auto piece = [&](std::size_t i) { return words[i].folded; };
  while (first < last && in(kHonorifics, piece(first)) && last - first > 1) ++first;
  // "Yi Ma", "Kaiming He": family names, where a degree would leave one word of the name.
  static constexpr std::string_view kFamilies[] = {"Ma", "He", "Ba", "Pe"};
  const auto family = [&](std::size_t i) {
    return i == first + 1 && in(kFamilies, std::string_view(core).substr(words[i].begin, words[i].end - words[i].begin));
  };
  while (last > first + 1 && !family(last - 1) &&
         (in(kDegreesAfter, piece(last - 1)) || (in(kHonorifics, piece(last - 1)) && piece(last - 1) != "im"))) {
    const std::size_t size = words[last - 1].end - words[last - 1].begin;
    if (size <= 2 && core[words[last - 1].begin] != 'D' && piece(last - 1).size() <= 1) break;  // an initial
    --last;
  }
  if (first >= last) {
    if (!out.alternates.empty()) out.name = out.alternates.front(), out.alternates.erase(out.alternates.begin());
    return out;
  }
  std::string name(text::trim(std::string_view(core).substr(words[first].begin, words[last - 1].end - words[first].begin)));
  for (char& c : name)
    if (c == '\n') c = ' ';
  name = text::clean(name, 200);
  if (is_native(name) ? native_name(name) : looks_like_name(name)) {
    out.name = name;
  } else if (!out.alternates.empty() && latin.empty() && is_native(core)) {
    out.name = out.alternates.front();
  } else {
    out.alternates.clear();
  }
  std::erase(out.alternates, out.name);
  return out;
}

NameWords name_words(std::string_view name) {
  NameWords out;
  out.words = text::words(name);
  for (const std::string& word : out.words) {
    out.joined += word;
    if (word.size() > 1) out.spelled_out.push_back(word);
  }
  std::sort(out.spelled_out.begin(), out.spelled_out.end());
  return out;
}

bool same_person(const NameWords& a, const NameWords& b) {
  if (a.words.empty() || b.words.empty()) return false;
  if (a.joined == b.joined) return true;
  const auto within = [](const std::vector<std::string>& few, const std::vector<std::string>& many) {
    return few.size() >= 2 && many.size() >= 2 && std::includes(many.begin(), many.end(), few.begin(), few.end());
  };
  if (within(a.spelled_out, b.spelled_out) || within(b.spelled_out, a.spelled_out)) return true;
  return a.words.back() == b.words.back() && a.words.front()[0] == b.words.front()[0] &&
         (a.words.front().size() == 1 || b.words.front().size() == 1);
}

bool same_person(std::string_view a, std::string_view b) { return same_person(name_words(a), name_words(b)); }

std::vector<Person> leading_people(std::string_view text) {
  static constexpr WordSet kAnd({"and", "et", "e", "y"});
  std::vector<Person> out;
  const std::vector<Token> words = tokens(text);
  std::size_t i = 0;
  const auto between = [&](std::size_t k) {
    return k == 0 ? text.substr(0, words[0].begin) : gap(text, words[k - 1], words[k]);
  };
  while (i < words.size() && out.size() < 8) {
    // Between people: "and", "&", commas, titles.
    const std::size_t before = i;
    while (i < words.size()) {
      const std::string& w = words[i].folded;
      const std::string_view space = between(i);
      if (space.find('\n') != std::string_view::npos && !out.empty()) return out;
      if (space.find(". ") != std::string_view::npos && i > 0 && !out.empty() && words[i - 1].end == out.back().end &&
          !space.starts_with(','))
        return out;
      const bool bridge = in(kHonorifics, w) || w == "and" || w == "et" || w == "und" || w == "y" || w == "e" || w == "with" ||
                          w == "by" || w == "both" || w == "jointly" || w == "co" || w == "as" || w == "well" ||
                          w == "respectively" || w == "my" || w == "advisors" || w == "professors" || w == "or" ||
                          w == "directors";
      if (!bridge || (out.empty() && i - before > 7) || (!out.empty() && i - before > 6)) break;
      ++i;
    }
    if (i >= words.size()) break;
    if (words[i].cjk) {
      std::string_view run = text.substr(words[i].begin, words[i].end - words[i].begin);
      for (std::string_view end :
           {"教授", "老师", "研究员", "博士", "先生", "副教授", "院士", "副研究员", "讲师", "교수", "准教授", "女士"}) {
        const std::size_t at = run.find(end);
        if (at != std::string_view::npos && at >= 6 && at <= 12) run = run.substr(0, at);
      }
      // "湯川 正裕": family and given name, of two characters or three each.
      constexpr std::size_t kPart = 9;  // bytes
      if (run.size() >= 3 && run.size() <= 6 && i + 1 < words.size() && words[i + 1].cjk &&
          run.size() == words[i].end - words[i].begin && gap(text, words[i], words[i + 1]) == " ") {
        const std::string_view given = text.substr(words[i + 1].begin, words[i + 1].end - words[i + 1].begin);
        if (given.size() >= 3 && given.size() <= kPart && native_name(std::string(run) + std::string(given))) {
          out.push_back({std::string(run) + " " + std::string(given), words[i].begin, words[i + 1].end});
          i += 2;
          while (i < words.size() && words[i].cjk && gap(text, words[i - 1], words[i]) == " ") ++i;  // "教授"
          continue;
        }
      }
      if (run.size() < 6 || run.size() > 12 || !native_name(run)) break;
      out.push_back({std::string(run), words[i].begin, words[i].begin + run.size()});
      ++i;
      continue;
    }
    if (!words[i].capital || in(kNotNames, words[i].folded)) break;
    const std::size_t first = i;
    std::size_t last = i;
    for (std::size_t k = i + 1; k < words.size() && k < first + 6; ++k) {
      const std::string_view space = gap(text, words[k - 1], words[k]);
      const bool called = is_nickname(text, words, k);
      const bool tight = space == " " || space == "-" || space == "‐" || space == "." || space == ". " || space == "‑" ||
                         space == "  " || called || is_nickname(text, words, k - 1);
      if (!tight || (space.starts_with('.') && words[k - 1].folded.size() > 2)) break;
      const bool initial = words[k].capital && words[k].folded.size() == 1;  // "Frank E. Doe"
      if (!initial && in(kAnd, words[k].folded)) break;
      if (words[k].capital && !words[k].cjk) {
        if (in(kNotNames, words[k].folded) || (in(kHonorifics, words[k].folded) && words[k].folded.size() > 1)) break;
        if (!called) last = k;
      } else if (!in(kParticles, words[k].folded) && !(space == "-" || space == "‐" || space == "‑")) {
        break;
      } else if (space == "-" || space == "‐" || space == "‑") {
        last = k;
      }
    }
    if (last == first) break;  // a single word is no name
    const std::string name = text::clean(text.substr(words[first].begin, words[last].end - words[first].begin), 200);
    if (!looks_like_name(name)) break;
    out.push_back({name, words[first].begin, words[last].end});
    i = last + 1;
    // A bracket with an organisation or the native name behind a person: skipped.
    if (i < words.size()) {
      const std::string_view space = gap(text, words[i - 1], words[i]);
      if (space.find('(') != std::string_view::npos || space.find("（") != std::string_view::npos) {
        while (i < words.size() && gap(text, words[i - 1], words[i]).find(')') == std::string_view::npos &&
               gap(text, words[i - 1], words[i]).find("）") == std::string_view::npos)
          ++i;
      }
    }
    if (i < words.size()) {
      const std::string_view space = gap(text, words[i - 1], words[i]);
      const bool goes_on = space.find(',') != std::string_view::npos || space.find('/') != std::string_view::npos ||
                           space.find('&') != std::string_view::npos || space.find("、") != std::string_view::npos ||
                           space.find(';') != std::string_view::npos || words[i].folded == "and" || words[i].folded == "et" ||
                           words[i].folded == "und" || words[i].folded == "y" || words[i].folded == "e" ||
                           words[i].folded == "as" || words[i].folded == "or";
      if (!goes_on || space.find(". ") != std::string_view::npos) break;
    }
  }
  return out;
}

}  // namespace fellow::extractor
