// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <concepts>
#include <map>
#include <type_traits>

#include "fellow/json.h"
#include "fellow/json_scan.h"
#include "fellow/json_text.h"
#include "fellow/profile.h"

namespace fellow {
namespace {

// A T to be read, or a const one to be written.
template <class Thing, class T>
concept A = std::same_as<std::remove_const_t<Thing>, T>;

// What each thing consists of, in the order of the contract: told once, for who writes and for who reads.
void members(auto& visit, A<Position> auto& p) {
  visit("title", p.title);
  visit("kind", p.kind);
}
void members(auto& visit, A<Affiliation> auto& a) {
  visit("name", a.name);
  visit("id", a.id);
  visit("alternate_names", a.alternate_names);
  visit("department", a.department);
  visit("country", a.country);
}
void members(auto& visit, A<PastAffiliation> auto& a) {
  visit("name", a.name);
  visit("id", a.id);
  visit("role", a.role);
  visit("start", a.start);
  visit("end", a.end);
}
void members(auto& visit, A<Interest> auto& i) {
  visit("name", i.name);
  visit("id", i.id);
}
void members(auto& visit, A<Education> auto& e) {
  visit("institution", e.institution);
  visit("id", e.id);
  visit("degree", e.degree);
  visit("field", e.field);
  visit("year", e.year);
}
void members(auto& visit, A<Advisor> auto& a) {
  visit("name", a.name);
  visit("url", a.url);
  visit("affiliation", a.affiliation);
}
void members(auto& visit, A<Paper> auto& p) {
  visit("title", p.title);
  visit("authors", p.authors);
  visit("year", p.year);
  visit("venue", p.venue);
  visit("doi", p.doi);
  visit("url", p.url);
}
void members(auto& visit, A<Award> auto& a) {
  visit("title", a.title);
  visit("year", a.year);
}
void members(auto& visit, A<FetchedDocument> auto& d) {
  visit("url", d.url);
  visit("status", d.status);
  visit("type", d.type);
  visit("sha1", d.sha1);
}
void members(auto& visit, A<Evidence> auto& e) {
  visit("url", e.url);
  visit("method", e.method);
  if (!e.method.empty() || visit.kReads) visit("confidence", e.confidence);
  visit("seen_at", e.seen_at);
}
// The email, the evidence and the text are the visitor's to leave out.
void members(auto& visit, A<Profile> auto& p) {
  visit("id", p.id);
  if (visit.shown.display_name) visit.derived("display_name", display_name(p));
  visit("url", p.url);
  visit("seeds", p.seeds);
  visit("aliases", p.aliases);
  visit("name", p.name);
  visit("alternate_names", p.alternate_names);
  visit("positions", p.positions);
  visit("affiliations", p.affiliations);
  visit("past_affiliations", p.past_affiliations);
  visit("interests", p.interests);
  visit("education", p.education);
  visit("advisors", p.advisors);
  if (visit.shown.email) visit("email", p.email);
  visit("identifiers", p.identifiers);
  visit("papers", p.papers);
  visit("awards", p.awards);
  visit("biography", p.biography);
  visit("photo_url", p.photo_url);
  visit("language", p.language);
  visit("template", p.theme);
  if (visit.shown.text) visit("text", p.text);
  if (visit.shown.evidence) visit("evidence", p.evidence);
  if (visit.kReads || !p.fetched_at.empty() || !p.documents.empty()) {
    visit.part("crawl", [&](auto& crawl) {
      crawl("fetched_at", p.fetched_at);
      crawl("documents", p.documents);
    });
  }
  visit("source", p.source);
}

// An empty value is an unknown one and stays out of the JSON.
struct Put {
  static constexpr bool kReads = false;
  JsonText& out;
  Shown shown = {};

  void operator()(const char* key, const std::string& value) {
    if (!value.empty()) out.key(key).text(value);
  }
  void operator()(const char* key, int value) {
    if (value != 0) out.key(key).number(value);
  }
  void operator()(const char* key, double value) {  // the same digits from every build
    out.key(key).number(std::round(value * 1000) / 1000);
  }
  void operator()(const char* key, const std::vector<std::string>& values) {
    if (!values.empty()) out.key(key).texts(values);
  }
  template <class T>
  void operator()(const char* key, const std::vector<T>& things) {
    if (things.empty()) return;
    out.key(key).begin('[');
    for (const T& thing : things) whole(thing);
    out.end(']');
  }
  void operator()(const char* key, const std::map<std::string, std::string>& values) {
    if (values.empty()) return;
    out.key(key).begin('{');
    for (const auto& [name, value] : values) out.key(name).text(value);
    out.end('}');
  }
  void operator()(const char* key, const std::map<std::string, Evidence>& evidence) {
    if (evidence.empty()) return;
    out.key(key).begin('{');
    for (const auto& [pointer, where] : evidence) {
      const bool kept_back = (!shown.email && pointer == "/email") || (!shown.text && pointer.starts_with("/text/"));
      if (!kept_back) out.key(pointer), whole(where);
    }
    out.end('}');
  }
  void derived(const char* key, const std::string& value) { (*this)(key, value); }
  void part(const char* key, const auto& of) {
    out.key(key).begin('{');
    of(*this);
    out.end('}');
  }
  template <class T>
  void whole(const T& thing) {
    out.begin('{');
    members(*this, thing);
    out.end('}');
  }
};

// Takes the member that the reader stands before, whichever it is.
struct Take {
  static constexpr bool kReads = true;
  static constexpr Shown shown = {.email = true, .text = true};
  JsonScan& in;
  std::string_view key;

  void operator()(std::string_view name, std::string& value) {
    if (key == name) in.take(name, value);
  }
  void operator()(std::string_view name, int& value) {
    constexpr int kMost = 1'000'000'000;
    if (key != name) return;
    in.take(name, value);
    if (value < -kMost || value > kMost) in.blame(name);
  }
  void operator()(std::string_view name, double& value) {
    if (key == name) in.take(name, value);
  }
  void operator()(std::string_view name, std::vector<std::string>& values) {
    if (key == name) in.take(name, values);
  }
  template <class T>
  void operator()(std::string_view name, std::vector<T>& things) {
    if (key != name) return;
    things.clear();
    in.items(name, [&] {
      whole(in, name, things.emplace_back());
      if (things.back() == T()) things.pop_back();  // it says nothing
    });
  }
  void operator()(std::string_view name, std::map<std::string, std::string>& values) {
    if (key != name) return;
    in.members(name, [&](std::string_view of) {
      std::string value;
      in.take(name, value);
      if (!value.empty()) values.insert_or_assign(std::string(of), std::move(value));
    });
  }
  void operator()(std::string_view name, std::map<std::string, Evidence>& evidence) {
    if (key == name) in.members(name, [&](std::string_view of) { whole(in, name, evidence[std::string(of)]); });
  }
  void derived(const char*, const std::string&) {}
  void part(std::string_view name, const auto& of) {
    if (key != name) return;
    in.members(name, [&](std::string_view inner) {
      Take take{in, inner};
      of(take);
    });
  }
  template <class T>
  static void whole(JsonScan& in, std::string_view name, T& thing) {
    in.members(name, [&](std::string_view inner) {
      Take take{in, inner};
      members(take, thing);
    });
  }
};

tl::unexpected<Error> unreadable(const std::string& what) { return fail(Code::corrupt, "not a profile of version 1: " + what); }

}  // namespace

std::string show(const Profile& profile, Shown shown) {
  JsonText out;
  out.begin('{').key("v").number(1);
  Put put{out, shown};
  members(put, profile);
  return out.end('}').take();
}

Result<Profile> parse_profile(std::string_view text) {
  static constexpr std::string_view kWhole = "it is not a JSON object";
  Profile out;
  int version = 0;
  JsonScan in(text);
  in.members(kWhole, [&](std::string_view key) {
    if (key == "v") return in.take(key, version);
    Take take{in, key};
    members(take, out);
  });
  if (!in.is_sound())
    return fail(Code::bad_input, "not valid JSON, or nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
  if (in.wrong() == kWhole) return unreadable(std::string(kWhole));
  if (version != 1) return unreadable("/v is not 1: this program reads version 1");
  if (!in.wrong().empty()) return unreadable("/" + in.wrong() + " is of the wrong type");
  if (out.id.empty() || out.url.empty()) return unreadable("/id or /url is missing");
  return out;
}

}  // namespace fellow
