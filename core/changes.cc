// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/changes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "fellow/json.h"
#include "fellow/text.h"
#include "fellow/url.h"

namespace fellow {
namespace {

std::string joined(const std::vector<std::string>& texts, std::string_view between) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : std::string(between)) + text;
  return out;
}

// Key -> as written.
std::map<std::string, std::string> places_of(const Profile& profile) {
  std::map<std::string, std::string> out;
  for (const Affiliation& place : profile.affiliations) {
    out.emplace(place.id.empty() ? "name:" + text::fold(place.name) : "id:" + place.id, place.name);
  }
  return out;
}

std::vector<std::string> missing_in(const std::map<std::string, std::string>& other,
                                    const std::map<std::string, std::string>& all) {
  std::vector<std::string> out;
  for (const auto& [key, name] : all) {
    if (!other.contains(key)) out.push_back(name);
  }
  return out;
}

std::vector<std::string> new_papers_of(const Profile& before, const Profile& after) {
  std::set<std::string> known;
  for (const Paper& paper : before.papers) known.insert(text::fold(paper.title));
  std::vector<std::string> out;
  for (const Paper& paper : after.papers) {
    if (known.insert(text::fold(paper.title)).second) out.push_back(paper.title);
  }
  return out;
}

std::string escape_xml(std::string_view written) {
  std::string out;
  for (const char c : written) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out += c;  // others may not stand in XML 1.0
    }
  }
  return out;
}

std::string moved(const PersonChange& change) {
  if (change.from.empty()) return "now at " + joined(change.to, ", ");
  if (change.to.empty()) return "no longer at " + joined(change.from, ", ");
  return joined(change.from, ", ") + " -> " + joined(change.to, ", ");
}

// The facts of one person, a line each.
std::vector<std::string> lines_of(const PersonChange& change) {
  std::vector<std::string> out;
  if (change.is_new) {
    out.push_back(change.to.empty() ? "new" : "new, at " + joined(change.to, ", "));
  } else if (!change.from.empty() || !change.to.empty()) {
    out.push_back(moved(change));
  }
  for (const std::string& paper : change.new_papers) out.push_back("new paper: " + paper);
  return out;
}

std::string numbers(const Changes& changes) {
  return "generation " + std::to_string(changes.from) + " to " + std::to_string(changes.to);
}

}  // namespace

std::vector<std::string> ids_of(const Profile& profile) {
  std::vector<std::string> out{profile.id};
  for (const auto* addresses : {&profile.seeds, &profile.aliases}) {
    for (const std::string& address : *addresses) {
      if (const auto url = Url::parse(address)) out.push_back(person_id(*url));
    }
  }
  return out;
}

std::optional<PersonChange> change_of(const Profile* before, const Profile& after) {
  PersonChange out{.id = after.id, .name = display_name(after), .url = after.url, .is_new = before == nullptr};
  const auto now = places_of(after);
  const auto then = before == nullptr ? std::map<std::string, std::string>() : places_of(*before);
  out.from = missing_in(now, then);
  out.to = missing_in(then, now);
  if (before != nullptr) out.new_papers = new_papers_of(*before, after);
  if (lines_of(out).empty()) return std::nullopt;
  return out;
}

Changes compare(const Compared& before, const Compared& after, const Suppression& suppression) {
  Changes out{.from = before.generation, .to = after.generation, .at = after.built_at, .people = {}};
  std::map<std::string, const Profile*> known;
  for (const Profile& person : before.people) {
    for (std::string& id : ids_of(person)) known.emplace(std::move(id), &person);
  }
  std::set<const Profile*> met;
  for (const Profile& person : after.people) {
    const Profile* was = nullptr;
    for (const std::string& id : ids_of(person)) {
      const auto found = known.find(id);
      if (found == known.end()) continue;
      met.insert(found->second);
      if (was == nullptr) was = found->second;
    }
    if (suppression.has(person)) continue;
    if (auto change = change_of(was, person)) out.people.push_back(std::move(*change));
  }
  for (const Profile& person : before.people) {
    if (!met.contains(&person) && !suppression.has(person)) ++out.left;
  }
  std::stable_sort(out.people.begin(), out.people.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

std::string as_text(const Changes& changes) {
  std::string out;
  for (const PersonChange& change : changes.people) {
    out += change.name + "   " + change.url + "   id " + change.id + "\n";
    for (const std::string& line : lines_of(change)) out += "  " + line + "\n";
  }
  const auto count = [&](auto which) {
    return std::to_string(std::count_if(changes.people.begin(), changes.people.end(), which));
  };
  std::size_t papers = 0;
  for (const PersonChange& change : changes.people) papers += change.new_papers.size();
  return out + numbers(changes) + ": " + count([](const auto& c) { return c.is_new; }) + " new people, " +
         count([](const auto& c) { return !c.is_new && (!c.from.empty() || !c.to.empty()); }) + " elsewhere, " +
         std::to_string(papers) + " new papers, " + std::to_string(changes.left) + " people left\n";
}

std::string as_json(const Changes& changes) {
  nlohmann::ordered_json people = nlohmann::ordered_json::array();
  for (const PersonChange& change : changes.people) {
    people.push_back({{"id", change.id},
                      {"name", change.name},
                      {"url", change.url},
                      {"new", change.is_new},
                      {"from", change.from},
                      {"to", change.to},
                      {"new_papers", change.new_papers}});
  }
  return show_json(
      {{"from", changes.from}, {"to", changes.to}, {"at", changes.at}, {"people", people}, {"left", changes.left}});
}

std::string as_atom(const std::vector<Changes>& newest_first, const Feed& feed) {
  std::string out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n  <title>" +
                    escape_xml(feed.title) + "</title>\n  <id>" + escape_xml(feed.id) +
                    "</id>\n  <author><name>Fellow</name></author>\n";
  if (!feed.self.empty()) out += "  <link rel=\"self\" href=\"" + escape_xml(feed.self) + "\"/>\n";
  out += "  <updated>" + (newest_first.empty() ? feed.updated : newest_first.front().at) + "</updated>\n";
  for (const Changes& changes : newest_first) {
    for (const PersonChange& change : changes.people) {
      const auto lines = lines_of(change);
      out += "  <entry>\n    <title>" + escape_xml(change.name + ": " + lines.front()) +
             "</title>\n    <id>urn:x-fellow:" + std::to_string(changes.to) + ":" + change.id + "</id>\n    <updated>" +
             changes.at + "</updated>\n";
      if (!feed.pages.empty()) out += "    <link href=\"" + escape_xml(feed.pages + "/r/" + change.id) + "\"/>\n";
      out += "    <link" + std::string(feed.pages.empty() ? "" : " rel=\"related\"") + " href=\"" + escape_xml(change.url) +
             "\"/>\n    <summary>" + escape_xml(joined(lines, "\n")) + "</summary>\n  </entry>\n";
    }
  }
  return out + "</feed>\n";
}

}  // namespace fellow
