// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/advising.h"

#include <algorithm>
#include <cctype>

#include "extractor/fields/organisations.h"
#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// What stands before the names; lower case. A cue that ends in a letter is followed by a word.
constexpr std::string_view kCues[] = {"advised by",
                                      "co-advised by",
                                      "coadvised by",
                                      "advised jointly by",
                                      "supervised by",
                                      "co-supervised by",
                                      "cosupervised by",
                                      "mentored by",
                                      "co-mentored by",
                                      "hosted by",
                                      "guided by",
                                      "supervised jointly by",
                                      "under the supervision of",
                                      "under the co-supervision of",
                                      "under the joint supervision of",
                                      "under the guidance of",
                                      "under the direction of",
                                      "under the mentorship of",
                                      "under the advisory of",
                                      "under the advisement of",
                                      "under the tutelage of",
                                      "under supervision of",
                                      "under guidance of",
                                      "under the advice of",
                                      "under the advising of",
                                      "supervision of",
                                      "guidance of",
                                      "mentorship of",
                                      "under the instruction of",
                                      "advisor is",
                                      "adviser is",
                                      "supervisor is",
                                      "mentor is",
                                      "advisors are",
                                      "advisers are",
                                      "supervisors are",
                                      "mentors are",
                                      "advisor was",
                                      "supervisor was",
                                      "advisors were",
                                      "supervisors were",
                                      "advisor:",
                                      "advisors:",
                                      "adviser:",
                                      "advisers:",
                                      "supervisor:",
                                      "supervisors:",
                                      "mentor:",
                                      "mentors:",
                                      "supervision:",
                                      "advisor(s):",
                                      "supervisor(s):",
                                      "advised by:",
                                      "supervised by:",
                                      "co-advisor:",
                                      "co-supervisor:",
                                      "advisor -",
                                      "advisor –",
                                      "pi:",
                                      "my advisor",
                                      "my advisors",
                                      "my adviser",
                                      "my supervisor",
                                      "my supervisors",
                                      "my mentor",
                                      "my mentors",
                                      "my phd advisor",
                                      "my ph.d. advisor",
                                      "my phd supervisor",
                                      "my phd supervisors",
                                      "my ph.d. supervisor",
                                      "my co-advisor",
                                      "my doctoral advisor",
                                      "his advisor",
                                      "her advisor",
                                      "my phd advisors",
                                      "working with prof",
                                      "work with prof",
                                      "worked with prof",
                                      "working with dr",
                                      "worked with dr",
                                      "work with dr",
                                      "interned under",
                                      "worked under",
                                      "working under",
                                      "study under",
                                      "studied under",
                                      "studying under",
                                      "work under",
                                      "mentored under",
                                      "trained by",
                                      "fellow with prof",
                                      "with my advisor",
                                      "closely with prof",
                                      "closely with dr",
                                      "worked closely with",
                                      "working closely with",
                                      "student of prof",
                                      "student with prof",
                                      "student under",
                                      "researcher with prof",
                                      "fellow under",
                                      "intern under",
                                      "researcher under",
                                      "advised under",
                                      "in the group of",
                                      "in the research group of",
                                      "in the lab of",
                                      "in the laboratory of",
                                      "group led by",
                                      "lab led by",
                                      "group headed by",
                                      "lab headed by",
                                      "team led by",
                                      "laboratory led by",
                                      "lab directed by",
                                      "group directed by",
                                      "lab of prof",
                                      "group of prof",
                                      "sous la direction de",
                                      "sous la direction d'",
                                      "encadré par",
                                      "encadrée par",
                                      "dirigée par",
                                      "dirigé par",
                                      "sous la supervision de",
                                      "supervisé par",
                                      "supervisée par",
                                      "directeur de thèse :",
                                      "directeur de thèse:",
                                      "directeurs de thèse :",
                                      "encadrants :",
                                      "encadrement :",
                                      "betreut von",
                                      "unter der leitung von",
                                      "betreuer:",
                                      "betreuerin:",
                                      "unter betreuung von",
                                      "bei prof",
                                      "bajo la dirección de",
                                      "bajo la supervisión de",
                                      "dirigida por",
                                      "dirigido por",
                                      "director de tesis:",
                                      "sob orientação",
                                      "sob a orientação",
                                      "sob supervisão",
                                      "orientado por",
                                      "orientada por",
                                      "orientador:",
                                      "orientadora:",
                                      "sotto la supervisione di",
                                      "supervisionato da",
                                      "supervisore:",
                                      "relatore:",
                                      "sotto la guida di",
                                      "师从",
                                      "导师：",
                                      "导师:",
                                      "导师为",
                                      "导师是",
                                      "导师",
                                      "指導教員：",
                                      "指導教員:",
                                      "指導教員は",
                                      "指導教授",
                                      "지도교수:",
                                      "지도교수 :",
                                      "지도교수"};

bool word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80; }

// "Prof. X is my advisor", "X (advisor)": the people before.
constexpr std::string_view kAfterCues[] = {" is my advisor", " is my supervisor", " is my phd advisor", " are my advisors",
                                           " is my mentor",  " (advisor)",        " (supervisor)",      " (co-advisor)"};

// "Yue Cheng (UVA), Wei Wang (HKUST)": what the brackets behind each name say.
void bracketed_places(std::string_view text, Advising& advising) {
  for (const Person& person : advising.people) {
    std::string place;
    std::size_t at = person.end;
    while (at < text.size() && (text[at] == ' ' || text[at] == ']')) ++at;
    const std::size_t close = at < text.size() && text[at] == '(' ? text.find(')', at) : std::string_view::npos;
    if (close != std::string_view::npos && close - at < 90) {
      place = whole_organisation(text.substr(at + 1, close - at - 1)).name;
      advising.end = std::max(advising.end, close + 1);
    }
    advising.places.push_back(std::move(place));
  }
}

void place_of(std::string_view text, Advising& advising) {
  const std::size_t from = advising.people.back().end;
  std::string_view rest = text.substr(from);
  const std::size_t lead = rest.find_first_not_of(" ,(");
  if (lead == std::string_view::npos || lead > 3) return;
  const bool bracket = rest.substr(0, lead).find('(') != std::string_view::npos;
  const bool comma = rest.substr(0, lead).find(',') != std::string_view::npos;
  std::string_view word = rest.substr(lead, 5);
  const bool at = word.starts_with("at ") || word.starts_with("@ ");
  const bool from_word = word.starts_with("from ") || word.starts_with("of ");
  const bool in = word.starts_with("in ");
  if (!bracket && !comma && !at && !from_word && !in) return;
  const std::vector<Organisation> places = find_organisations(rest.substr(0, 160));
  if (places.empty() || places.front().begin > lead + 40) return;
  const std::string_view between = rest.substr(lead, places.front().begin - lead);
  if (between.find(". ") != std::string_view::npos || between.find(" and ") != std::string_view::npos ||
      between.find(" where ") != std::string_view::npos)
    return;
  for (std::string_view verb : {" in 20", " receiv", " befor", " after", " previ", "I ", " who ", " my "})
    if (between.find(verb) != std::string_view::npos) return;
  if (comma && places.front().begin > lead + 6) return;
  advising.affiliation = places.front().name;
  advising.end = from + places.front().end;
  advising.weak_place = at || in;
}

}  // namespace

std::vector<Advising> find_advising(std::string_view text) {
  std::vector<Advising> out;
  const std::string lower = text::lower(text);
  for (std::size_t at = 0; at < lower.size() && out.size() < 20;) {
    std::size_t best = std::string::npos, length = 0;
    for (std::string_view cue : kCues) {
      for (std::size_t found = lower.find(cue, at); found != std::string::npos; found = lower.find(cue, found + 1)) {
        if (found > best) break;
        const bool begins = found == 0 || !word_char(lower[found - 1]) || static_cast<unsigned char>(cue[0]) >= 0x80;
        const std::size_t end = found + cue.size();
        const bool ends = end >= lower.size() || !word_char(cue.back()) || !word_char(lower[end]) ||
                          static_cast<unsigned char>(cue.back()) >= 0x80;
        if (!begins || !ends) continue;
        if (found < best || cue.size() > length) best = found, length = cue.size();
        break;
      }
    }
    if (best == std::string::npos) break;
    const std::size_t from = best + length;
    std::string_view rest = text.substr(from);
    // "co-advised by my amazing advisors Prof. …": a few small words may stand between.
    const bool title = length >= 4 && (lower.compare(from - 4, 4, "prof") == 0 || lower.compare(from - 2, 2, "dr") == 0);
    Advising advising{.people = leading_people(rest), .places = {}, .begin = best, .end = from, .affiliation = {}};
    if (advising.people.empty() && !title) {
      const std::vector<Token> words = tokens(rest.substr(0, 120));
      for (std::size_t k = 0; k < words.size() && k < 6; ++k) {
        const std::string_view space = rest.substr(0, words[k].begin);
        if (space.find(". ") != std::string_view::npos && !(k > 0 && words[k - 1].folded.size() <= 5)) break;
        if (!words[k].capital) continue;
        advising.people = leading_people(rest.substr(words[k].begin));
        for (Person& person : advising.people) person.begin += words[k].begin, person.end += words[k].begin;
        break;
      }
    }
    for (Person& person : advising.people) person.begin += from, person.end += from;
    if (!advising.people.empty()) {
      advising.end = advising.people.back().end;
      bracketed_places(text, advising);
      if (advising.places.back().empty()) place_of(text, advising);
      at = advising.end;
      out.push_back(std::move(advising));
    } else {
      at = from;
    }
  }
  for (std::string_view cue : kAfterCues) {
    const std::size_t found = lower.find(cue);
    if (found == std::string::npos || found < 4) continue;
    std::size_t begin = text.substr(0, found).rfind(". ");
    begin = begin == std::string_view::npos ? 0 : begin + 2;
    std::size_t start = found;
    while (start > begin && found - start < 60) {
      --start;
      if (text[start] == ' ' || start == begin) {
        const std::vector<Person> people = leading_people(text.substr(start, found - start));
        if (people.size() == 1 && start + people[0].end == found &&
            (start == begin || text[start - 1] == ',' || !std::isupper(static_cast<unsigned char>(text[start + 1])) ||
             start == begin)) {
          Person person{people[0].name, start + people[0].begin, start + people[0].end};
          out.push_back(
              {.people = {person}, .places = {""}, .begin = person.begin, .end = found + cue.size(), .affiliation = {}});
          break;
        }
      }
    }
  }
  return out;
}

std::string Advising::place_of(std::size_t person) const {
  return person < places.size() && !places[person].empty() ? places[person] : affiliation;
}

std::string link_of(const Document& page, std::string_view name) {
  int seen = 0;
  const std::string folded = text::fold(name);
  for (NodeId n : page.dom.select("a[href]")) {
    if (++seen > 1500) break;
    const std::string said = text::fold(page.dom.text(n));
    if (said.empty() || said.size() > folded.size() + 20) continue;
    if (said != folded && said.find(folded) == std::string::npos) continue;
    if (const auto url = page.url.resolve(page.dom.attribute(n, "href"))) return url->text();
  }
  return {};
}

}  // namespace fellow::extractor
