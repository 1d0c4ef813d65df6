// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/link_words.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <unordered_map>

#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

struct KindWord {
  std::string_view word;
  LinkKind kind;
};

// Words of link texts and paths, folded; two words are a phrase.
constexpr KindWord kWords[] = {
    {"publication", LinkKind::publications},
    {"publications", LinkKind::publications},
    {"pubs", LinkKind::publications},
    {"pub", LinkKind::publications},
    {"publis", LinkKind::publications},
    {"publist", LinkKind::publications},
    {"paper", LinkKind::publications},
    {"papers", LinkKind::publications},
    {"preprints", LinkKind::publications},
    {"articles", LinkKind::publications},
    {"bibliography", LinkKind::publications},
    {"publicaciones", LinkKind::publications},
    {"publicacoes", LinkKind::publications},
    {"pubblicazioni", LinkKind::publications},
    {"veroffentlichungen", LinkKind::publications},
    {"veroeffentlichungen", LinkKind::publications},
    {"publikationen", LinkKind::publications},
    {"schriften", LinkKind::publications},
    {"publikasjoner", LinkKind::publications},
    {"publikationer", LinkKind::publications},
    {"publicaties", LinkKind::publications},
    {"julkaisut", LinkKind::publications},
    {"publikacje", LinkKind::publications},
    {"publikace", LinkKind::publications},
    {"works", LinkKind::publications},
    {"gyoseki", LinkKind::publications},
    {"ronbun", LinkKind::publications},
    {"cv", LinkKind::cv},
    {"resume", LinkKind::cv},
    {"vita", LinkKind::cv},
    {"vitae", LinkKind::cv},
    {"curriculum", LinkKind::cv},
    {"lebenslauf", LinkKind::cv},
    {"werdegang", LinkKind::cv},
    {"experience", LinkKind::cv},
    {"curriculo", LinkKind::cv},
    {"education", LinkKind::about},
    {"about", LinkKind::about},
    {"aboutme", LinkKind::about},
    {"bio", LinkKind::about},
    {"biography", LinkKind::about},
    {"biographie", LinkKind::about},
    {"biografia", LinkKind::about},
    {"profile", LinkKind::about},
    {"profil", LinkKind::about},
    {"presentation", LinkKind::about},
    {"background", LinkKind::about},
    {"contact", LinkKind::about},
    {"kontakt", LinkKind::about},
    {"contacto", LinkKind::about},
    {"contato", LinkKind::about},
    {"contatti", LinkKind::about},
    {"home", LinkKind::about},
    {"homepage", LinkKind::about},
    {"main", LinkKind::about},
    {"accueil", LinkKind::about},
    {"startseite", LinkKind::about},
    {"inicio", LinkKind::about},
    {"uber mich", LinkKind::about},
    {"ueber mich", LinkKind::about},
    {"zur person", LinkKind::about},
    {"a propos", LinkKind::about},
    {"chi sono", LinkKind::about},
    {"sobre mi", LinkKind::about},
    {"sobre mim", LinkKind::about},
    {"sobre", LinkKind::about},
    {"acerca de", LinkKind::about},
    {"over mij", LinkKind::about},
    {"om mig", LinkKind::about},
    {"parcours", LinkKind::about},
    {"ausbildung", LinkKind::about},
    {"formation", LinkKind::about},
    {"english", LinkKind::about},
    {"deutsch", LinkKind::about},
    {"francais", LinkKind::about},
    {"espanol", LinkKind::about},
    {"introduction", LinkKind::about},
    {"awards", LinkKind::about},
    {"honors", LinkKind::about},
    {"research", LinkKind::research},
    {"recherche", LinkKind::research},
    {"recherches", LinkKind::research},
    {"forschung", LinkKind::research},
    {"investigacion", LinkKind::research},
    {"pesquisa", LinkKind::research},
    {"ricerca", LinkKind::research},
    {"onderzoek", LinkKind::research},
    {"forskning", LinkKind::research},
    {"interests", LinkKind::research},
    {"projects", LinkKind::research},
    {"projets", LinkKind::research},
    {"projekte", LinkKind::research},
    {"kenkyu", LinkKind::research},
    {"people", LinkKind::people},
    {"members", LinkKind::people},
    {"team", LinkKind::people},
    {"group", LinkKind::people},
    {"students", LinkKind::people},
    {"alumni", LinkKind::people},
    {"lab", LinkKind::people},
    {"mitarbeiter", LinkKind::people},
    {"equipe", LinkKind::people},
    {"advisees", LinkKind::people},
    {"mentees", LinkKind::people},
};

// The same for scripts without blanks between words: found anywhere in the text.
constexpr KindWord kCjkWords[] = {
    {"论文", LinkKind::publications}, {"論文", LinkKind::publications},
    {"发表", LinkKind::publications}, {"著作", LinkKind::publications},
    {"出版", LinkKind::publications}, {"成果", LinkKind::publications},
    {"業績", LinkKind::publications}, {"논문", LinkKind::publications},
    {"简历", LinkKind::cv},           {"履历", LinkKind::cv},
    {"履歴", LinkKind::cv},           {"経歴", LinkKind::cv},
    {"略歴", LinkKind::cv},           {"이력", LinkKind::cv},
    {"关于", LinkKind::about},        {"關於", LinkKind::about},
    {"简介", LinkKind::about},        {"簡介", LinkKind::about},
    {"个人", LinkKind::about},        {"主页", LinkKind::about},
    {"首页", LinkKind::about},        {"プロフィール", LinkKind::about},
    {"自己紹介", LinkKind::about},    {"ホーム", LinkKind::about},
    {"소개", LinkKind::about},        {"学歴", LinkKind::about},
    {"학력", LinkKind::about},        {"中文", LinkKind::about},
    {"日本語", LinkKind::about},      {"英語", LinkKind::about},
    {"英文", LinkKind::about},        {"한국어", LinkKind::about},
    {"教育背景", LinkKind::about},    {"研究", LinkKind::research},
    {"연구", LinkKind::research},     {"成员", LinkKind::people},
    {"团队", LinkKind::people},       {"メンバー", LinkKind::people},
};

constexpr WordSet kDullWords({"teaching", "courses", "course",  "blog",    "post",   "posts",   "news",
                              "talks",    "talk",    "gallery", "photos",  "slides", "archive", "archives",
                              "privacy",  "license", "terms",   "sitemap", "tools",  "lehre",   "enseignement",
                              "year",     "event",   "events",  "media",   "misc",   "links"});

const std::unordered_map<std::string_view, LinkKind>& kinds() {
  static const auto all = [] {
    std::unordered_map<std::string_view, LinkKind> map;
    for (const KindWord& row : kWords) map.emplace(row.word, row.kind);
    return map;
  }();
  return all;
}

}  // namespace

std::string spaced_name(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto at = [&](std::size_t k) { return static_cast<unsigned char>(name[k]); };
    if (i > 0 &&
        ((std::isupper(at(i)) && std::islower(at(i - 1))) || (std::isdigit(at(i)) != 0) != (std::isdigit(at(i - 1)) != 0)))
      out += ' ';
    out += name[i];
  }
  return out;
}

LinkWords::LinkWords(std::string_view written) : written_(written), folded_(text::fold(written)) {
  if (!folded_.empty()) words_ = text::split(folded_, ' ');
}

LinkKind LinkWords::kind() const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (i + 1 < words_.size()) {
      const std::string_view both(words_[i].data(), words_[i].size() + 1 + words_[i + 1].size());
      if (const auto found = kinds().find(both); found != kinds().end()) return found->second;
    }
    if (const auto found = kinds().find(words_[i]); found != kinds().end()) return found->second;
  }
  for (const KindWord& row : kCjkWords)
    if (written_.find(row.word) != std::string::npos) return row.kind;
  return LinkKind::other;
}

bool LinkWords::name_a_cv() const {
  for (const std::string_view word : words_) {
    const auto found = kinds().find(word);
    if (found != kinds().end() && found->second == LinkKind::cv && word != "experience" && word != "werdegang" &&
        word != "curriculo")
      return true;
  }
  for (const std::string_view part : {"curriculumvitae", "resume", "lebenslauf"})
    if (folded_.find(part) != std::string::npos) return true;
  return false;
}

bool LinkWords::has(std::string_view word) const { return std::find(words_.begin(), words_.end(), word) != words_.end(); }

bool LinkWords::are_dull() const {
  return std::any_of(words_.begin(), words_.end(), [](std::string_view word) { return in(kDullWords, word); });
}

}  // namespace fellow::extractor
