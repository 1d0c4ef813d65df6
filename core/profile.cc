// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/profile.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "fellow/json.h"
#include "fellow/url.h"

namespace fellow {
namespace {

using Json = nlohmann::ordered_json;

// An empty value is an unknown one and stays out of the JSON.
void put(Json& object, const char* key, const std::string& value) {
  if (!value.empty()) object[key] = value;
}
void put(Json& object, const char* key, int value) {
  if (value != 0) object[key] = value;
}
void put(Json& object, const char* key, const std::vector<std::string>& values) {
  if (!values.empty()) object[key] = values;
}
Json json_of(const Position& p) {
  Json j = Json::object();
  put(j, "title", p.title);
  put(j, "kind", p.kind);
  return j;
}
Json json_of(const PastAffiliation& a) {
  Json j = Json::object();
  put(j, "name", a.name);
  put(j, "id", a.id);
  put(j, "role", a.role);
  put(j, "start", a.start);
  put(j, "end", a.end);
  return j;
}
Json json_of(const Education& e) {
  Json j = Json::object();
  put(j, "institution", e.institution);
  put(j, "id", e.id);
  put(j, "degree", e.degree);
  put(j, "field", e.field);
  put(j, "year", e.year);
  return j;
}
Json json_of(const Advisor& a) {
  Json j = Json::object();
  put(j, "name", a.name);
  put(j, "url", a.url);
  put(j, "affiliation", a.affiliation);
  return j;
}
Json json_of(const Paper& p) {
  Json j = Json::object();
  put(j, "title", p.title);
  put(j, "authors", p.authors);
  put(j, "year", p.year);
  put(j, "venue", p.venue);
  put(j, "doi", p.doi);
  put(j, "url", p.url);
  return j;
}
Json json_of(const Award& a) {
  Json j = Json::object();
  put(j, "title", a.title);
  put(j, "year", a.year);
  return j;
}
Json json_of(const FetchedDocument& d) {
  Json j = Json::object();
  put(j, "url", d.url);
  put(j, "status", d.status);
  put(j, "type", d.type);
  put(j, "sha1", d.sha1);
  return j;
}
Json json_of(const Evidence& e) {
  Json j = Json::object();
  put(j, "url", e.url);
  put(j, "method", e.method);
  if (!e.method.empty()) j["confidence"] = std::round(e.confidence * 1000) / 1000;  // the same digits from every build
  put(j, "seen_at", e.seen_at);
  return j;
}

template <class T>
void put_all(Json& object, const char* key, const std::vector<T>& values) {
  if (values.empty()) return;
  Json& list = object[key] = Json::array();
  for (const T& value : values) list.push_back(json_of(value));
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

// Result lists show these two as they stand in a profile.
Json json_of(const Affiliation& a) {
  Json j = Json::object();
  put(j, "name", a.name);
  put(j, "id", a.id);
  put(j, "alternate_names", a.alternate_names);
  put(j, "department", a.department);
  put(j, "country", a.country);
  return j;
}

Json json_of(const Interest& i) {
  Json j = Json::object();
  put(j, "name", i.name);
  put(j, "id", i.id);
  return j;
}

Json json_of(const Profile& p, Shown shown) {
  Json j = Json::object();
  j["v"] = 1;
  put(j, "id", p.id);
  put(j, "url", p.url);
  put(j, "seeds", p.seeds);
  put(j, "aliases", p.aliases);
  put(j, "name", p.name);
  put(j, "alternate_names", p.alternate_names);
  put_all(j, "positions", p.positions);
  put_all(j, "affiliations", p.affiliations);
  put_all(j, "past_affiliations", p.past_affiliations);
  put_all(j, "interests", p.interests);
  put_all(j, "education", p.education);
  put_all(j, "advisors", p.advisors);
  if (shown.email) put(j, "email", p.email);
  if (!p.identifiers.empty()) j["identifiers"] = p.identifiers;
  put_all(j, "papers", p.papers);
  put_all(j, "awards", p.awards);
  put(j, "biography", p.biography);
  put(j, "photo_url", p.photo_url);
  put(j, "language", p.language);
  put(j, "template", p.theme);
  if (shown.text) put(j, "text", p.text);
  if (shown.evidence && !p.evidence.empty()) {
    Json& evidence = j["evidence"] = Json::object();
    for (const auto& [pointer, where] : p.evidence) {
      const bool kept_back = (!shown.email && pointer == "/email") || (!shown.text && pointer.starts_with("/text/"));
      if (!kept_back) evidence[pointer] = json_of(where);
    }
  }
  if (!p.fetched_at.empty() || !p.documents.empty()) {
    Json& crawl = j["crawl"] = Json::object();
    put(crawl, "fetched_at", p.fetched_at);
    put_all(crawl, "documents", p.documents);
  }
  put(j, "source", p.source);
  return j;
}

std::string display_name(const Profile& profile) {
  if (!profile.name.empty()) return profile.name;
  if (!profile.alternate_names.empty()) return profile.alternate_names.front();
  const auto home = Url::parse(profile.url);
  if (!home) return profile.url;
  std::string out(home->host_port());
  if (home->path() != "/") out += home->path();
  return out;
}

std::string show(const Profile& profile, Shown shown) { return show_json(json_of(profile, shown)); }

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
