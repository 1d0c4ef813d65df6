// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of one person: the record that extractor writes, indexer reads and everything shows. Version 1 of the JSON.
//
// Values as written on the page (white space folded); unknown = empty, and an empty field is absent from the JSON. Years are
// Gregorian, 0 = unknown. Ids are those of seeds/tables (fellow/tables.h), empty when the table does not know the thing.
// A plain value; owns all its strings.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/result.h"

namespace fellow {

struct Position {
  std::string title;
  std::string kind;  // student, postdoc, faculty, research, industry, other
  bool operator==(const Position&) const = default;
};

struct Affiliation {
  std::string name, id;
  std::vector<std::string> alternate_names;  // at most 6
  std::string department;
  std::string country;  // ISO 3166-1 alpha-2
  bool operator==(const Affiliation&) const = default;
};

struct PastAffiliation {
  std::string name, id, role;
  int start = 0, end = 0;
  bool operator==(const PastAffiliation&) const = default;
};

struct Interest {
  std::string name, id;
  bool operator==(const Interest&) const = default;
};

struct Education {
  std::string institution, id;
  std::string degree;  // PhD, MS, BS, other
  std::string field;
  int year = 0;  // in which the degree was, or is to be, awarded
  bool operator==(const Education&) const = default;
};

struct Advisor {
  std::string name, url, affiliation;
  bool operator==(const Advisor&) const = default;
};

struct Paper {
  std::string title;
  std::vector<std::string> authors;
  int year = 0;
  std::string venue, doi, url;
  bool operator==(const Paper&) const = default;
};

struct Award {
  std::string title;
  int year = 0;
  bool operator==(const Award&) const = default;
};

// Where a fact stands. `method`, in order of trust: json_ld, front_matter, bibtex, microdata, theme:NAME, meta, section,
// pdf_layout, pattern.
struct Evidence {
  std::string url, method;
  double confidence = 0;  // 0..1
  std::string seen_at;    // fellow::show_time
  bool operator==(const Evidence&) const = default;
};

struct FetchedDocument {
  std::string url;
  int status = 0;
  std::string type, sha1;
  bool operator==(const FetchedDocument&) const = default;
};

struct Profile {
  std::string id;   // person_id(url)
  std::string url;  // the home page after redirects, meta refresh and frames
  std::vector<std::string> seeds, aliases;
  std::string name;  // may be empty: a page need not say it
  std::vector<std::string> alternate_names;
  std::vector<Position> positions;
  std::vector<Affiliation> affiliations;  // current
  std::vector<PastAffiliation> past_affiliations;
  std::vector<Interest> interests;
  std::vector<Education> education;
  std::vector<Advisor> advisors;
  std::string email;
  std::map<std::string, std::string> identifiers;  // orcid, google_scholar, dblp, github, linkedin, twitter, …
  std::vector<Paper> papers;
  std::vector<Award> awards;
  std::string biography, photo_url, language, theme;  // theme is "template" in the JSON
  // What else stands on the person's pages, some lines each: so that any word of theirs finds them.
  std::vector<std::string> text;
  std::map<std::string, Evidence> evidence;  // JSON pointer into this profile -> where it stands
  std::string fetched_at;                    // "crawl" in the JSON
  std::vector<FetchedDocument> documents;
  std::string source;
  bool operator==(const Profile&) const = default;
};

// What a result list calls the person: the name, else the seeds' host and path; never empty for a profile with a url.
std::string display_name(const Profile& profile);

// What of a profile is written out. Lists and federation never have e-mail (R41), nobody outside has `text`.
struct Shown {
  bool email = false;
  bool evidence = true;
  bool text = false;  // for catalog and index only: it is no part of the contract
  bool display_name = false;
};

// One line of JSON, keys in the order of the contract, valid UTF-8, byte-identical for equal profiles.
std::string show(const Profile& profile, Shown shown = {});
// Inverse of show. corrupt with the JSON pointer if the text is not a version 1 profile. Unknown keys are ignored.
Result<Profile> parse_profile(std::string_view json);

}  // namespace fellow
