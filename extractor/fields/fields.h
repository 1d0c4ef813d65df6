// SPDX-License-Identifier: GPL-3.0-or-later
// The generic readers: what any page may say, whatever its theme. One row a field in kReaders (readers.cc); each only adds
// candidates to the builder, so their order does not matter beyond ties.
#pragma once

#include <span>
#include <string_view>

#include "extractor/builder.h"
#include "extractor/document.h"
#include "extractor/fields/outline.h"

namespace fellow::extractor {

struct Reader {
  std::string_view name;
  void (*read)(const Document&, const Outline&, ProfileBuilder&);
};
extern const std::span<const Reader> kReaders;

void read_json_ld(const Document&, const Outline&, ProfileBuilder&);
void read_microdata(const Document&, const Outline&, ProfileBuilder&);
void read_front_matter(const Document&, const Outline&, ProfileBuilder&);
void read_json_resume(const Document&, const Outline&, ProfileBuilder&);
void read_name(const Document&, const Outline&, ProfileBuilder&);
void read_headline(const Document&, const Outline&, ProfileBuilder&);  // the lines under the name
void read_prose(const Document&, const Outline&, ProfileBuilder&);     // "I am a … at …, advised by …. Before that …"
void read_experience(const Document&, const Outline&, ProfileBuilder&);
void read_news(const Document&, const Outline&, ProfileBuilder&);  // "Jun 2021: started as a research associate at …"
void read_interests(const Document&, const Outline&, ProfileBuilder&);
void read_education(const Document&, const Outline&, ProfileBuilder&);
void read_advisors(const Document&, const Outline&, ProfileBuilder&);
void read_email(const Document&, const Outline&, ProfileBuilder&);
void read_identifiers(const Document&, const Outline&, ProfileBuilder&);
void read_biography(const Document&, const Outline&, ProfileBuilder&);
void read_awards(const Document&, const Outline&, ProfileBuilder&);
void read_photo(const Document&, const Outline&, ProfileBuilder&);

// One entry of an education list: "Ph.D. in X, University of Y, 2015 – 2019, advisor Z".
void read_education_entry(std::string_view entry, Reading reading, ProfileBuilder& builder);
// One entry of a list of jobs: "2019 – present: Research Scientist, Google".
void read_job_entry(std::string_view entry, Reading reading, ProfileBuilder& builder);
// Sentences about the person; `spoken`: they stand in an introduction, so that a phrase without a verb is one too.
void read_sentences(std::string_view text, const Document& page, ProfileBuilder& builder);
// One sentence in Chinese, Japanese or Korean about the person.
void read_cjk_sentence(std::string_view sentence, ProfileBuilder& builder);
// An identifier in this address, if it is one of a person: {"orcid", "0000-…"}; kind empty if none.
struct IdentifierLink {
  std::string kind, value;
};
IdentifierLink identifier_of(std::string_view href);
// "zh", "en", …: the html element's lang, else guessed from scripts and small words; "" if unsure.
std::string language_of(const Document& document);

}  // namespace fellow::extractor
