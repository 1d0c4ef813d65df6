// SPDX-License-Identifier: GPL-3.0-or-later
// What does a person's record at ORCID say?
//
// Reads the public record (API v3.0, `GET https://pub.orcid.org/v3.0/0000-…/record`, as JSON): names, employment, education and
// qualifications, keywords, biography, identifiers among the researcher's links, works. Never fetched by us (ORCID is not
// crawled): files that an operator has. Every fact stands at https://orcid.org/0000-…, which is also the record's home page, so
// that a profile that carries the same iD is found to be the same person's (indexer/merge.h). E-mail addresses are not read.
//
//   Profile record = read_orcid_record(text, now()).value();   // record.url == "https://orcid.org/0000-0002-1825-0097"
#pragma once

#include <string>
#include <string_view>

#include "fellow/clock.h"
#include "fellow/profile.h"
#include "fellow/result.h"

namespace fellow::extractor {

// "0000-0002-1825-0097" of any text that is one iD, bare or as an address; "" if its check digit (ISO 7064, MOD 11-2) is wrong.
std::string orcid_id(std::string_view text);

// `seen`: when the record was had. bad_input when the text is no record: no JSON object, or none with a valid
// orcid-identifier. Whatever else is missing or of another shape is left out.
Result<Profile> read_orcid_record(std::string_view json, Time seen);

}  // namespace fellow::extractor
