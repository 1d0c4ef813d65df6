// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/export_formats.h"

#include <map>

#include "fellow/json.h"

namespace fellow {
namespace {

using Json = nlohmann::ordered_json;

// Where an identifier leads on the web; "" for kinds without an address of their own.
std::string address_of(const std::string& kind, const std::string& value) {
  static const std::map<std::string, std::string> kPrefixes{{"orcid", "https://orcid.org/"},
                                                            {"google_scholar", "https://scholar.google.com/citations?user="},
                                                            {"dblp", "https://dblp.org/pid/"},
                                                            {"github", "https://github.com/"},
                                                            {"linkedin", "https://www.linkedin.com/in/"},
                                                            {"twitter", "https://twitter.com/"}};
  const auto found = kPrefixes.find(kind);
  return found == kPrefixes.end() ? std::string() : found->second + value;
}

Json article_of(const Paper& paper) {
  Json article{{"@type", "ScholarlyArticle"}, {"name", paper.title}};
  if (!paper.authors.empty()) article["author"] = paper.authors;
  if (paper.year != 0) article["datePublished"] = std::to_string(paper.year);
  if (!paper.venue.empty()) article["isPartOf"] = paper.venue;
  if (!paper.doi.empty()) article["identifier"] = "https://doi.org/" + paper.doi;
  if (!paper.url.empty()) article["url"] = paper.url;
  return article;
}

Json organization_of(const Affiliation& affiliation) {
  Json organization{{"@type", "Organization"}, {"name", affiliation.name}};
  if (!affiliation.alternate_names.empty()) organization["alternateName"] = affiliation.alternate_names;
  if (!affiliation.department.empty())
    organization["department"] = Json{{"@type", "Organization"}, {"name", affiliation.department}};
  return organization;
}

template <class T, class Show>
std::string joined(const std::vector<T>& values, Show show) {
  std::string out;
  for (const T& value : values) out += (out.empty() ? "" : "; ") + show(value);
  return out;
}

// A value between BibTeX braces: its own braces and backslashes would end or change it.
std::string braced(std::string_view value) {
  std::string out = "{";
  for (const char c : value) {
    if (c != '{' && c != '}' && c != '\\') out += c;
  }
  return out + "}";
}

}  // namespace

std::string json_ld_of(const Profile& p) {
  Json j{{"@context", "https://schema.org"}, {"@type", "Person"}, {"@id", p.url}, {"name", display_name(p)}, {"url", p.url}};
  if (!p.alternate_names.empty()) j["alternateName"] = p.alternate_names;
  if (!p.photo_url.empty()) j["image"] = p.photo_url;
  for (const Position& position : p.positions) j["jobTitle"].push_back(position.title);
  for (const Affiliation& affiliation : p.affiliations) j["affiliation"].push_back(organization_of(affiliation));
  for (const Education& education : p.education) {
    Json school{{"@type", "EducationalOrganization"}, {"name", education.institution}};
    if (!education.degree.empty())
      school["hasCredential"] = Json{{"@type", "EducationalOccupationalCredential"}, {"credentialCategory", education.degree}};
    j["alumniOf"].push_back(std::move(school));
  }
  for (const Interest& interest : p.interests) j["knowsAbout"].push_back(interest.name);
  for (const std::string& alias : p.aliases) j["sameAs"].push_back(alias);
  for (const auto& [kind, value] : p.identifiers) {
    if (const std::string address = address_of(kind, value); !address.empty()) j["sameAs"].push_back(address);
  }
  if (!p.biography.empty()) j["description"] = p.biography;
  for (const Award& award : p.awards) j["award"].push_back(award.title);
  for (const Paper& paper : p.papers) j["subjectOf"].push_back(article_of(paper));
  return show_json(j);
}

std::string csv_cell(std::string value) {
  if (!value.empty() && std::string_view("=+-@").find(value[0]) != std::string_view::npos) value.insert(0, " ");
  if (value.find_first_of(",\"\r\n") == std::string::npos) return value;
  std::string out = "\"";
  for (const char c : value) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_header() { return "id,url,name,affiliations,positions,interests,country,orcid,google_scholar,papers\r\n"; }

std::string csv_of(const Profile& p) {
  const auto identifier = [&](const char* kind) {
    const auto found = p.identifiers.find(kind);
    return found == p.identifiers.end() ? std::string() : found->second;
  };
  const std::string country = p.affiliations.empty() ? "" : p.affiliations.front().country;
  std::string out;
  for (const std::string& value :
       {p.id, p.url, display_name(p), joined(p.affiliations, [](const Affiliation& a) { return a.name; }),
        joined(p.positions, [](const Position& x) { return x.title; }),
        joined(p.interests, [](const Interest& i) { return i.name; }), country, identifier("orcid"),
        identifier("google_scholar"), std::to_string(p.papers.size())}) {
    out += (out.empty() ? "" : ",") + csv_cell(value);
  }
  return out + "\r\n";
}

std::string bibtex_of(const Profile& p) {
  std::string out;
  for (std::size_t i = 0; i < p.papers.size(); ++i) {
    const Paper& paper = p.papers[i];
    out += (paper.venue.empty() ? "@misc{" : "@article{") + p.id + ":" + std::to_string(i + 1) +
           ",\n  title = " + braced(paper.title);
    if (!paper.authors.empty()) {
      std::string authors;
      for (const std::string& author : paper.authors) authors += (authors.empty() ? "" : " and ") + author;
      out += ",\n  author = " + braced(authors);
    }
    if (paper.year != 0) out += ",\n  year = {" + std::to_string(paper.year) + "}";
    if (!paper.venue.empty()) out += ",\n  journal = " + braced(paper.venue);
    if (!paper.doi.empty()) out += ",\n  doi = " + braced(paper.doi);
    if (!paper.url.empty()) out += ",\n  url = " + braced(paper.url);
    out += "\n}\n\n";
  }
  return out;
}

}  // namespace fellow
