// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/builder.h"

#include <algorithm>

#include "extractor/fields/leftovers.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/people.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "extractor/word_set.h"
#include "fellow/check.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxCandidates = 2000;                // a field; a page that gives more is no person's
constexpr std::size_t kNameBytes = 200, kTitleBytes = 500;  // R17

// "Profesor Titular de Universidad": all of it is a title. A chair of something is a part of a university.
bool is_position(std::string_view name) {
  if (text::words(name).size() < 2 || name.find(" of ") != std::string_view::npos || tables::institution(name)) return false;
  const std::vector<Title> titles = find_titles(name);
  return titles.size() == 1 && titles[0].begin == 0 && titles[0].end == name.size() && titles[0].kind == "faculty";
}

}  // namespace

void ProfileBuilder::read_from(const Document& page, int rank) { page_ = &page, rank_ = rank; }

template <class T>
void ProfileBuilder::add(std::vector<Candidate<T>>& list, T value, Reading reading) {
  CHECK(page_ != nullptr);
  if (list.size() >= kMaxCandidates) return;
  list.push_back(
      {std::move(value), {page_->url.text(), std::string(reading.method), reading.confidence, page_->seen_at}, rank_});
}

void ProfileBuilder::reject(std::string_view field, std::string_view value, std::string_view rule, Reading reading) {
  if (!explanation_ || explanation_->rejected.size() >= Explanation::kMost) return;
  explanation_->rejected.push_back({.field = std::string(field),
                                    .value = text::clean(value, kTitleBytes),
                                    .rule = std::string(rule),
                                    .url = page_->url.text(),
                                    .method = std::string(reading.method),
                                    .confidence = reading.confidence});
}

void ProfileBuilder::add_name(std::string_view written, Reading reading) {
  const PersonName parsed = person_name(written);
  if (parsed.name.empty()) return reject("name", written, "not the shape of a person's name", reading);
  if (has_title_word(parsed.name)) return reject("name", written, "has a word that no name has", reading);
  add(names_, parsed.name, reading);
  for (const std::string& alternate : parsed.alternates) add(alternates_, alternate, reading);
}

void ProfileBuilder::add_alternate_name(std::string_view name, Reading reading) {
  const std::string clean = text::clean(name, kNameBytes);
  if (!clean.empty() && !leftover_name(clean)) add(alternates_, clean, reading);
}

void ProfileBuilder::add_position(std::string_view title, Reading reading) {
  const std::string clean = text::clean(bare(title), kTitleBytes);
  if (clean.size() < 2 || clean.size() > 160) return reject("positions", title, "too short or too long", reading);
  if (leftover_name(clean)) return reject("positions", title, "left over from a theme", reading);
  add(positions_, Position{clean, position_kind(clean)}, reading);
}

void ProfileBuilder::add_affiliation(const Stay& stay, Reading reading) {
  Stay clean = stay;
  clean.organisation = text::clean(bare(stay.organisation), kNameBytes);
  if (clean.organisation.size() < 2) return;
  if (leftover_organisation(clean.organisation))
    return reject("affiliations", clean.organisation, "left over from a theme", reading);
  // A template's list of organisations also takes an address or a subject: "Computer Science", "e-mail: jane@x.example".
  if (clean.organisation.find('@') != std::string::npos || clean.organisation.find("://") != std::string::npos)
    return reject("affiliations", clean.organisation, "an address", reading);
  if (reading.method == "front_matter" && tables::topic(clean.organisation) && !tables::institution(clean.organisation))
    return reject("affiliations", clean.organisation, "a subject", reading);
  if (is_position(clean.organisation)) return reject("affiliations", clean.organisation, "a position", reading);
  add(affiliations_, clean, reading);
}

void ProfileBuilder::add_past(const Stay& stay, Reading reading) {
  Stay clean = stay;
  clean.organisation = text::clean(bare(stay.organisation), kNameBytes);
  if (clean.organisation.size() < 2) return;
  if (leftover_organisation(clean.organisation))
    return reject("past_affiliations", clean.organisation, "left over from a theme", reading);
  add(past_, clean, reading);
}

void ProfileBuilder::add_interest(std::string_view name, Reading reading) {
  const std::string clean = text::clean(bare(name), kTitleBytes);
  static constexpr WordSet kDemo({"interest 1", "interest 2", "your interest", "etc", "and more", "more", "others"});
  const std::string folded = text::fold(clean);
  if (clean.size() < 2 || clean.size() > 160) return reject("interests", name, "too short or too long", reading);
  if (in(kDemo, folded)) return reject("interests", name, "left over from a theme", reading);
  if (clean.find("{%") != std::string::npos || clean.find("{{") != std::string::npos)
    return reject("interests", name, "a template's mark", reading);
  if (clean.find('@') != std::string::npos) return reject("interests", name, "an address", reading);
  add(interests_, clean, reading);
}

void ProfileBuilder::add_education(Education education, Reading reading) {
  education.institution = text::clean(bare(education.institution), kNameBytes);
  education.field = text::clean(bare(education.field), kNameBytes);
  if (education.institution.size() < 2) return;
  if (leftover_organisation(education.institution))
    return reject("education", education.institution, "left over from a theme", reading);
  if (text::fold(education.field).find(text::fold(education.institution)) != std::string::npos) education.field.clear();
  if (education.degree.empty()) education.degree = "other";
  if (const tables::Institution* row = tables::institution(education.institution)) education.id = row->id;
  add(education_, std::move(education), reading);
}

void ProfileBuilder::add_advisor(const Advisor& advisor, Reading reading) {
  const PersonName parsed = person_name(advisor.name);
  if (parsed.name.empty()) return reject("advisors", advisor.name, "not the shape of a person's name", reading);
  add(advisors_, Advisor{parsed.name, advisor.url, text::clean(advisor.affiliation, kNameBytes)}, reading);
}

void ProfileBuilder::add_email(std::string_view address, Reading reading) {
  if (leftover_address(address)) return reject("email", address, "left over from a theme", reading);
  add(emails_, std::string(address), reading);
}

void ProfileBuilder::add_identifier(std::string_view kind, std::string_view value, Reading reading) {
  if (!leftover_login(value) && value.size() <= 100)
    add(identifiers_, Identifier{std::string(kind), std::string(value)}, reading);
}

void ProfileBuilder::add_award(const Award& award, Reading reading) {
  Award clean{text::clean(bare(award.title), kTitleBytes), award.year};
  if (clean.title.size() >= 3) add(awards_, std::move(clean), reading);
}

void ProfileBuilder::add_biography(std::string_view text, Reading reading) {
  if (text.size() >= 40) add(biographies_, std::string(text), reading);
}

void ProfileBuilder::add_photo(std::string_view href, Reading reading) {
  if (const auto url = page_->url.resolve(href)) add(photos_, url->text(), reading);
}

}  // namespace fellow::extractor
