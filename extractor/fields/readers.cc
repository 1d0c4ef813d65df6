// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/fields.h"

namespace fellow::extractor {
namespace {

constexpr Reader kRows[] = {

    {"front_matter", read_front_matter},
    {"json_resume", read_json_resume},

    {"name", read_name},
    {"json_ld", read_json_ld},
    {"microdata", read_microdata},
    {"headline", read_headline},
    {"prose", read_prose},
    {"experience", read_experience},
    {"news", read_news},
    {"interests", read_interests},
    {"education", read_education},
    {"advisors", read_advisors},
    {"email", read_email},
    {"identifiers", read_identifiers},
    {"biography", read_biography},
    {"awards", read_awards},
    {"photo", read_photo},
};

}  // namespace

const std::span<const Reader> kReaders = kRows;

}  // namespace fellow::extractor
