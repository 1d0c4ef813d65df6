// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/profile.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "fellow/json.h"
#include "fellow/json_text.h"
#include "fellow/url.h"

namespace fellow {
namespace {

using Json = nlohmann::ordered_json;

// An empty value is an unknown one and stays out of the JSON.
void put(JsonText& out, std::string_view key, const std::string& value) {
  if (!value.empty()) out.key(key).text(value);
}
void put(JsonText& out, std::string_view key, int value) {
  if (value != 0) out.key(key).number(value);
}
void put(JsonText& out, std::string_view key, const std::vector<std::string>& values) {
  if (!values.empty()) out.key(key).texts(values);
}
void put_fields(JsonText& out, const Position& p) {
  put(out, "title", p.title);
  put(out, "kind", p.kind);
}
void put_fields(JsonText& out, const Affiliation& a) {
  put(out, "name", a.name);
  put(out, "id", a.id);
  put(out, "alternate_names", a.alternate_names);
  put(out, "department", a.department);
  put(out, "country", a.country);
}
void put_fields(JsonText& out, const PastAffiliation& a) {
  put(out, "name", a.name);
  put(out, "id", a.id);
  put(out, "role", a.role);
  put(out, "start", a.start);
  put(out, "end", a.end);
}
void put_fields(JsonText& out, const Interest& i) {
  put(out, "name", i.name);
  put(out, "id", i.id);
}
void put_fields(JsonText& out, const Education& e) {
  put(out, "institution", e.institution);
  put(out, "id", e.id);
  put(out, "degree", e.degree);
  put(out, "field", e.field);
  put(out, "year", e.year);
}
void put_fields(JsonText& out, const Advisor& a) {
  put(out, "name", a.name);
  put(out, "url", a.url);
  put(out, "affiliation", a.affiliation);
}
void put_fields(JsonText& out, const Paper& p) {
  put(out, "title", p.title);
  put(out, "authors", p.authors);
  put(out, "year", p.year);
  put(out, "venue", p.venue);
  put(out, "doi", p.doi);
  put(out, "url", p.url);
}
void put_fields(JsonText& out, const Award& a) {
  put(out, "title", a.title);
  put(out, "year", a.year);
}
void put_fields(JsonText& out, const FetchedDocument& d) {
  put(out, "url", d.url);
  put(out, "status", d.status);
  put(out, "type", d.type);
  put(out, "sha1", d.sha1);
}
void put_fields(JsonText& out, const Evidence& e) {
  put(out, "url", e.url);
  put(out, "method", e.method);
  if (!e.method.empty()) out.key("confidence").number(std::round(e.confidence * 1000) / 1000);  // the same from every build
  put(out, "seen_at", e.seen_at);
}

template <class T>
void put_all(JsonText& out, std::string_view key, const std::vector<T>& values) {
  if (values.empty()) return;
  out.key(key).begin('[');
  for (const T& value : values) {
    out.begin('{');
    put_fields(out, value);
    out.end('}');
  }
  out.end(']');
}

void put_evidence(JsonText& out, const Profile& p, Shown shown) {
  out.key("evidence").begin('{');
  for (const auto& [pointer, where] : p.evidence) {
    if ((!shown.email && pointer == "/email") || (!shown.text && pointer.starts_with("/text/"))) continue;
    out.key(pointer).begin('{');
    put_fields(out, where);
    out.end('}');
  }
  out.end('}');
}

void put_fields(JsonText& out, const Profile& p, Shown shown) {
  out.key("v").number(1);
  put(out, "id", p.id);
  put(out, "url", p.url);
  put(out, "seeds", p.seeds);
  put(out, "aliases", p.aliases);
  put(out, "name", p.name);
  put(out, "alternate_names", p.alternate_names);
  put_all(out, "positions", p.positions);
  put_all(out, "affiliations", p.affiliations);
  put_all(out, "past_affiliations", p.past_affiliations);
  put_all(out, "interests", p.interests);
  put_all(out, "education", p.education);
  put_all(out, "advisors", p.advisors);
  if (shown.email) put(out, "email", p.email);
  if (!p.identifiers.empty()) {
    out.key("identifiers").begin('{');
    for (const auto& [kind, identifier] : p.identifiers) out.key(kind).text(identifier);
    out.end('}');
  }
  put_all(out, "papers", p.papers);
  put_all(out, "awards", p.awards);
  put(out, "biography", p.biography);
  put(out, "photo_url", p.photo_url);
  put(out, "language", p.language);
  put(out, "template", p.theme);
  if (shown.text) put(out, "text", p.text);
  if (shown.evidence && !p.evidence.empty()) put_evidence(out, p, shown);
  if (!p.fetched_at.empty() || !p.documents.empty()) {
    out.key("crawl").begin('{');
    put(out, "fetched_at", p.fetched_at);
    put_all(out, "documents", p.documents);
    out.end('}');
  }
  put(out, "source", p.source);
}

// Reading: a wrong type anywhere is told with its place. Thrown and caught inside this file only.
struct Unreadable {
  std::string what;
};

const Json* member(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}
void take(const Json& object, const char* key, std::string& value) {
  const Json* found = member(object, key);
  if (found == nullptr) return;
  if (!found->is_string()) throw Unreadable{std::string("/") + key + " is not a string"};
  value = found->get<std::string>();
}
void take(const Json& object, const char* key, int& value) {
  const Json* found = member(object, key);
  if (found == nullptr) return;
  if (!found->is_number_integer() || found->get<double>() < -1e9 || found->get<double>() > 1e9)
    throw Unreadable{std::string("/") + key + " is not a whole number"};
  value = found->get<int>();
}
void take(const Json& object, const char* key, std::vector<std::string>& values) {
  const Json* found = member(object, key);
  if (found == nullptr) return;
  if (!found->is_array()) throw Unreadable{std::string("/") + key + " is not a list"};
  for (const Json& item : *found) {
    if (!item.is_string()) throw Unreadable{std::string("/") + key + " holds something that is not a string"};
    values.push_back(item.get<std::string>());
  }
}
void read_into(const Json& j, Position& p) {
  take(j, "title", p.title);
  take(j, "kind", p.kind);
}
void read_into(const Json& j, Affiliation& a) {
  take(j, "name", a.name);
  take(j, "id", a.id);
  take(j, "alternate_names", a.alternate_names);
  take(j, "department", a.department);
  take(j, "country", a.country);
}
void read_into(const Json& j, PastAffiliation& a) {
  take(j, "name", a.name);
  take(j, "id", a.id);
  take(j, "role", a.role);
  take(j, "start", a.start);
  take(j, "end", a.end);
}
void read_into(const Json& j, Interest& i) {
  take(j, "name", i.name);
  take(j, "id", i.id);
}
void read_into(const Json& j, Education& e) {
  take(j, "institution", e.institution);
  take(j, "id", e.id);
  take(j, "degree", e.degree);
  take(j, "field", e.field);
  take(j, "year", e.year);
}
void read_into(const Json& j, Advisor& a) {
  take(j, "name", a.name);
  take(j, "url", a.url);
  take(j, "affiliation", a.affiliation);
}
void read_into(const Json& j, Paper& p) {
  take(j, "title", p.title);
  take(j, "authors", p.authors);
  take(j, "year", p.year);
  take(j, "venue", p.venue);
  take(j, "doi", p.doi);
  take(j, "url", p.url);
}
void read_into(const Json& j, Award& a) {
  take(j, "title", a.title);
  take(j, "year", a.year);
}
void read_into(const Json& j, FetchedDocument& d) {
  take(j, "url", d.url);
  take(j, "status", d.status);
  take(j, "type", d.type);
  take(j, "sha1", d.sha1);
}
void read_into(const Json& j, Evidence& e) {
  take(j, "url", e.url);
  take(j, "method", e.method);
  take(j, "seen_at", e.seen_at);
  if (const Json* found = member(j, "confidence")) {
    if (!found->is_number()) throw Unreadable{"/evidence: confidence is not a number"};
    e.confidence = found->get<double>();
  }
}

template <class T>
void take_all(const Json& object, const char* key, std::vector<T>& values) {
  const Json* found = member(object, key);
  if (found == nullptr) return;
  if (!found->is_array()) throw Unreadable{std::string("/") + key + " is not a list"};
  for (const Json& item : *found) {
    if (!item.is_object()) throw Unreadable{std::string("/") + key + " holds something that is not an object"};
    read_into(item, values.emplace_back());
  }
}

Profile read_profile(const Json& j) {
  if (!j.is_object()) throw Unreadable{"it is not a JSON object"};
  const Json* version = member(j, "v");
  if (version == nullptr || *version != 1) throw Unreadable{"/v is not 1: this program reads version 1"};
  Profile p;
  take(j, "id", p.id);
  take(j, "url", p.url);
  take(j, "seeds", p.seeds);
  take(j, "aliases", p.aliases);
  take(j, "name", p.name);
  take(j, "alternate_names", p.alternate_names);
  take_all(j, "positions", p.positions);
  take_all(j, "affiliations", p.affiliations);
  take_all(j, "past_affiliations", p.past_affiliations);
  take_all(j, "interests", p.interests);
  take_all(j, "education", p.education);
  take_all(j, "advisors", p.advisors);
  take(j, "email", p.email);
  if (const Json* identifiers = member(j, "identifiers")) {
    if (!identifiers->is_object()) throw Unreadable{"/identifiers is not an object"};
    for (const auto& [key, value] : identifiers->items()) {
      if (!value.is_string()) throw Unreadable{"/identifiers/" + key + " is not a string"};
      p.identifiers[key] = value.get<std::string>();
    }
  }
  take_all(j, "papers", p.papers);
  take_all(j, "awards", p.awards);
  take(j, "biography", p.biography);
  take(j, "photo_url", p.photo_url);
  take(j, "language", p.language);
  take(j, "template", p.theme);
  take(j, "text", p.text);
  if (const Json* evidence = member(j, "evidence")) {
    if (!evidence->is_object()) throw Unreadable{"/evidence is not an object"};
    for (const auto& [key, value] : evidence->items()) {
      if (!value.is_object()) throw Unreadable{"/evidence holds something that is not an object"};
      read_into(value, p.evidence[key]);
    }
  }
  if (const Json* crawl = member(j, "crawl")) {
    if (!crawl->is_object()) throw Unreadable{"/crawl is not an object"};
    take(*crawl, "fetched_at", p.fetched_at);
    take_all(*crawl, "documents", p.documents);
  }
  take(j, "source", p.source);
  if (p.id.empty() || p.url.empty()) throw Unreadable{"/id or /url is missing"};
  return p;
}

}  // namespace

std::string display_name(const Profile& profile) {
  if (!profile.name.empty()) return profile.name;
  if (!profile.alternate_names.empty()) return profile.alternate_names.front();
  const auto home = Url::parse(profile.url);
  if (!home) return profile.url;
  std::string out(home->host_port());
  if (home->path() != "/") out += home->path();
  return out;
}

std::string show(const Profile& profile, Shown shown) {
  JsonText out;
  out.begin('{');
  put_fields(out, profile, shown);
  out.end('}');
  return out.take();
}

Json json_of(const Profile& profile, Shown shown) { return parse_json(show(profile, shown)).value(); }

Result<Profile> parse_profile(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return tl::unexpected(json.error());
  try {
    return read_profile(*json);
  } catch (const Unreadable& unreadable) {
    return fail(Code::corrupt, "not a profile of version 1: " + unreadable.what);
  }
}

}  // namespace fellow
