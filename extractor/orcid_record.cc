// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/orcid_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "extractor/builder.h"
#include "extractor/document.h"
#include "extractor/extractor.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/topic_lists.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kAddress = "https://orcid.org/";
constexpr Reading kStated{.method = "registry", .confidence = 0.9};
constexpr std::size_t kIdLetters = 19;
constexpr std::size_t kMostEntries = 5000;  // of one list; the longest records have some thousand works
constexpr std::size_t kTitleBytes = 500, kVenueBytes = 200, kBiographyBytes = 5000;
constexpr int kFirstYear = 1900, kLastYear = 2100;

// Work types (ORCID, "Work types", v3.0) that are papers; data sets, software, talks, posters and patents are none.
constexpr std::array<std::string_view, 14> kPapers{
    "journal-article", "conference-paper", "conference-proceedings", "book",         "book-chapter",
    "edited-book",     "preprint",         "working-paper",          "report",       "magazine-article",
    "review",          "dissertation",     "dissertation-thesis",    "journal-issue"};

const Json& null() {
  static const Json kNull;
  return kNull;
}

// The member at the end of the path; null where a step is missing. ORCID writes null for what is not said.
template <class... Rest>
const Json& at(const Json& json, const char* key, Rest... rest) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  if (!json.is_object() || found == json.end()) return null();
  if constexpr (sizeof...(rest) == 0) {
    return *found;
  } else {
    return at(*found, rest...);
  }
}

std::string text_of(const Json& json) { return json.is_string() ? json.get<std::string>() : std::string(); }

// {"value": "…"}, as most texts are wrapped.
std::string value_of(const Json& json) { return text_of(at(json, "value")); }

int year_of(const Json& date) {
  const std::string text = value_of(at(date, "year"));
  int year = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), year);
  return error == std::errc() && year >= kFirstYear && year <= kLastYear ? year : 0;
}

// Titles and biographies that publishers brought in may carry markup.
std::string plain(const std::string& text, std::size_t bytes) {
  const bool marked = text.find_first_of("<&") != std::string::npos;
  return text::clean(marked ? visible_text(text, "text/html") : text, bytes);
}

// A public file holds what is public; one that was had with an account may hold more.
bool is_public(const Json& entry) {
  const Json& visibility = at(entry, "visibility");
  return !visibility.is_string() || text::same_letters(visibility.get<std::string>(), "public");
}

template <class Take>
void each(const Json& list, Take take) {
  if (!list.is_array()) return;
  const std::size_t most = std::min(list.size(), kMostEntries);
  for (std::size_t i = 0; i < most; ++i) take(list[i]);
}

class Record {
 public:
  Record(const Json& json, std::string id, Time seen) : json_(json), id_(std::move(id)) {
    page_.url = Url::parse(std::string(kAddress) + id_).value();
    page_.seen_at = show_time(seen);
    this_year_ = std::stoi(page_.seen_at.substr(0, 4));
    builder_.read_from(page_, 0);
  }

  Profile read() {
    names();
    const Json& person = at(json_, "person");
    builder_.add_identifier("orcid", id_, kStated);
    if (const Json& biography = at(person, "biography"); is_public(biography))
      builder_.add_biography(plain(text_of(at(biography, "content")), kBiographyBytes), kStated);
    each(at(person, "keywords", "keyword"), [&](const Json& keyword) {
      if (!is_public(keyword)) return;
      for (const std::string& topic : topics_of(text_of(at(keyword, "content")))) builder_.add_interest(topic, kStated);
    });
    links(at(person, "researcher-urls", "researcher-url"), "url");
    links(at(person, "external-identifiers", "external-identifier"), "external-id-url");
    const Json& activities = at(json_, "activities-summary");
    affiliations(at(activities, "employments"), "employment-summary", [&](const Json& job) { employment(job); });
    affiliations(at(activities, "educations"), "education-summary", [&](const Json& one) { education(one); });
    affiliations(at(activities, "qualifications"), "qualification-summary", [&](const Json& one) { education(one); });
    affiliations(at(activities, "distinctions"), "distinction-summary", [&](const Json& one) {
      builder_.add_award({plain(text_of(at(one, "role-title")), kTitleBytes), year_of(at(one, "start-date"))}, kStated);
    });
    Profile profile = builder_.resolve();
    works(profile);
    profile.url = page_.url.text();
    profile.id = person_id(page_.url);
    profile.seeds = {profile.url};
    profile.fetched_at = page_.seen_at;
    return profile;
  }

 private:
  void names() {
    const Json& name = at(json_, "person", "name");
    const std::string given = value_of(at(name, "given-names")), family = value_of(at(name, "family-name"));
    const std::string credit = value_of(at(name, "credit-name"));
    if (is_public(name)) {
      const std::string whole = given + (given.empty() || family.empty() ? "" : " ") + family;
      builder_.add_name(whole.empty() ? credit : whole, kStated);
      builder_.add_alternate_name(credit, kStated);
    }
    each(at(json_, "person", "other-names", "other-name"), [&](const Json& other) {
      if (is_public(other)) builder_.add_alternate_name(text_of(at(other, "content")), kStated);
    });
  }

  void links(const Json& list, const char* key) {
    each(list, [&](const Json& link) {
      const IdentifierLink found = identifier_of(value_of(at(link, key)));
      if (is_public(link) && !found.kind.empty() && found.kind != "orcid")
        builder_.add_identifier(found.kind, found.value, kStated);
    });
  }

  // Several sources may state the same stay: a group is one, and its first summary the one that the person prefers.
  template <class Take>
  void affiliations(const Json& section, const char* kind, Take take) {
    each(at(section, "affiliation-group"), [&](const Json& group) {
      const Json& summaries = at(group, "summaries");
      if (!summaries.is_array() || summaries.empty()) return;
      if (const Json& one = at(summaries[0], kind); is_public(one)) take(one);
    });
  }

  void employment(const Json& job) {
    const int end = year_of(at(job, "end-date"));
    const Stay stay{.organisation = plain(text_of(at(job, "organization", "name")), kVenueBytes),
                    .department = plain(text_of(at(job, "department-name")), kVenueBytes),
                    .role = plain(text_of(at(job, "role-title")), kVenueBytes),
                    .country = text_of(at(job, "organization", "address", "country")),
                    .start = year_of(at(job, "start-date")),
                    .end = end};
    const bool over = at(job, "end-date").is_object() && end <= this_year_;
    if (over) return builder_.add_past(stay, kStated);
    builder_.add_affiliation(stay, kStated);
    builder_.add_position(stay.role, kStated);
  }

  void education(const Json& one) {
    const std::string title = plain(text_of(at(one, "role-title")), kVenueBytes);
    Education education{.institution = plain(text_of(at(one, "organization", "name")), kVenueBytes),
                        .id = {},
                        .degree = {},
                        .field = {},
                        .year = year_of(at(one, "end-date"))};
    if (const auto degrees = find_degrees(title); !degrees.empty())
      education.degree = degrees.front().degree, education.field = degrees.front().field;
    if (education.degree.empty()) education.degree = degree_studied(title);
    builder_.add_education(std::move(education), kStated);
  }

  void works(Profile& profile) const {
    std::set<std::string> titles;
    std::vector<Paper> papers;
    each(at(json_, "activities-summary", "works", "group"), [&](const Json& group) {
      const Json& summaries = at(group, "work-summary");
      if (!summaries.is_array() || summaries.empty() || !is_public(summaries[0])) return;
      Paper paper = work(group, summaries[0]);
      if (!paper.title.empty() && titles.insert(text::fold(paper.title)).second) papers.push_back(std::move(paper));
    });
    std::stable_sort(papers.begin(), papers.end(), [](const Paper& a, const Paper& b) { return a.year > b.year; });
    for (Paper& paper : papers) {
      const std::string pointer = "/papers/" + std::to_string(profile.papers.size());
      profile.evidence[pointer] = {page_.url.text(), std::string(kStated.method), kStated.confidence, page_.seen_at};
      profile.papers.push_back(std::move(paper));
    }
  }

  // Empty for what is no paper. Summaries do not say who wrote it.
  static Paper work(const Json& group, const Json& summary) {
    const std::string type = text::lower(text_of(at(summary, "type")));
    if (std::find(kPapers.begin(), kPapers.end(), type) == kPapers.end()) return {};
    Paper paper{.title = plain(value_of(at(summary, "title", "title")), kTitleBytes),
                .authors = {},
                .year = year_of(at(summary, "publication-date")),
                .venue = plain(value_of(at(summary, "journal-title")), kVenueBytes),
                .doi = doi_in(at(summary, "external-ids", "external-id")),
                .url = {}};
    if (paper.doi.empty()) paper.doi = doi_in(at(group, "external-ids", "external-id"));
    if (const auto url = Url::parse(value_of(at(summary, "url")))) paper.url = url->text();
    return paper;
  }

  // Of the work itself, not of the book or journal that it is part of.
  static std::string doi_in(const Json& ids) {
    std::string doi;
    each(ids, [&](const Json& id) {
      if (!doi.empty() || !text::same_letters(text_of(at(id, "external-id-type")), "doi")) return;
      if (const Json& relation = at(id, "external-id-relationship");
          relation.is_string() && !text::same_letters(relation.get<std::string>(), "self"))
        return;
      std::string value = value_of(at(id, "external-id-normalized"));
      if (value.empty()) value = text::lower(text_of(at(id, "external-id-value")));
      if (const std::size_t begin = value.find("10."); begin != std::string::npos) doi = text::clean(value.substr(begin), 200);
    });
    return doi;
  }

  const Json& json_;
  std::string id_;
  Document page_;
  int this_year_ = 0;
  ProfileBuilder builder_;
};

}  // namespace

std::string orcid_id(std::string_view written) {
  std::string_view text = text::trim(written);
  while (text.ends_with('/')) text.remove_suffix(1);
  if (text.size() > kIdLetters) {
    const char before = text[text.size() - kIdLetters - 1];
    if (before != '/') return "";
    text.remove_prefix(text.size() - kIdLetters);
  }
  if (text.size() != kIdLetters) return "";
  int sum = 0;
  for (std::size_t i = 0; i < kIdLetters; ++i) {
    const char c = text[i];
    if (i % 5 == 4) {
      if (c != '-') return "";
    } else if (i + 1 < kIdLetters) {
      if (c < '0' || c > '9') return "";
      sum = (sum + (c - '0')) * 2 % 11;
    }
  }
  const int check = (12 - sum) % 11;
  const char last = check == 10 ? 'X' : static_cast<char>('0' + check);
  std::string id(text);
  if (id.back() == 'x') id.back() = 'X';
  return id.back() == last ? id : "";
}

Result<Profile> read_orcid_record(std::string_view text, Time seen) {
  const Json json = Json::parse(text::valid_utf8(text), nullptr, false);
  if (!json.is_object())
    return fail(Code::bad_input,
                "is no JSON object: give the public record as https://pub.orcid.org/v3.0/ID/record answers it");
  std::string id = orcid_id(text_of(at(json, "orcid-identifier", "path")));
  if (id.empty()) id = orcid_id(text_of(at(json, "orcid-identifier", "uri")));
  if (id.empty()) return fail(Code::bad_input, "is no ORCID record: it has no orcid-identifier with a valid iD");
  return Record(json, std::move(id), seen).read();
}

}  // namespace fellow::extractor
