// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/title_end.h"

#include <algorithm>

#include "extractor/papers/author_list.h"
#include "extractor/papers/journal_place.h"
#include "extractor/papers/letters.h"
#include "extractor/papers/venue_text.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr Phrases kAbbreviations =
    "vs|proc|conf|int|intl|trans|j|dr|st|no|vol|pp|e|i|g|ed|eds|al|cf|fig|sec|dept|univ|assoc|ann|symp|rev|lett|phys|math|appl|"
    "sci|eng|comput|"
    "comp|chem|biol|med|soc|amer|am|natl|acad|inst|mr|mrs|ms|prof|jr|sr|approx|resp|etc|viz|ca|op|res|stat|mech|theor|mod|nat|"
    "comm|commun|adv|"
    "acm|ieee|syst|softw|autom|geophys|astron|astrophys|opt|mater|struct|nucl|instrum|electron|technol|manag|econ|psychol|pt|"
    "ser|lect|disc|faraday|sp|spp|var|subsp|u|s|v|n"_phrases;

struct QuotePair {
  std::string_view open, close;
};
constexpr QuotePair kQuotes[] = {{"“", "”"},   {"\"", "\""}, {"``", "''"}, {"«", "»"}, {"「", "」"},
                                 {"「", "｣"},  {"｢", "｣"},   {"『", "』"}, {"„", "“"}, {"‘", "’"},
                                 {"《", "》"}, {"“", "“"},   {"“", "\""},  {"″", "″"}, {"”", "”"}};

// Whether what begins here reads as a venue: "In …", "Proceedings …", "IEEE …", or a name that looks_like_venue within its
// clause.
bool venue_begins(std::string_view text) {
  text = strip(text, ".,;:-");
  static constexpr std::string_view kLeads[] = {"In ",       "in Proc",  "in: ",      "In: ",        "Proc",
                                                "IEEE",      "ACM ",     "arXiv",     "Journal",     "Published",
                                                "To appear", "Accepted", "Submitted", "in the Proc", "International Conf",
                                                "preprint",  "Preprint"};
  for (const auto lead : kLeads) {
    if (text.starts_with(lead)) return true;
  }
  const auto clause = text.substr(0, std::min(text.find_first_of(".,;(", 0), std::min<std::size_t>(text.size(), 90)));
  return clause.size() > 2 && looks_like_venue(clause);
}

TitleSpan quoted(std::string_view text, std::size_t at) {
  for (const auto& q : kQuotes) {
    if (!has_at(text, at, q.open)) continue;
    const auto begin = at + q.open.size();
    auto close = text.find(q.close, begin);
    // An apostrophe inside, or a quotation inside the quoted title.
    const bool single = q.close == "’";
    while (close != std::string_view::npos && (single || q.open == q.close) && close + q.close.size() < text.size() &&
           is_letter(letter_at(text, close + q.close.size())))
      close = text.find(q.close, close + q.close.size());
    if (q.open == "「" || q.open == "『") {
      for (auto inner = text.find(q.open, begin);
           inner != std::string_view::npos && close != std::string_view::npos && inner < close;
           inner = text.find(q.open, inner + 3))
        close = text.find(q.close, close + 3);
    }
    if (close == std::string_view::npos || close < begin + 8) continue;
    return {begin, close, close + q.close.size(), true};
  }
  return {};
}

// The stretch from `at` that is linked, bold or italic as its beginning is.
TitleSpan marked(const Line& line, std::size_t at) {
  std::size_t i = 0;
  while (i < line.runs.size() && line.runs[i].end <= at) ++i;
  if (i == line.runs.size() || line.runs[i].begin > at + 2) return {};
  const Run& first = line.runs[i];
  const auto stretch = [&](auto same) {
    std::size_t end = first.end;
    for (std::size_t k = i + 1; k < line.runs.size() && same(line.runs[k]); ++k) {
      // "<b>Title.</b> <b>Jane Doe</b>, …": what ends in a full stop is over with its element.
      const char last = line.text[end - 1];
      if (line.runs[k].element != first.element && (last == '.' || last == '?' || last == '!')) break;
      end = line.runs[k].end;
    }
    return end;
  };
  std::size_t end = 0;
  if (first.link)
    end = stretch([&](const Run& r) { return r.link && r.href == first.href; });
  else if (first.bold)
    end = stretch([](const Run& r) { return r.bold; });
  else if (first.italic)
    end = stretch([](const Run& r) { return r.italic; });
  else
    return {};
  const auto text = std::string_view(line.text);
  const auto stretch_text = text.substr(at, end - at);
  if (end >= text.size() && at == 0 && line.runs.size() == 1) return {};  // set alike throughout: says nothing
  if (count_letters(stretch_text) < 10 && count_pieces(stretch_text) < 3) return {};
  // "<i>Lutjanus synagris</i> using …": a title that only begins with italics.
  std::size_t behind = end;
  while (behind < text.size() && text[behind] == ' ') ++behind;
  const char32_t next = letter_at(text, behind);
  const char last = stretch_text.back();
  if (behind > end && is_lower(next) && last != '.' && last != ',' && last != '?' && !has_at(text, behind, "in ") &&
      !has_at(text, behind, "with ") && !has_at(text, behind, "by ") && !has_at(text, behind, "to appear") &&
      !has_at(text, behind, "arXiv") && !has_at(text, behind, "accepted"))
    return {};
  if (behind == end && behind < text.size() && (is_letter(next) || next == '-')) return {};
  return {at, end, end, true};
}

// Where a venue set in italics (or bold, or as a link) begins behind a full stop, comma or "In".
std::size_t styled_venue(const Line& line, std::size_t from) {
  const auto text = std::string_view(line.text);
  for (std::size_t k = 0; k < line.runs.size(); ++k) {
    const auto& run = line.runs[k];
    if (run.begin <= from + 8 || !(run.italic || run.bold)) continue;
    if (count_letters(text.substr(run.begin, run.end - run.begin)) < 2) continue;
    auto before = strip(text.substr(from, run.begin - from), "");
    // "Title <i>Journal</i>": nothing but the change of type between them.
    const auto behind = strip(text.substr(run.end), " |,.;:()[]");
    const bool last = count_letters(behind) == 0 || (behind.size() < 40 && is_digit(behind[0]));
    if (run.italic && last && is_letter(letter_at(text, run.begin)) &&
        looks_like_venue(text.substr(run.begin, run.end - run.begin)))
      return run.begin;
    if (before.ends_with(" In") || before.ends_with(" in") || before.ends_with(" In:") || before.ends_with(",in"))
      return from + static_cast<std::size_t>(before.data() + before.size() - 3 - (text.data() + from));
    if (before.ends_with(" in the") || before.ends_with(" In the"))
      return from + static_cast<std::size_t>(before.data() + before.size() - 7 - (text.data() + from));
    if (before.ends_with(".") || before.ends_with(",") || before.ends_with("?") || before.ends_with("!") ||
        before.ends_with(";") || before.ends_with(":") || before.ends_with("”") || before.ends_with("\"")) {
      if (before.ends_with(":") && run.italic && !looks_like_venue(text.substr(run.begin, run.end - run.begin))) continue;
      return run.begin;
    }
  }
  return text.size();
}

// Whether this is a list of people from its beginning to its end.
bool are_people(std::string_view text) {
  static const Owner kNobody{std::span<const std::string>{}};
  const auto list = read_authors(text, kNobody);
  return list.names.size() >= 2 && list.end + 3 > text.size();
}

}  // namespace

bool is_abbreviation(std::string_view word) { return is_one_of(word, kAbbreviations); }

std::size_t sentence_end(std::string_view text, bool venue) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (has_at(text, at, "。") || has_at(text, at, "．")) {
      if (at > 6) return at;
      continue;
    }
    if (text[at] != '.' && text[at] != '?' && text[at] != '!') continue;
    const auto next = at + 1;
    if (next < text.size() && text[next] != ' ' && text[next] != '\n' && !(text[at] != '.' && has_at(text, next, "”")))
      continue;
    if (text[at] != '.') {
      if (next >= text.size() || venue || venue_begins(text.substr(next))) return text[at] == '.' ? at : next;
      continue;
    }
    std::size_t begin = text.rfind(' ', at);
    begin = begin == std::string_view::npos ? 0 : begin + 1;
    const auto word = text.substr(begin, at - begin);
    const std::string folded = text::fold(word);
    if (next >= text.size()) return at;
    if (word.find('.') != std::string_view::npos && !venue) continue;  // "e.g."
    if (is_one_of(folded, kAbbreviations) && !(folded.size() == 1 && is_digit(folded[0]))) {
      // "… type A. In Proc": a single capital may still end a title.
      if (!(folded.size() == 1 && venue_begins(text.substr(next)) && !venue)) continue;
    }
    if (venue) {
      const auto letters = count_letters(word);
      if (letters > 0 && letters < 5 && word.find(')') == std::string_view::npos &&
          !std::any_of(word.begin(), word.end(), is_digit))
        continue;
      return at;
    }
    if (at < 6) continue;
    // "Where. ru?": a title goes on in lower case.
    const char32_t c = letter_at(text, next + 1);
    if (is_lower(c) && !has_at(text, next + 1, "in ") && !has_at(text, next + 1, "arXiv") &&
        !has_at(text, next + 1, "to appear") && !has_at(text, next + 1, "accepted") && !has_at(text, next + 1, "preprint") &&
        !has_at(text, next + 1, "submitted"))
      continue;
    return at;
  }
  return text.size();
}

TitleSpan find_title(const Line& line) {
  const auto text = std::string_view(line.text);
  std::size_t at = 0;
  while (at < text.size() && (text[at] == ' ' || text[at] == '.' || text[at] == ',' || text[at] == ':' || text[at] == ';' ||
                              text[at] == '-' || text[at] == ')'))
    ++at;
  for (const std::string_view dash : {"–", "—", "：", "，"}) {
    if (has_at(text, at, dash)) at += dash.size();
  }
  while (at < text.size() && text[at] == ' ') ++at;
  if (at >= text.size()) return {};
  if (const auto span = quoted(text, at); span.end != 0) return span;
  if (const auto span = marked(line, at); span.end != 0) return span;
  const auto rest = text.substr(at);
  const auto styled = styled_venue(line, at);
  auto end = at + sentence_end(rest);
  if (styled < text.size() && styled < end) {
    end = styled;
  } else if (styled < text.size() && end < styled) {
    // One more sentence before the styled venue that is no venue itself: "Title. II. More. <i>Journal</i>".
    const auto between = strip(text.substr(end, styled - end), ".?! ");
    const bool digits = std::any_of(between.begin(), between.end(), is_digit);
    if (count_pieces(between) >= 2 && !digits && !venue_begins(between) && !are_people(between)) end = styled;
  }
  // "Title, Soft Matter 12 (2020) 1-10", "Title, 120 Harv. L. Rev. 1234 (2019)".
  int commas = 0;
  for (auto comma = text.find(", ", at + 8); comma != std::string_view::npos && comma < end && commas < 10;
       comma = text.find(", ", comma + 2), ++commas) {
    if (!journal_place(text.substr(comma + 2)).whole) continue;
    end = comma;
    break;
  }
  const bool ended = end < text.size();
  const bool whole = !ended || strip(text.substr(end), ".?! ").empty();
  if (whole) {
    // "Title, Proceedings of …" and "Title, in Proc. …": no full stop at all.
    const auto line_end = end;
    for (auto comma = text.find(", ", at + 12); comma != std::string_view::npos && comma < line_end;
         comma = text.find(", ", comma + 2)) {
      const auto behind = text.substr(comma + 2, line_end - comma - 2);
      static constexpr std::string_view kLeads[] = {
          "in Proc",      "In Proc",      "in the ",      "In the ",        "In ",       "Proceedings",   "Proc.",  "IEEE ",
          "ACM ",         "arXiv",        "Journal of",   "International ", "in: ",      "The Journal",   "USENIX", "Springer",
          "Transactions", "to appear in", "To appear in", "submitted to ",  "accepted ", "forthcoming in"};
      const bool lead = std::any_of(std::begin(kLeads), std::end(kLeads), [&](auto l) { return behind.starts_with(l); });
      const auto clause = behind.substr(0, std::min(behind.find_first_of(",.;("), behind.size()));
      // "…, Journal, 12, 345": what a volume follows is a venue.
      const auto volume = behind.size() > clause.size() + 2 ? behind.substr(clause.size() + 2) : std::string_view();
      const bool numbered = clause.size() < 60 && count_pieces(clause) <= 6 && is_upper(letter_at(clause, 0)) &&
                            behind.substr(clause.size()).starts_with(", ") && is_digit(volume[0]) &&
                            count_letters(volume.substr(0, volume.find(','))) < 2;
      if (lead || numbered ||
          (clause.size() < 60 && (is_upper(letter_at(clause, 0)) || is_cjk(letter_at(clause, 0))) &&
           looks_like_venue(clause))) {
        end = comma;
        break;
      }
    }
  }
  if (end <= at) return {};
  return {at, end, end, false};
}

}  // namespace fellow::extractor::papers
