// SPDX-License-Identifier: GPL-3.0-or-later
// A profile in other people's formats, never with an e-mail address.
//
// schema.org Person: name, alternateName, url, image, jobTitle = positions, affiliation = affiliations (Organization with name,
// alternateName, department), alumniOf = education institutions (hasCredential: degree, year), knowsAbout = interests,
// sameAs = aliases and identifiers as URLs, description = biography, award = awards, subjectOf = papers (ScholarlyArticle).
// CSV (RFC 4180): id,url,name,affiliations,positions,interests,country,orcid,google_scholar,papers; lists joined by "; ".
// BibTeX: one @article or @misc a paper, keyed ID:number.
#pragma once

#include <string>

#include "fellow/profile.h"

namespace fellow {

std::string json_ld_of(const Profile& profile);  // one line
// Quoted where RFC 4180 section 2 asks for it; a leading = + - @ is set off by a blank, since spreadsheets would run it.
std::string csv_cell(std::string value);
std::string csv_header();                       // with its line end
std::string csv_of(const Profile& profile);     // one record with its line end
std::string bibtex_of(const Profile& profile);  // entries, each with an empty line after it

}  // namespace fellow
