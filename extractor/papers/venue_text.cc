// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/venue_text.h"

#include <algorithm>

#include "extractor/marks.h"
#include "extractor/papers/letters.h"
#include "extractor/papers/section_words.h"
#include "extractor/phrases.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr std::size_t kMaxTitle = 500, kMaxVenue = 300;

constexpr Phrases kVenueWords =
    "proceedings|proc|journal|j|conference|conf|symposium|workshop|workshops|transactions|trans|letters|lett|review|reviews|"
    "rev|annals|arxiv|"
    "biorxiv|medrxiv|psyarxiv|ssrn|preprint|corr|hal|ieee|acm|usenix|springer|elsevier|wiley|press|magazine|bulletin|acta|"
    "archives|"
    "international|advances|lecture notes|lncs|phys|math|appl|sci|comput|eng|university|universitat|universite|working "
    "paper|discussion paper|"
    "technical report|tech report|thesis|dissertation|accepted|submitted|under review|in press|forthcoming|to "
    "appear|congress|meeting|"
    "quarterly|annual|communications|reports|studies|research|science|sciences|frontiers|zeitschrift|revue|revista|rivista|pp|"
    "vol|track|"
    "neurips|nips|icml|iclr|cvpr|iccv|eccv|acl|emnlp|naacl|aaai|ijcai|kdd|www|chi|icra|iros|rss|corl|sigmod|vldb|osdi|sosp|"
    "nsdi|asplos|"
    "isca|micro|hpca|ccs|ndss|icse|fse|ase|popl|pldi|oopsla|icfp|interspeech|icassp|miccai|siggraph|sigir|wsdm|uai|aistats|"
    "colt|stoc|focs|soda"_phrases;

// Cuts text at the first of: page numbers, volume, DOI, address, remark.
std::size_t cut_at(std::string_view text) {
  static constexpr Marks kCuts({", pp",       " pp.",       " pp ",          ", pages",     " pages ",     ", vol.",
                                ", volume",   " vol.",      " volume ",      "doi:",        "doi ",        "http://",
                                "https://",   ", article ", ", no.",         ", p. ",       ", s. ",       " (in chinese)",
                                "，vol",      "，no.",      "，pp",          "、vol",       "、no.",       "、pp",
                                " [",         ", n°",       ", issn",        ", isbn",      " isbn",       "; volum",
                                ", accepted", ", in press", ", forthcoming", ", to appear", ", submitted", "acceptance rate",
                                " arxiv:",    "(acceptance"});
  const std::string low = text::lower(text);
  std::size_t cut = low.size();
  // "学报，2022，33(5)：1-10": the year or volume behind a full-width comma.
  for (auto at = low.find("，"); at != std::string::npos && cut == low.size(); at = low.find("，", at + 3))
    if (at > 2 && at + 3 < low.size() && is_digit(low[at + 3])) cut = at;
  if (!kCuts.any_in(low)) return cut;
  for (const auto c : kCuts) {
    const auto at = low.find(c);
    if (at != std::string::npos && at > 2) cut = std::min(cut, at);
  }
  return cut;
}

// Numbers at the end: ", 85 (2015), 34-51", " 16:e0233479", ", 2020".
std::string_view drop_numbers(std::string_view text) {
  for (int i = 0; i < 12; ++i) {
    text = strip(text, ".,;:-–—/·");
    std::size_t begin = text.rfind(' ');
    begin = begin == std::string_view::npos ? 0 : begin + 1;
    const auto last = text.substr(begin);
    if (last.empty() || begin == 0) break;
    const auto digits = static_cast<std::size_t>(std::count_if(last.begin(), last.end(), is_digit));
    std::size_t letters = count_letters(last);
    // "(2015)", "2020", "16:e0233479", "51(3):", "P1.65." but not "NeurIPS'18", "(ICSE'24)", "2D".
    const std::string low = text::lower(strip(last, "().,:;"));
    const bool month = is_one_of(low,
                                 "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|"
                                 "august|september|october|november|december|in|no|vol|pp|article|volume|issue|n°"_phrases);
    if (month && i > 0) {
      text = text.substr(0, begin);
      continue;
    }
    if (digits == 0 || letters > 2 || (letters > 0 && digits < 3)) break;
    text = text.substr(0, begin);
  }
  return strip(text, ".,;:-–—/");
}

std::string_view drop_lead(std::string_view text) {
  static constexpr Marks kLeads({"in proceedings of the ",
                                 "in proceedings of ",
                                 "in proc. of the ",
                                 "in proc. of ",
                                 "in proc. ",
                                 "in: ",
                                 "in the proceedings of the ",
                                 "in the proceedings of ",
                                 "in the ",
                                 "in ",
                                 "published in the ",
                                 "published in ",
                                 "publié dans ",
                                 "publicado en ",
                                 "veröffentlicht in ",
                                 "erschienen in ",
                                 "to appear in the ",
                                 "to appear in ",
                                 "to appear at ",
                                 "appeared in ",
                                 "submitted to ",
                                 "accepted to ",
                                 "accepted by ",
                                 "accepted for publication in ",
                                 "accepted at ",
                                 "accepted in ",
                                 "accepted for ",
                                 "conditionally accepted for ",
                                 "conditionally accepted to ",
                                 "conditionally accepted at ",
                                 "revise and resubmit at the ",
                                 "revise and resubmit at ",
                                 "revise and resubmit, ",
                                 "revise & resubmit at the ",
                                 "revise & resubmit at ",
                                 "revise & resubmit, ",
                                 "r&r at the ",
                                 "r&r at ",
                                 "r&r, ",
                                 "submitted to ",
                                 "under review of ",
                                 "under review at ",
                                 "under review in ",
                                 "under review, ",
                                 "presented at the ",
                                 "presented at ",
                                 "forthcoming in ",
                                 "forthcoming, ",
                                 "to appear, ",
                                 "accepted, ",
                                 "dans ",
                                 "— ",
                                 "- ",
                                 "– ",
                                 "| ",
                                 "@ ",
                                 "at "});
  for (int i = 0; i < 3 && kLeads.may_begin(text); ++i) {
    const std::string_view lead = kLeads.at_begin(text::lower(text.substr(0, 48)));
    if (lead.empty()) break;
    text = strip(text.substr(lead.size()), ",;:");
  }
  return text;
}

// A year in front: "2023. ", "(2023) ", "2023, ".
std::string_view drop_leading_year(std::string_view text) {
  auto t = strip(text, ".,;:");
  if (t.size() > 11 && t[4] == '-' && t[7] == '-' && is_digit(t[0]) && is_digit(t[9]))
    return strip(t.substr(10), ".,;:- –");  // 2020-06-16
  // "Jan 2026, …"
  const auto blank = t.find(' ');
  if (blank != std::string_view::npos && is_one_of(text::lower(strip(t.substr(0, blank), ".")),
                                                   "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|"
                                                   "march|april|june|july|august|september|october|november|december"_phrases))
    t = strip(t.substr(blank), "");
  const bool open = !t.empty() && t.front() == '(';
  const auto at = open ? 1U : 0U;
  std::size_t i = at;
  while (i < t.size() && is_digit(t[i])) ++i;
  if (i - at == 4 && i < t.size() && (t[i] == '.' || t[i] == ',' || t[i] == ')' || t[i] == ':' || t[i] == ';'))
    return strip(t.substr(i + 1), ".,;:)");
  return text;
}

// The journal or book of a Japanese or Chinese reference stands in its own brackets.
std::string_view in_book_brackets(std::string_view text) {
  static constexpr std::string_view kPairs[][2] = {{"『", "』"}, {"《", "》"}};
  for (const auto& [open, close] : kPairs) {
    const auto begin = text.find(open);
    const auto end = begin == std::string_view::npos ? begin : text.find(close, begin);
    if (end != std::string_view::npos && end > begin + 5) return text.substr(begin + open.size(), end - begin - open.size());
  }
  return text;
}

// Where pages or an address begin behind a title: "Title, (pp. 1–7). https://…", "Title pages 39-47".
std::size_t behind_title(std::string_view text) {
  constexpr std::size_t kShortest = 16;
  std::size_t out = text.size();
  for (const std::string_view mark : {" (pp. ", ",pp. ", " pp. ", " pages ", " Pages "}) {
    const std::size_t at = text.find(mark, std::min(kShortest, text.size()));
    if (at == std::string_view::npos || at + mark.size() >= text.size() || !is_digit(text[at + mark.size()])) continue;
    out = std::min(out, at);
  }
  for (const std::string_view mark : {" https://", " http://"})
    out = std::min(out, text.find(mark, std::min(kShortest, text.size())));
  return out;
}

}  // namespace

bool looks_like_venue(std::string_view text) {
  if (text.empty() || text.size() > 400) return false;
  const std::string folded = text::fold(text);
  if (stands_in(folded, kVenueWords)) return true;
  static constexpr std::string_view kNative[] = {"学报", "学会",   "会议", "杂志", "科学",   "研究", "出版",
                                                 "学刊", "論文誌", "紀要", "학회", "논문지", "大学"};
  if (text::cjk_share(text) > 0.3) {
    for (const auto w : kNative) {
      if (text.find(w) != std::string_view::npos) return true;
    }
  }
  return text.size() < 120 && tables::venue(clean_venue(text)) != nullptr;
}

// Behind the editors: "In A. Doe, B. Roe (Eds.), Title of the book".
std::string_view drop_editors(std::string_view text) {
  static constexpr Marks kMarks({"(eds.)", "(ed.)", "(eds)", "(ed)", "(hrsg.)", ", eds.", ", editors", "(editors)", "(éds.)"});
  const std::string low = text::lower(text.substr(0, 400));
  if (!kMarks.any_in(low)) return text;
  for (const std::string_view mark : kMarks) {
    const auto at = low.find(mark);
    if (at == std::string::npos) continue;
    const auto behind = strip(text.substr(at + mark.size()), ".,;:");
    if (count_letters(behind) >= 4) return behind;
  }
  return text;
}

std::string clean_venue(std::string_view raw) {
  std::string_view text = strip(raw, ".,;:|·•-–—*[（）「」｣，．。、：");
  if (text.starts_with('(') && text.find(')') == text.size() - 1) text = text.substr(1, text.size() - 2);  // "(Submitted to …)"
  text = in_book_brackets(drop_editors(text));
  for (int i = 0; i < 2; ++i) {
    text = drop_leading_year(text);
    text = drop_lead(text);
  }
  text = text.substr(0, cut_at(text));
  // "Plant J. 2019 Mar;12(3):45-56", as PubMed writes it.
  if (const auto mark = text.find(';');
      mark != std::string_view::npos && mark > 10 && mark + 1 < text.size() && is_digit(text[mark + 1]))
    if (const auto year = std::max(text.rfind(" 20", mark) + 1, text.rfind(" 19", mark) + 1); year > 4 && mark - year < 14)
      text = text.substr(0, year - 1);
  text = drop_numbers(text);
  text = strip(text, ".,;:|·•-–—*]（）「」，．。、：");
  // Brackets that the cut left open.
  if (const auto open = text.rfind('('); open != std::string_view::npos && text.find(')', open) == std::string_view::npos)
    text = strip(text.substr(0, open), ".,;:");
  if (text.size() > 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
  if (text.size() > 6 && (text.starts_with("《") || text.starts_with("『")) && (text.ends_with("》") || text.ends_with("』")))
    text = text.substr(3, text.size() - 6);
  if (count_letters(text) < 2) return {};
  if (is_link_label(text) &&
      !is_one_of(text::fold(text), "arxiv|preprint|biorxiv|hal|ssrn|nature|springer|ieee|elsevier|openreview"_phrases))
    return {};
  if (text::lower(text.substr(0, 4)).starts_with("doi")) return {};
  return text::clean(text, kMaxVenue);
}

bool is_link_label(std::string_view raw) {
  if (raw.size() > 60) return false;
  const std::string folded = text::fold(raw);
  if (folded.empty()) return true;
  if (count_pieces(folded) <= 4 &&
      stands_in(folded,
                "supplementary|supplement|pdf|slides|bibtex|website|webpage|github|code|arxiv version|full text"_phrases))
    return true;
  static constexpr Phrases kLabels =
      "pdf|paper|papers|arxiv|code|codes|data|dataset|datasets|slides|slide|poster|video|videos|talk|talks|demo|project|"
      "project page|website|web|webpage|page|bib|bibtex|cite|"
      "citation|cited by|doi|link|links|url|html|abs|abstract|full text|fulltext|supplement|supp|supplementary|supplementary "
      "material|appendix|source code|source|github|"
      "blog|blog post|preprint|journal|conference|publisher|download|download paper|download bibtex|download slides|download "
      "here|tweet|twitter|twitter thread|news|press|media|interview|presentation|media coverage|"
      "openreview|pubmed|springer|ieee|ieee xplore|acm|acm "
      "dl|elsevier|sciencedirect|ssrn|biorxiv|hal|mdpi|nature|scholar|google scholar|semantic scholar|dblp|read|read "
      "more|more|details|show|hide|"
      "conference paper|conference version|journal version|extended version|full version|arxiv version|long version|short "
      "version|technical report|tech report|tr|"
      "documentation|docs|model|models|models and code|code and data|code "
      "data|benchmark|library|package|errata|erratum|correction|podcast|recording|youtube|bilibili|open access|pdf "
      "link|preprint pdf|author version|"
      "source document|dfki|ijars|conference paper coming soon|coming soon|cc by|原文|链接|代码|论文|项目主页|下载|website "
      "code|resources|artifact|artifacts|thread|reviews|colab|huggingface|hugging face|gallery|results|teaser|online|online "
      "version|here|view|view paper|publication|publisher s version|version|bibtex "
      "entry|export|altmetric|dimensions|replication|replication package|press release|lay summary|plain "
      "text|txt|ps|gz|zip|xml|epub|rg|researchgate"_phrases;
  return is_one_of(folded, kLabels);
}

std::string clean_title(std::string_view raw) {
  std::string_view text = strip(raw.substr(0, behind_title(raw)), " ");
  for (int i = 0; i < 8; ++i) {
    const auto before = text;
    text = strip(text, ".,;|*·•▶►▸◆■●★");
    while (text.starts_with(":") || text.starts_with("-") || text.starts_with(")") || text.starts_with("]"))
      text = strip(text.substr(1), " ");
    while (text.ends_with(":") || text.ends_with("-")) text = strip(text.substr(0, text.size() - 1), " ");
    static constexpr Marks kQuotes(
        {"\"", "“", "”", "``", "''", "«", "»", "▶", "►", "•", "–", "—", "．", "。", "，", "、", "„", "\xE2\x80\x9F"});
    for (const auto q : kQuotes) {
      if (!kQuotes.may_begin(text) && !kQuotes.may_end(text)) break;
      while (text.starts_with(q) && text.size() > q.size()) text = strip(text.substr(q.size()), " ");
      while (text.ends_with(q) && text.size() > q.size()) text = strip(text.substr(0, text.size() - q.size()), " ");
    }
    static constexpr std::string_view kPairs[][2] = {{"‘", "’"}, {"'", "'"}, {"「", "」"}, {"『", "』"}, {"《", "》"}};
    for (const auto& [open, close] : kPairs) {
      if (text.size() > open.size() + close.size() && text.starts_with(open) && text.ends_with(close) &&
          text.substr(open.size(), text.size() - open.size() - close.size()).find(open) == std::string_view::npos)
        text = text.substr(open.size(), text.size() - open.size() - close.size());
      else if (open == "「" && text.ends_with("｣") && text.starts_with(open))
        text = text.substr(3, text.size() - 6);
    }
    // "[PDF]", "(Oral)", "(to appear)" at the end; "[12]" or "12." in front.
    if (text.ends_with("]") || text.ends_with(")")) {
      const char open = text.back() == ']' ? '[' : '(';
      const auto at = text.rfind(open);
      if (at != std::string_view::npos && at > 8) {
        const auto inner = text.substr(at + 1, text.size() - at - 2);
        const std::string folded = text::fold(inner);
        // "[J]", "[C]//": the kind of document after GB/T 7714.
        const bool kind = open == '[' && is_one_of(folded, "j|c|m|r|n|z|a|g|eb ol|j ol|c ol|m ol"_phrases);
        if (kind || is_link_label(inner) ||
            stands_in(folded,
                      "book chapter|in italian|in spanish|in portuguese|in korean|in "
                      "russian|oral|spotlight|poster|highlight|award|best|accepted|submitted|under review|to "
                      "appear|in press|equal contribution|invited|preprint|forthcoming|runner "
                      "up|nominee|finalist|in chinese|in japanese|in german|in french|acceptance"_phrases))
          text = strip(text.substr(0, at), " ");
      }
    }
    if (text.starts_with("[")) {
      const auto close = text.find(']');
      if (close != std::string_view::npos && close <= 8 && close + 4 < text.size())
        text = strip(text.substr(close + 1), " ");
      else if (close != std::string_view::npos && (close + 1 == text.size() || has_at(text, close + 1, " In ")))
        text = text.substr(1, close - 1);
    }
    if (text.size() == before.size()) break;
  }
  return text::clean(text, kMaxTitle);
}

std::string doi_in(std::string_view text) {
  for (auto at = text.find("10."); at != std::string_view::npos; at = text.find("10.", at + 3)) {
    if (at > 0 && (is_digit(text[at - 1]) || text[at - 1] == '.')) continue;
    std::size_t i = at + 3;
    while (i < text.size() && is_digit(text[i])) ++i;
    if (i - at < 7 || i - at > 12 || i >= text.size() || text[i] != '/') continue;
    const auto begin = ++i;
    while (i < text.size() && i - at < 120 && static_cast<unsigned char>(text[i]) > ' ' && text[i] != '"' && text[i] != '<' &&
           text[i] != '>' && text[i] != ']' && text[i] != '}' && text[i] != '&' && text[i] != '?' && text[i] != '#')
      ++i;
    auto doi = text.substr(at, i - at);
    while (!doi.empty() && (doi.back() == '.' || doi.back() == ',' || doi.back() == ';')) doi.remove_suffix(1);
    if (doi.ends_with(")") && doi.find('(') == std::string_view::npos) doi.remove_suffix(1);
    if (doi.size() > begin - at) return std::string(doi);
  }
  return {};
}

bool is_preprint(std::string_view venue) {
  const std::string folded = text::fold(venue);
  return folded.empty() ||
         stands_in(folded,
                   "arxiv|corr|preprint|preprints|biorxiv|medrxiv|psyarxiv|ssrn|hal|under review|submitted|working paper|in "
                   "preparation|osf|chemrxiv|eartharxiv|techrxiv|research square"_phrases);
}

}  // namespace fellow::extractor::papers
