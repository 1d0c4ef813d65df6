// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/show_profile.h"

#include <cstdio>

#include "cli/joined.h"

namespace fellow::cli {
namespace {

std::string year(int value) { return value == 0 ? "" : std::to_string(value); }

std::string years(int start, int end) { return start == 0 && end == 0 ? "" : year(start) + "–" + year(end); }

std::string short_number(double value) {
  char text[16];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

constexpr std::size_t kLabelWidth = 14;

class Lines {
 public:
  Lines(const Profile& profile, const std::map<std::string, std::string>& places) : profile_(profile), places_(places) {}

  void add(std::string_view label, const std::string& value, const std::string& pointer) {
    if (value.empty()) return;
    std::string line(label);
    do line += ' ';
    while (line.size() < kLabelWidth);
    line += value;
    if (const auto found = profile_.evidence.find(pointer); found != profile_.evidence.end()) {
      line += "\n                <" + found->second.url + "> " + found->second.method + " " +
              short_number(found->second.confidence);
      if (const auto place = places_.find(pointer); place != places_.end()) line += "\n                " + place->second;
    }
    out_ += line + "\n";
  }
  template <class T, class Show>
  void add_all(std::string_view label, const char* field, const std::vector<T>& values, Show show) {
    for (std::size_t i = 0; i < values.size(); ++i)
      add(label, show(values[i]), std::string("/") + field + "/" + std::to_string(i));
  }
  std::string take() { return std::move(out_); }

 private:
  const Profile& profile_;
  const std::map<std::string, std::string>& places_;
  std::string out_;
};

}  // namespace

std::string left_out(const std::vector<extractor::Rejection>& rejected, bool email) {
  std::string out;
  for (const extractor::Rejection& r : rejected)
    out += "left out: " + r.field + "  " + (r.field == "email" && !email ? std::string("(an address)") : r.value) +
           "\n                <" + r.url + "> " + r.method + " " + short_number(r.confidence) + ": " + r.rule + "\n";
  return out;
}

std::string explained(const Profile& p, const std::map<std::string, std::string>& places) {
  Lines lines(p, places);
  lines.add("id", p.id, "");
  lines.add("url", p.url, "");
  lines.add_all("alias", "", p.aliases, [](const std::string& a) { return a; });
  lines.add("name", p.name, "/name");
  lines.add_all("also called", "alternate_names", p.alternate_names, [](const std::string& n) { return n; });
  lines.add_all("position", "positions", p.positions, [](const Position& x) {
    return joined({x.title, x.kind.empty() ? "" : "(" + x.kind + ")"}, " ");
  });
  lines.add_all("affiliation", "affiliations", p.affiliations, [](const Affiliation& a) {
    return joined({a.department, a.name, a.country}) + (a.id.empty() ? "" : " [" + a.id + "]");
  });
  lines.add_all("formerly", "past_affiliations", p.past_affiliations, [](const PastAffiliation& a) {
    return joined({a.name, a.role, years(a.start, a.end)}) + (a.id.empty() ? "" : " [" + a.id + "]");
  });
  lines.add_all("interest", "interests", p.interests,
                [](const Interest& i) { return i.name + (i.id.empty() ? "" : " [" + i.id + "]"); });
  lines.add_all("education", "education", p.education, [](const Education& e) {
    return joined({e.degree, e.field, e.institution, year(e.year)});
  });
  lines.add_all("advisor", "advisors", p.advisors, [](const Advisor& a) { return joined({a.name, a.affiliation}); });
  for (const auto& [kind, value] : p.identifiers) lines.add(kind, value, "/identifiers/" + kind);
  lines.add_all("paper", "papers", p.papers, [](const Paper& x) { return joined({x.title, x.venue, year(x.year)}); });
  lines.add_all("award", "awards", p.awards, [](const Award& a) { return joined({a.title, year(a.year)}); });
  lines.add("biography", p.biography, "/biography");
  lines.add("language", p.language, "");
  lines.add("template", p.theme, "");
  lines.add_all("page", "", p.documents, [](const FetchedDocument& d) { return joined({d.url, d.type, d.sha1}, "  "); });
  lines.add("fetched", p.fetched_at, "");
  lines.add("source", p.source, "");
  return lines.take();
}

}  // namespace fellow::cli
