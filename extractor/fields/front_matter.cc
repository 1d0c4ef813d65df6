// SPDX-License-Identifier: GPL-3.0-or-later
// The front matter of Markdown sources: Hugo's authors/NAME/_index.md, Jekyll's _config.yml author block, al-folio's about
// page.
#include <algorithm>

#include "extractor/fields/advising.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "extractor/fields/values.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

using Json = nlohmann::json;

constexpr Reading kSure{.method = "front_matter", .confidence = 0.95};

void read_role(const std::string& role, ProfileBuilder& builder) {
  if (role.empty()) return;
  // "Chercheur Postdoctoral et Chargé de Cours" holds two, "Professor of A and B" one.
  std::vector<std::string> parts = enumeration(role, true);
  const bool all = parts.size() > 1 &&
                   std::all_of(parts.begin(), parts.end(), [](const std::string& part) { return !find_titles(part).empty(); });
  std::size_t organisation = role.find(" at ");
  if (all) {
    for (const std::string& part : parts) builder.add_position(part, kSure);
  } else {
    builder.add_position(organisation == std::string::npos ? role : role.substr(0, organisation), kSure);
  }
  if (!builder.affiliations().empty()) return;
  for (const Organisation& place : find_organisations(role))
    builder.add_affiliation({.organisation = place.name, .department = place.department, .role = {}, .country = {}},
                            {"front_matter", 0.85});
}

void read_places(const Json& list, ProfileBuilder& builder) {
  std::vector<std::string> places;
  for (const std::string& written : values_at(list, {"name", "title"})) {
    const std::size_t slash = written.find(" / ");
    if (slash == std::string::npos) {
      places.push_back(written);
    } else {
      places.push_back(written.substr(0, slash));
      places.push_back(written.substr(slash + 3));
    }
  }
  for (const std::string& written : places) {
    const std::vector<Title> titles = find_titles(written);
    if (titles.size() == 1 && titles[0].text.size() + 2 >= written.size()) {  // "JSPS Research Fellow" among the organisations
      builder.add_position(written, kSure);
      continue;
    }
    const Organisation place = whole_organisation(written);
    if (!place.name.empty())
      builder.add_affiliation({.organisation = place.name, .department = place.department, .role = {}, .country = {}}, kSure);
  }
}

// "Thesis: … Supervised by Prof. X and Prof. Y", beside a degree or a job.
void read_advising(const Json& row, ProfileBuilder& builder) {
  for (const char* key : {"summary", "description"}) {
    const std::string told = value_at(row, key);
    if (told.empty()) continue;
    for (const Advising& advising : find_advising(told))
      for (std::size_t i = 0; i < advising.people.size(); ++i)
        builder.add_advisor({advising.people[i].name, {}, advising.place_of(i)}, {"front_matter", 0.7});
  }
}

void read_courses(const Json& courses, ProfileBuilder& builder) {
  if (!courses.is_array()) return;
  for (const Json& row : courses) {
    if (!row.is_object()) continue;
    std::string course = value_at(row, "course");
    if (course.empty()) course = value_at(row, "area");
    if (course.empty()) course = value_at(row, "degree");
    add_course(course, value_at(row, "institution"),
               value_at(row, "year").empty() ? value_at(row, "date_end") : value_at(row, "year"), kSure, builder);
    read_advising(row, builder);
  }
}

// Hugo Blox: work[]{position, company_name, date_start, date_end}; Wowchemy's experience widget: experience[]{title, company,
// …}, which some use for their degrees as well.
void read_jobs(const Json& work, ProfileBuilder& builder) {
  if (!work.is_array()) return;
  for (const Json& row : work) {
    if (!row.is_object()) continue;
    std::string company = value_at(row, "company_name");
    if (company.empty()) company = value_at(row, "company");
    if (company.empty()) company = value_at(row, "organization");
    const std::string title = value_at(row, "position").empty() ? value_at(row, "title") : value_at(row, "position");
    if (find_titles(title).empty() && !find_degrees(title).empty())
      add_course(title, company, value_at(row, "date_end"), kSure, builder);
    else
      add_job(title, company, value_at(row, "date_start"), value_at(row, "date_end"), kSure, builder);
  }
}

void read_links(const Json& social, ProfileBuilder& builder) {
  const auto add = [&](const std::string& href) {
    const IdentifierLink link = identifier_of(href);
    if (!link.kind.empty()) builder.add_identifier(link.kind, link.value, kSure);
    const std::string lower = text::lower(href);
    if (lower.starts_with("mailto:"))
      builder.add_email(text::trim(std::string_view(href).substr(
                            7, href.find('?') == std::string::npos ? std::string::npos : href.find('?') - 7)),
                        kSure);
  };
  if (!social.is_array()) return;
  for (const Json& row : social) {
    if (!row.is_object()) continue;
    for (const char* key : {"link", "url", "href"})
      if (const std::string href = value_at(row, key); !href.empty()) add(href);
  }
}

// Jekyll's author block: names of networks as keys.
void read_accounts(const Json& author, ProfileBuilder& builder) {
  for (const auto& [key, kind] : {std::pair<const char*, const char*>{"github", "github"},
                                  {"linkedin", "linkedin"},
                                  {"twitter", "twitter"},
                                  {"orcid", "orcid"},
                                  {"googlescholar", "google_scholar"},
                                  {"github_username", "github"},
                                  {"twitter_username", "twitter"},
                                  {"linkedin_username", "linkedin"},
                                  {"orcid_id", "orcid"},
                                  {"scholar_userid", "google_scholar"},
                                  {"dblp", "dblp"},
                                  {"dblp_url", "dblp"},
                                  {"x_username", "twitter"}}) {
    const std::string value = value_at(author, key);
    if (value.empty()) continue;
    const IdentifierLink link = identifier_of(value);
    if (!link.kind.empty())
      builder.add_identifier(link.kind, link.value, kSure);
    else if (value.find('/') == std::string::npos && value.find(' ') == std::string::npos &&
             value.find(':') == std::string::npos)
      builder.add_identifier(kind, value, kSure);
  }
}

bool clear_address(const std::string& address) {
  return address.find('@') != std::string::npos && address.find(' ') == std::string::npos;
}

void read_config(const Json& config, ProfileBuilder& builder) {  // a site's _config.yml
  const std::string first = value_at(config, "first_name"), middle = value_at(config, "middle_name"),
                    last = value_at(config, "last_name");
  if (!first.empty() && !last.empty()) builder.add_name(first + " " + (middle.empty() ? "" : middle + " ") + last, kSure);
  if (const std::string email = value_at(config, "email"); clear_address(email)) builder.add_email(email, kSure);
  builder.add_name(value_at(config, "title"), {"front_matter", 0.5});
  read_accounts(config, builder);
}

}  // namespace

void read_front_matter(const Document& page, const Outline&, ProfileBuilder& builder) {
  const Json& front = page.front;
  if (!front.is_object() || front.contains("basics")) return;
  const std::string path(page.url.path());
  const bool article = path.find("/publication") != std::string::npos || path.find("/post") != std::string::npos ||
                       path.find("/project") != std::string::npos || path.find("/talk") != std::string::npos ||
                       path.find("/event") != std::string::npos || path.find("/teaching") != std::string::npos ||
                       front.contains("publication") || front.contains("paperurl") || front.contains("venue");
  if (article) return;
  const bool person = front.contains("role") || front.contains("organizations") || front.contains("interests") ||
                      front.contains("education") || front.contains("superuser") || front.contains("social") ||
                      front.contains("profiles");
  builder.add_name(value_at(front, "name"), {"front_matter", person ? 0.95 : 0.6});
  // The title of a page further away is what that page is about.
  if (person || builder.rank() == 0) builder.add_name(value_at(front, "title"), {"front_matter", person ? 0.95 : 0.6});
  const std::string first = value_at(front, "first_name"), last = value_at(front, "last_name");
  if (!first.empty() && !last.empty()) builder.add_name(first + " " + last, kSure);
  if (front.contains("name") && front["name"].is_object())
    builder.add_name(value_at(front["name"], "display").empty()
                         ? value_at(front["name"], "given") + " " + value_at(front["name"], "family")
                         : value_at(front["name"], "display"),
                     kSure);
  if (const std::string native = value_at(front, "name_pronunciation"); !native.empty() && text::cjk_share(native) > 0.6)
    builder.add_alternate_name(native, kSure);
  if (front.contains("author")) {
    const Json& author = front["author"];
    if (author.is_string()) builder.add_name(author.get<std::string>(), {"front_matter", 0.7});
    if (author.is_object()) {
      builder.add_name(value_at(author, "name"), kSure);
      if (const std::string email = value_at(author, "email"); clear_address(email)) builder.add_email(email, kSure);
      if (const std::string employer = value_at(author, "employer"); !employer.empty())
        read_places(Json::array({employer}), builder);
      read_accounts(author, builder);
      const std::string bio = value_at(author, "bio");
      for (const Title& title : find_titles(bio)) builder.add_position(title.text, {"front_matter", 0.8});
    }
  }
  if (front.contains("repository") || front.contains("baseurl") || front.contains("collections") ||
      front.contains("first_name"))
    read_config(front, builder);
  if (!person && front.contains("experience")) read_jobs(front["experience"], builder);
  if (!person) return;
  for (const char* key : {"organizations", "affiliations"})
    if (front.contains(key)) read_places(front[key], builder);
  read_role(value_at(front, "role"), builder);
  if (front.contains("interests"))
    for (const std::string& interest : values_at(front["interests"], {"name"})) builder.add_interest(interest, kSure);
  if (front.contains("education")) {
    const Json& education = front["education"];
    read_courses(education.is_object() && education.contains("courses") ? education["courses"] : education, builder);
  }
  if (front.contains("work")) read_jobs(front["work"], builder);
  if (front.contains("experience")) read_jobs(front["experience"], builder);
  for (const char* key : {"social", "profiles", "links"})
    if (front.contains(key)) read_links(front[key], builder);
  if (const std::string email = value_at(front, "email"); clear_address(email)) builder.add_email(email, kSure);
}

}  // namespace fellow::extractor
