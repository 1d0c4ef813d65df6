// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/organisations.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "extractor/fields/leftovers.h"
#include "extractor/fields/organisation_words.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

struct Run {
  std::size_t first = 0, last = 0;  // tokens, last included
  const tables::Institution* row = nullptr;
  bool part = false;  // a department
};

bool common_capital(const Token& token) { return in(kNever, token.folded); }

// The longest run of capitalised words and small linking words from `first` on.
std::size_t run_end(std::string_view text, const std::vector<Token>& words, std::size_t first) {
  std::size_t last = first;
  for (std::size_t i = first + 1; i < words.size() && i < first + 12; ++i) {
    const std::string_view between = gap(text, words[i - 1], words[i]);
    const bool near = adjoining(between) || between == " & " || between == "’" || between == "'" || between == " ‘" ||
                      between == "’ " || between == " \"" || between == " “";
    if (!near || between.find('\n') != std::string_view::npos) break;
    if (between.starts_with('.') && words[i - 1].folded.size() > 4) break;
    if (words[i].capital && !words[i].cjk) {
      if (common_capital(words[i]) && words[i].folded != "research" && words[i].folded != "may" &&
          words[i].folded != "graduate" && words[i].folded != "education" && words[i].folded != "teaching")
        break;
      last = i;
    } else if (!in(kLinks, words[i].folded) && text.substr(words[i].begin, words[i].end - words[i].begin) != "à") {
      break;
    } else if ((words[i].folded == "in" || words[i].folded == "on") && !in(kOrganisation, words[first].folded) &&
               i + 1 < words.size() && !words[i + 1].capital) {
      break;
    }
  }
  return last;
}

bool has_word(const std::vector<Token>& words, const Run& run, auto const& list) {
  for (std::size_t i = run.first; i <= run.last; ++i)
    if (in(list, words[i].folded)) return true;
  return false;
}

// "Department of Physics", "Machine Learning Group": no organisation of the highest kind is in it.
bool part_run(const std::vector<Token>& words, const Run& run) {
  if (has_word(words, run, kTop)) return false;
  if (in(kPart, words[run.first].folded) || in(kPart, words[run.last].folded)) return true;
  for (std::size_t i = run.first; i + 1 < run.last; ++i)  // "Gaoling School of Artificial Intelligence"
    if ((words[i].folded == "school" || words[i].folded == "faculty" || words[i].folded == "department") &&
        (words[i + 1].folded == "of" || words[i + 1].folded == "for"))
      return true;
  return false;
}

// A run by form, cut where a department ends and its organisation begins ("School of X of University Y" stays one run only if
// the table or the first word says so).
std::optional<Run> form_run(std::string_view text, const std::vector<Token>& words, std::size_t first) {
  if (!words[first].capital || words[first].cjk || common_capital(words[first])) return std::nullopt;
  Run run{.first = first, .last = run_end(text, words, first)};
  // "in X" or "at Y" inside a run that does not begin with a word of form: only the part before belongs to it.
  for (std::size_t i = run.first + 1; i < run.last; ++i) {
    if ((words[i].folded == "and" || words[i].folded == "in" || words[i].folded == "et" || words[i].folded == "und") &&
        in(kTop, words[i - 1].folded))
      run.last = i - 1;
    if (words[i].folded == "and" && i + 1 <= run.last && in(kFirstOf, words[i + 1].folded) && i >= 2) run.last = i - 1;
    if (words[i].folded == "the" && i >= 1 && i + 1 <= run.last && in(kFirstOf, words[i + 1].folded) &&
        in(kPart, words[run.first].folded))
      run.last = i - 1;
    if (words[i].folded == "of" && i > run.first + 1 && i + 1 <= run.last && in(kTop, words[i + 1].folded) &&
        in(kPart, words[run.first].folded))
      run.last = i - 1;
  }
  // "Acme Research Institute in Toronto": the town is no part of it.
  if (run.last >= run.first + 3 && words[run.last - 1].folded == "in" && in(kHouses, words[run.last - 2].folded)) run.last -= 2;
  for (std::size_t i = run.first + 2; i < run.last; ++i)  // "Acme Institute & Bell University"
    if (gap(text, words[i - 1], words[i]) == " & " && has_word(words, {.first = run.first, .last = i - 1}, kOrganisation) &&
        has_word(words, {.first = i, .last = run.last}, kOrganisation))
      run.last = i - 1;
  // "Universität X and Institute of Y": two, each with a word of form and a name of its own.
  for (std::size_t i = run.first + 2; i + 1 < run.last; ++i)
    if ((words[i].folded == "and" || words[i].folded == "und" || words[i].folded == "et") &&
        has_word(words, {.first = run.first, .last = i - 1}, kTop) &&
        has_word(words, {.first = i + 1, .last = run.last}, kOrganisation))
      run.last = i - 1;
  while (run.last > run.first && !words[run.last].capital) --run.last;
  if (!has_word(words, run, kOrganisation) && !part_run(words, run)) return std::nullopt;
  // "MSc Physics Universität X": a field of study is no part of the name.
  if (run.last >= run.first + 2 && in(kTop, words[run.first + 1].folded) && words[run.first + 2].capital &&
      !in(kOrganisation, words[run.last].folded) && tables::topic(words[run.first].folded))
    return std::nullopt;
  const std::size_t length = run.last - run.first + 1;
  if (length == 1) return std::nullopt;  // "University", "School"
  // The word of form has to begin or end the run, or stand before "of" in it.
  bool shaped = in(kOrganisation, words[run.last].folded) || in(kOrganisation, words[run.first].folded) ||
                in(kPart, words[run.first].folded) || in(kPart, words[run.last].folded);
  for (std::size_t i = run.first + 1; i + 1 <= run.last && !shaped; ++i) shaped = in(kOrganisation, words[i].folded);
  if (!shaped) return std::nullopt;
  run.part = part_run(words, run);
  return run;
}

constexpr std::string_view kCjkEndings[] = {
    "大学", "大學",   "学院",   "學院",   "研究院", "研究所", "研究中心", "センター", "公司", "実験室", "实验室",      "医院",
    "病院", "取引所", "科学院", "대학교", "연구소", "연구원", "대학원",   "研究机构", "银行", "機構",   "研究開発法人"};
constexpr std::string_view kCjkTop[] = {"大学院大学", "大学",   "大學", "科学院", "公司", "研究院",
                                        "대학교",     "研究所", "機構", "取引所", "医院", "病院"};

// "山口大学大学院創成科学研究科教授" -> "山口大学"; the rest up to a position's word is the department.
std::optional<Organisation> cjk_organisation(std::string_view text, const Token& token) {
  std::string_view run = text.substr(token.begin, token.end - token.begin);
  std::size_t skip = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::string_view lead :
         {"现就读于", "就读于", "毕业于", "任职于", "现任", "我是", "我在", "于",   "在",   "是",   "本人", "获",   "获得",
          "现为",     "后于",   "年",     "月",     "取得", "进入", "加入", "自",   "从",   "分别", "曾任", "曾在", "为",
          "に",       "で",     "は",     "から",   "我",   "目前", "现在", "本科", "硕士", "博士", "随后", "之后", "并"})
      if (run.starts_with(lead) && run.size() > lead.size() + 6) {
        run.remove_prefix(lead.size());
        skip += lead.size();
        moved = true;
      }
  }
  const tables::Institution* row = nullptr;
  std::size_t end = 0;
  for (std::size_t cut = run.size(); cut >= 6 && !row; --cut) {
    if (cut < run.size() && (static_cast<unsigned char>(run[cut]) & 0xC0) == 0x80) continue;
    if (cut > 90) continue;
    if ((row = tables::institution(run.substr(0, cut)))) end = cut;
  }
  for (std::string_view ending : kCjkTop) {
    if (row) break;
    const std::size_t at = run.find(ending);
    if (at == std::string_view::npos || at < 6 || at > 60) continue;
    if (end == 0 || at + ending.size() < end) end = at + ending.size();
    if (ending == "大学院大学") break;
  }
  if (end == 0) {
    for (std::string_view ending : kCjkEndings)
      if (const std::size_t at = run.find(ending); at != std::string_view::npos && at >= 6 && at <= 60 && end == 0)
        end = at + ending.size();
  }
  if (end == 0) return std::nullopt;
  Organisation out;
  out.name = run.substr(0, end);
  out.row = row;
  out.begin = token.begin + skip, out.end = out.begin + end;
  // "百图生科（北京）智能技术有限公司": the firm's name stands before the bracket.
  if (!row && out.name.ends_with("公司") && token.begin > 9 && text.substr(token.begin - 3, 3) == "）") {
    const std::size_t open = text.substr(0, token.begin).rfind("（");
    std::size_t from = open;
    while (from != std::string_view::npos && from >= 3 && static_cast<unsigned char>(text[from - 3]) >= 0xE3 &&
           text.substr(from - 3, 3) != "，" && text.substr(from - 3, 3) != "；" && text.substr(from - 3, 3) != "、" &&
           open - from < 45)
      from -= 3;
    if (open != std::string_view::npos && from < open) out.name = text.substr(from, open - from), out.begin = from;
  }
  out.by_form = row == nullptr;
  return out;
}

// "Samsung" of "Samsung's", where the table knows it without the ending only; else "".
std::string_view owner(std::string_view word) {
  for (std::string_view ending : {"'s", "’s"}) {
    if (!word.ends_with(ending)) continue;
    const std::string_view name = word.substr(0, word.size() - ending.size());
    if (!tables::institution(word) && tables::institution(name)) return name;
  }
  return {};
}

std::string written(std::string_view text, const std::vector<Token>& words, const Run& run) {
  std::size_t end = words[run.last].end;
  if (const std::string_view last = text.substr(words[run.last].begin, end - words[run.last].begin); !owner(last).empty())
    end = words[run.last].begin + owner(last).size();
  std::size_t close = end;
  while (close < text.size() && (text.substr(close).starts_with("’") || text[close] == '\''))
    close += text[close] == '\'' ? 1 : 3;
  if (text.substr(words[run.first].begin, end - words[run.first].begin).find("‘") != std::string_view::npos) end = close;
  std::string name = text::clean(text.substr(words[run.first].begin, end - words[run.first].begin), 200);
  // "Università di Padova Padova": the name and its town from two columns of a table.
  if (const std::size_t last = name.rfind(' '); last != std::string::npos && last > 0) {
    const std::size_t before = name.rfind(' ', last - 1);
    if (before != std::string::npos && name.substr(before + 1, last - before - 1) == name.substr(last + 1)) name.erase(last);
  }
  return name;
}

// Words that the table has as a name but that mean something else here: "Google Scholar", the label "GitHub" of a link,
// "Liu" (an abbreviation has to be written as one), "BSc".
bool named_in_passing(std::string_view text, const std::vector<Token>& words, std::size_t begin, std::size_t end) {
  const std::string_view first = words[begin].folded;
  static constexpr WordSet kProducts(
      {"scholar", "drive", "sites", "site", "docs", "groups", "maps", "summer", "code", "play", "form", "forms", "analytics"});
  if (end - begin == 1 && first == "google" && end < words.size() && in(kProducts, words[end].folded)) return true;
  static constexpr WordSet kNetworks({"github", "linkedin", "twitter", "facebook", "youtube", "medium", "x"});
  if (end - begin == 1 && in(kNetworks, first)) {
    static constexpr std::string_view kBefore[] = {"at", "from", "joined", "for"};
    const bool led = begin > 0 && in(kBefore, words[begin - 1].folded);
    const bool dated = std::any_of(words.begin(), words.end(), [](const Token& w) {
      return w.number && w.folded.size() == 4 && (w.folded.starts_with("19") || w.folded.starts_with("20"));
    });
    if (!led && !dated) return true;
  }
  const std::string_view written = text.substr(words[begin].begin, words[begin].end - words[begin].begin);
  if (end - begin == 1 && written.size() <= 4 && !words[begin].cjk) {
    // "Liu", "Ma", "Ens" are names of people or words; "Yale" and "Meta" are written so.
    const tables::Institution* row = tables::institution(written);
    if (row) {
      bool as_is = false;
      const auto check = [&](const std::string& name) { as_is = as_is || name == written; };
      check(row->name);
      for (const std::string& name : row->alternate_names) check(name);
      if (!as_is) return true;
    }
  }
  return false;
}

// Table names and runs by form, the longer one where they overlap.
std::vector<Run> runs(std::string_view text, const std::vector<Token>& words) {
  // The tables know "&" as a word of its own ("Texas A&M"), the text's words do not.
  std::vector<std::string> folded, as_written;
  std::vector<std::size_t> word_of;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Token& word = words[i];
    if (i > 0 && gap(text, words[i - 1], word).find('&') != std::string_view::npos) {
      folded.emplace_back("and"), as_written.emplace_back("&"), word_of.push_back(i);
    }
    std::string_view own = owner(text.substr(word.begin, word.end - word.begin));
    folded.push_back(own.empty() ? word.folded : text::fold(own));
    as_written.emplace_back(own.empty() ? text.substr(word.begin, word.end - word.begin) : own);
    word_of.push_back(i);
  }
  std::vector<Run> out;
  std::vector<tables::Span<tables::Institution>> spans = tables::find_institutions(folded, as_written);
  for (auto& span : spans) span.begin = word_of[span.begin], span.end = word_of[span.end - 1] + 1;
  std::erase_if(spans, [&](const auto& span) {  // a name that is written small ("target", "apple") or runs over a sentence
    if (!words[span.begin].capital && !words[span.begin].cjk && words[span.begin].folded.size() > 1) {
      bool any = false;
      for (std::size_t i = span.begin; i < span.end; ++i) any = any || words[i].capital;
      if (!any) return true;
    }
    if (named_in_passing(text, words, span.begin, span.end)) return true;
    for (std::size_t i = span.begin + 1; i < span.end; ++i) {
      const std::string_view between = gap(text, words[i - 1], words[i]);
      if (between.find('\n') != std::string_view::npos || between.find(". ") != std::string_view::npos || between.size() > 6)
        return true;
      // "Institute of Technology (IIT) Bhubaneswar": no name begins inside a bracket and ends outside.
      if (between.find(')') != std::string_view::npos &&
          text.substr(words[span.begin].begin, words[i].begin - words[span.begin].begin).find('(') == std::string_view::npos)
        return true;
    }
    return false;
  });
  std::size_t span = 0;
  for (std::size_t i = 0; i < words.size();) {
    while (span < spans.size() && spans[span].begin < i) ++span;
    std::optional<Run> run = form_run(text, words, i);
    const bool at_span = span < spans.size() && spans[span].begin == i;
    if (run && !at_span && span < spans.size() &&
        spans[span].begin <= run->last) {  // a table name within: cut before it or take all
      const auto& inner = spans[span];
      const bool all = inner.end - 1 <= run->last && !run->part && inner.begin <= run->first + 1 && inner.end - 1 < run->last;
      if (!all) {
        Run head{.first = run->first, .last = inner.begin - 1};
        while (head.last > head.first && !words[head.last].capital) --head.last;
        const bool good = head.last > head.first && words[head.last].capital && part_run(words, head);
        if (good) {
          head.part = true;
          out.push_back(head);
        }
        i = inner.begin;
        continue;
      }
    }
    if (at_span) {
      Run table{.first = i, .last = spans[span].end - 1, .row = spans[span].row};
      if (run && run->last > table.last && !in(kLinks, words[table.last + 1].folded)) {
        // "Harvard Medical School" is one thing, "MIT Media Lab" and "Stanford Computer Science Department" are MIT and
        // Stanford.
        const std::string& last = words[run->last].folded;
        const bool own = last == "school" || last == "hospital" || last == "college" || last == "university" ||
                         last == "health" || last == "medicine" || words[table.last + 1].folded == "school" ||
                         words[table.last + 1].folded == "university" || words[table.last + 1].folded == "medical" ||
                         words[table.last + 1].folded == "business";
        if (own)
          table.last = run->last, table.row = tables::institution(written(text, words, table))
                                                  ? tables::institution(written(text, words, table))
                                                  : table.row;
        else {
          Run rest{.first = table.last + 1, .last = run->last, .row = nullptr, .part = true};
          out.push_back(table);
          if (rest.last > rest.first && part_run(words, rest)) out.push_back(rest);
          i = run->last + 1;
          continue;
        }
      }
      out.push_back(table);
      i = table.last + 1;
      continue;
    }
    if (run) {
      out.push_back(*run);
      i = run->last + 1;
      continue;
    }
    ++i;
  }
  return out;
}

// "Copenhagen Business School", "Norwegian School of Economics", "Oak National Laboratory": a name of its own before the word
// of form. "School of Computing", "Robotics Institute", "Graduate School" are parts of something.
bool house_run(const std::vector<Token>& words, const Run& run) {
  static constexpr WordSet kGeneral({"graduate", "computer",  "computing", "medical", "business",   "doctoral",   "summer",
                                     "winter",   "spring",    "autumn",    "law",     "management", "research",   "our",
                                     "the",      "high",      "middle",    "public",  "applied",    "advanced",   "data",
                                     "new",      "secondary", "primary",   "main",    "faculty",    "engineering"});
  static constexpr WordSet kTrades({"business", "law", "medical", "management", "dental", "engineering"});
  static constexpr WordSet kTowns({"london",    "paris",     "barcelona", "toulouse", "stockholm", "copenhagen", "frankfurt",
                                   "rotterdam", "vienna",    "moscow",    "tokyo",    "european",  "colorado",   "royal",
                                   "national",  "catholic",  "hanken",    "berlin",   "geneva",    "lausanne",   "madrid",
                                   "lisbon",    "warsaw",    "prague",    "athens",   "istanbul",  "singapore",  "mumbai",
                                   "delhi",     "shanghai",  "kyiv",      "tilburg",  "hamburg",   "munich",     "glasgow",
                                   "liverpool", "stuttgart", "leipzig",   "oslo",     "new york",  "chicago",    "montreal"});
  if (run.last < run.first + 2 || words[run.first].cjk) return false;
  const std::string& first = words[run.first].folded;
  const std::string& last = words[run.last].folded;
  if (in(kGeneral, first) || in(kPart, first) || tables::topic(first)) return false;
  if (last == "school" || last == "college") return in(kTrades, words[run.last - 1].folded);
  const bool of_nation = in(kTowns, first) || first.ends_with("ian") || first.ends_with("ish");
  if (last == "institute" || last == "academy") {  // "Norwegian Polar Institute", "Robert Koch Institute"
    const bool person = run.last == run.first + 2 && !tables::topic(first + " " + words[run.first + 1].folded) &&
                        !tables::topic(words[run.first + 1].folded) && first.size() > 2 &&
                        !in(kGeneral, words[run.first + 1].folded) && !first.ends_with("al") && !first.ends_with("ing");
    if (of_nation || person) return true;
  }
  // "Ekdahl Family Brain Research Institute"
  if ((last == "institute" || last == "centre" || last == "center") && words[run.last - 1].folded == "research" &&
      run.last >= run.first + 3 && !tables::topic(first + " " + words[run.first + 1].folded))
    return true;
  if (last == "lab" || last == "laboratory" || last == "institute" || last == "centre" || last == "center")
    return first == "national" || words[run.last - 1].folded == "national" || words[run.last - 1].folded == "federal";
  return of_nation && words[run.first + 1].folded == "school" && words[run.first + 2].folded == "of";
}

// What may stand between a department and its organisation.
bool links_parts(std::string_view between) {
  const std::string folded = text::fold(between);
  static constexpr std::string_view kJoin[] = {"",       "at",         "at the",  "of",         "of the", "in",    "in the",
                                               "within", "within the", "the",     "der",        "de",     "de la", "an der",
                                               "a",      "del",        "da",      "della",      "di",     "de l",  "d",
                                               "from",   "from the",   "part of", "part of the"};
  return between.size() < 24 && between.find(". ") == std::string_view::npos && in(kJoin, folded);
}

}  // namespace

std::vector<Organisation> find_organisations(std::string_view text) { return find_organisations(text, tokens(text)); }

std::vector<Organisation> find_organisations(std::string_view text, const std::vector<Token>& words) {
  std::vector<Organisation> out;
  std::vector<bool> part;
  for (const Run& run : runs(text, words)) {
    Organisation organisation;
    organisation.name = written(text, words, run);
    organisation.row = run.row ? run.row : tables::institution(organisation.name);
    organisation.begin = words[run.first].begin, organisation.end = words[run.last].end;
    organisation.by_form = organisation.row == nullptr;
    if (leftover_organisation(organisation.name)) continue;
    out.push_back(std::move(organisation));
    part.push_back(run.part && out.back().row == nullptr);
    out.back().house = part.back() && house_run(words, run);
  }
  for (const Token& word : words) {
    if (!word.cjk || word.end - word.begin < 6) continue;
    const auto organisation = cjk_organisation(text, word);
    if (!organisation) continue;
    const bool taken = std::any_of(out.begin(), out.end(), [&](const Organisation& o) {
      return o.begin < organisation->end && organisation->begin < o.end;
    });
    if (!taken) out.push_back(*organisation), part.push_back(false);
  }
  // Departments go to the organisation beside them: "School of X, University of Y" or "University of Y, School of X".
  std::vector<Organisation> merged;
  std::vector<std::size_t> order(out.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return out[a].begin < out[b].begin; });
  std::vector<std::size_t> pending;  // parts waiting for their organisation
  const auto leave = [&] {           // of those that wait in vain, the one with a name of its own
    const auto house = std::find_if(pending.begin(), pending.end(), [&](std::size_t i) { return out[i].house; });
    if (house != pending.end()) merged.push_back(out[*house]);
    pending.clear();
  };
  for (std::size_t k = 0; k < order.size(); ++k) {
    Organisation& here = out[order[k]];
    if (part[order[k]]) {
      if (!merged.empty() && pending.empty() && merged.back().end <= here.begin && merged.back().department.empty() &&
          links_parts(text.substr(merged.back().end, here.begin - merged.back().end)) &&
          !(k + 1 < order.size() && !part[order[k + 1]] &&
            links_parts(text.substr(here.end, out[order[k + 1]].begin - here.end)) &&
            text.substr(here.end, out[order[k + 1]].begin - here.end).find("at") != std::string_view::npos)) {
        merged.back().department = here.name, merged.back().end = here.end;
      } else {
        if (!pending.empty() && !links_parts(text.substr(out[pending.back()].end, here.begin - out[pending.back()].end)))
          leave();
        pending.push_back(order[k]);
      }
      continue;
    }
    if (!pending.empty() && links_parts(text.substr(out[pending.back()].end, here.begin - out[pending.back()].end))) {
      here.department = out[pending.front()].name;
      here.begin = out[pending.front()].begin;
      pending.clear();
    }
    leave();
    here.house = false;
    merged.push_back(here);
  }
  leave();
  return merged;
}

bool is_department(std::string_view name) {
  const std::vector<Token> words = tokens(name);
  if (words.empty() || tables::institution(name)) return false;
  return part_run(words, {.first = 0, .last = words.size() - 1});
}

}  // namespace fellow::extractor
