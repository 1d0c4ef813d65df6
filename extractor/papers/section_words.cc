// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/section_words.h"

#include <string>

#include "extractor/papers/letters.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

// Folded words and phrases. A heading that has one of kOther is no list of papers whatever else it says ("Conference talks").
constexpr Phrases kOther =
    "talk|talks|presentation|presentations|poster|posters|slides|seminar|seminars|invited|keynote|keynotes|lecture|"
    "lectures|patent|patents|award|awards|honor|honors|honour|honours|grant|grants|funding|fellowships|scholarship|"
    "scholarships|news|announcements|blog|teaching|supervision|supervised|advising|advisees|mentorship|reviewer|"
    "reviewing|referee|refereeing|editorial|memberships|membership|employment|work experience|industry experience|"
    "appointments|hobbies|biography|cv|resume|curriculum vitae|research interests|outreach|volunteering|"
    "certifications|internships|internship|podcasts|gallery|openings|join|visitors|advisor|advisors|collaborators|"
    "acknowledgements|acknowledgments|acknowledgement|miscellaneous|misc|workshops organized|vortrage|lehre|preise|"
    "auszeichnungen|betreute|projekte|ausbildung|kontakt|lebenslauf|mitgliedschaften|patente|exposes|"
    "communications orales|seminaires|enseignement|enseignements|projets|prix|distinctions|encadrement|brevets|"
    "formation|logiciels|charlas|presentaciones|docencia|proyectos|premios|patentes|formacion|ensino|projetos|"
    "premiacoes|palestras|docência|presentazioni|didattica|progetti|premi|brevetti|formazione|seminari|interventi"_phrases;
// The same, but they also stand in topics ("Robot skill learning"): short headings only.
constexpr Phrases kPerhaps =
    "code|tool|tools|dataset|datasets|demo|demos|software|softwares|project|projects|update|updates|post|posts|"
    "course|courses|student|students|group|team|people|service|services|committee|committees|education|experience|"
    "positions|skill|skills|languages|about|bio|interests|media|press|events|activities|links|references|videos|"
    "travel|professional|organization|organisation|alumni|reviews|media coverage|coverage|contact|mentoring"_phrases;
constexpr Phrases kPapers =
    "publication|publications|paper|papers|preprint|preprints|pre "
    "prints|manuscript|manuscripts|bibliography|articles|article|working papers|"
    "research papers|publication list|writing|writings|scholarship and publications|published|research output|research "
    "outputs|scholarly work|"
    "publikation|publikationen|veroffentlichungen|veroffentlichung|aufsatze|schriften|schriftenverzeichnis|arbeitspapiere|"
    "beitrage|"
    "publications|prepublications|articles|travaux|communications|documents de travail|"
    "publicaciones|articulos|publicacoes|artigos|pubblicazioni|articoli|publicaties|artikelen|trabajos publicados|produccion "
    "cientifica"_phrases;
// Only within a list of papers, or weak by themselves.
constexpr Phrases kKinds =
    "journal|journals|conference|conferences|proceedings|workshop|workshops|book|books|chapter|chapters|thesis|theses|"
    "dissertation|"
    "dissertations|technical report|technical reports|tech reports|report|reports|under review|in review|submitted|in "
    "preparation|"
    "in progress|work in progress|forthcoming|in press|accepted|peer reviewed|refereed|non "
    "refereed|other|others|selected|recent|all|"
    "international|domestic|national|arxiv|misc|first author|co author|coauthored|lead author|monographs|edited "
    "volumes|editorials|"
    "zeitschriften|konferenzen|bucher|buchkapitel|dissertation|revues|actes|chapitres|livres|these|"
    "revistas|congresos|libros|capitulos|tesis|capitoli|libri|tesi|riviste|conferenze|teses|livros|eingereicht|soumis|letters|"
    "short|long|"
    "refereed|journal papers|extended abstracts|abstracts|commentaries|survey|surveys|full|highlights"_phrases;
// In headings of scripts without blanks between the words.
constexpr std::string_view kPapersNative[] = {"论文",     "論文", "发表",   "著作",   "出版物", "研究成果",
                                              "研究業績", "文章", "업적",   "논문",   "출판",   "저서",
                                              "学术成果", "新刊", "预印本", "代表作", "期刊",   "会议论文"};
constexpr std::string_view kOtherNative[] = {
    "专利",     "特許", "특허",   "获奖", "受賞",     "奖",       "教学",     "授業",     "讲座", "講演",
    "发表演讲", "报告", "发表会", "項目", "项目",     "新闻",     "ニュース", "お知らせ", "수상", "강의",
    "프로젝트", "教育", "经历",   "経歴", "学歴",     "학력",     "경력",     "服务",     "兴趣", "リンク",
    "会议分享", "软件", "学生",   "连接", "发表评论", "口頭発表", "발표",     "学会発表", "课程", "指導"};

bool has_native(std::string_view text, auto& words) {
  for (const std::string_view w : words) {
    if (text.find(w) != std::string_view::npos) return true;
  }
  return false;
}

constexpr int kFirstYear = 1900, kLastYear = 2039;

// A year of four digits at `at`, standing alone among digits; 0 if none.
int year_at(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) return 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!is_digit(text[at + i])) return 0;
  }
  if (at > 0 && (is_digit(text[at - 1]) ||
                 ((text[at - 1] == '.' || text[at - 1] == '/') && at > 1 && is_digit(text[at - 2]) && text[at - 1] == '.')))
    return 0;
  if (at + 4 < text.size() && is_digit(text[at + 4])) return 0;
  const int year = (text[at] - '0') * 1000 + (text[at + 1] - '0') * 100 + (text[at + 2] - '0') * 10 + (text[at + 3] - '0');
  return year >= kFirstYear && year <= kLastYear ? year : 0;
}

}  // namespace

Section section_of(std::string_view heading) {
  if (heading.empty() || heading.size() > 120) return Section::unknown;
  if (text::cjk_share(heading) > 0.3) {
    if (has_native(heading, kOtherNative)) return Section::other;
    return has_native(heading, kPapersNative) ? Section::papers : Section::unknown;
  }
  const std::string folded = text::fold(heading);
  const auto count = count_pieces(folded);
  if (count == 0 || count > 12) return Section::unknown;
  const bool papers = stands_in(folded, kPapers);
  // "Papers, talks and posters" holds papers too; "Selected publications and projects" as well.
  const bool leads = papers && begins_with(folded, kPapers);
  const bool perhaps = count <= 3 && stands_in(folded, kPerhaps);
  if (perhaps || stands_in(folded, kOther)) {
    if (papers && (leads || stands_in(folded, "peer reviewed|research papers|selected publications"_phrases)) &&
        !stands_in(folded, "supervised|students|reviewer|reviewing|talks|patents"_phrases))
      return Section::papers;
    if (stands_in(folded, "conference|journal|invited"_phrases) && papers &&
        !stands_in(folded, "talk|talks|poster|posters|presentation|presentations|reviewer|service"_phrases))
      return Section::papers;
    if (perhaps && !stands_in(folded, kOther)) return Section::perhaps;
    return count <= 8 ? Section::other : Section::unknown;
  }
  if (papers && count <= 8) return Section::papers;
  if (year_of_heading(heading) != 0) return Section::kind;
  if (count <= 6 && stands_in(folded, kKinds)) return Section::kind;
  return Section::unknown;
}

int year_of_heading(std::string_view heading) {
  if (heading.size() > 40) return 0;
  int found = 0;
  std::size_t letters = 0;
  for (std::size_t at = 0; at < heading.size();) {
    if (const int year = year_at(heading, at); year != 0) {
      if (found != 0) return 0;  // a range
      found = year;
      at += 4;
      continue;
    }
    auto next = at;
    if (is_letter(next_letter(heading, next))) ++letters;
    at = next;
  }
  return letters <= 14 ? found : 0;
}

bool is_papers_path(std::string_view path) {
  const std::string lower = text::lower(path);
  static constexpr std::string_view kPaths[] = {"publication",
                                                "/papers",
                                                "/paper.",
                                                "/pubs",
                                                "/pub.",
                                                "/pub/",
                                                "bibliography",
                                                "/articles",
                                                "/preprints",
                                                "publikationen",
                                                "veroeffentlichungen",
                                                "gyosek",
                                                "ronbun",
                                                "publicaciones",
                                                "pubblicazioni",
                                                "publicacoes"};
  for (const auto p : kPaths) {
    if (lower.find(p) != std::string::npos) return true;
  }
  return false;
}

int year_in(std::string_view text) {
  int found = 0, bracketed = 0, clause = 0;  // anywhere; "(2021)"; ", 2021."
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_digit(c)) {
      if (const int year = year_at(text, at); year >= 1940) {
        const bool id = at > 0 && (text[at - 1] == '-' || text[at - 1] == '/' || text[at - 1] == ':' || text[at - 1] == '_') &&
                        at > 1 && !is_digit(text[at - 2]) && text[at - 2] != ' ';
        const auto after = at + 4;
        const bool part =
            after < text.size() &&
            (text[after] == '.' ? after + 1 < text.size() && is_digit(text[after + 1])
                                : ((text[after] == ':' && (at == 0 || text[at - 1] != ' ')) || text[after] == '_'));
        const bool range = (after + 1 < text.size() && (text[after] == '-' || has_at(text, after, "–")) &&
                            is_digit(text[after + (text[after] == '-' ? 1 : 3)]) &&
                            year_at(text, after + (text[after] == '-' ? 1 : 3)) == 0 && at > 0 && text[at - 1] != ' ');
        if (!id && !part && !range) {
          found = year;
          const bool starts =
              at == 0 || (at > 1 && text[at - 1] == ' ' &&
                          (text[at - 2] == ',' || text[at - 2] == '.' || text[at - 2] == ';' || text[at - 2] == ')'));
          const bool ends = after >= text.size() || text[after] == '.' || text[after] == ',' || text[after] == ';';
          if (starts && ends) clause = year;
          if (at > 0 && text[at - 1] == '(' && after < text.size() &&
              (text[after] == ')' || text[after] == ',' || (text[after] >= 'a' && text[after] <= 'f')) && bracketed == 0)
            bracketed = year;
        }
      }
      while (at + 1 < text.size() && is_digit(text[at + 1])) ++at;
      continue;
    }
    // "NeurIPS'18", "ICSE’24".
    const std::size_t quote = c == '\'' ? 1 : has_at(text, at, "’") || has_at(text, at, "‘") ? 3 : 0;
    if (quote != 0 && at > 0 && at + quote + 1 < text.size() && is_digit(text[at + quote]) && is_digit(text[at + quote + 1]) &&
        (at + quote + 2 == text.size() || !is_digit(text[at + quote + 2])) && found == 0) {
      const char b = text[at - 1];
      if (b == ' ' || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || b == ')') {
        const int two = (text[at + quote] - '0') * 10 + (text[at + quote + 1] - '0');
        found = two < 40 ? 2000 + two : 1900 + two;
      }
    }
  }
  return bracketed != 0 ? bracketed : clause != 0 ? clause : found;
}

}  // namespace fellow::extractor::papers
