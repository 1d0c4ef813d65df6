// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/foreign_profile.h"

#include <nlohmann/json.hpp>

#include "extractor/fields/addresses.h"
#include "fellow/json.h"
#include "fellow/json_scan.h"
#include "fellow/text.h"
#include "fellow/url.h"

namespace fellow::cli {
namespace {

constexpr std::size_t kNameBytes = 200, kTitleBytes = 500;  // R17
constexpr std::size_t kAddressBytes = Url::kMaxBytes;
constexpr std::size_t kProseBytes = 64u << 10;  // of a biography; pages give some 5 KB
constexpr int kRounds = 100;                    // of cutting addresses out, some dozens each

void cut(std::string& text, std::size_t bytes) { text = text::clean(text, bytes); }

void cut_link(std::string& link) {
  cut(link, kAddressBytes);
  const std::string start = text::lower(link.substr(0, 8));
  if (!start.starts_with("http://") && !start.starts_with("https://") && !start.starts_with("mailto:")) link.clear();
}

void cut_prose(std::string& prose) {
  if (prose.size() > kProseBytes) prose = text::valid_utf8(std::string_view(prose).substr(0, kProseBytes));
  for (int i = 0; i < kRounds; ++i) {
    std::string without = extractor::without_contact(prose);
    if (without == prose) return;
    prose = std::move(without);
  }
}

void cut_links(std::vector<std::string>& links) {
  for (std::string& link : links) cut_link(link);
  std::erase(links, "");
}

void cut_places(Profile& p) {
  for (Affiliation& a : p.affiliations) {
    for (std::string* text : {&a.name, &a.id, &a.department, &a.country}) cut(*text, kNameBytes);
    for (std::string& name : a.alternate_names) cut(name, kNameBytes);
  }
  for (PastAffiliation& a : p.past_affiliations)
    for (std::string* text : {&a.name, &a.id, &a.role}) cut(*text, kNameBytes);
  for (Education& e : p.education)
    for (std::string* text : {&e.institution, &e.id, &e.degree, &e.field}) cut(*text, kNameBytes);
}

void cut_works(Profile& p) {
  for (Paper& paper : p.papers) {
    for (std::string* text : {&paper.title, &paper.venue, &paper.doi}) cut(*text, kTitleBytes);
    for (std::string& author : paper.authors) cut(author, kTitleBytes);
    cut_link(paper.url);
  }
  for (Award& award : p.awards) cut(award.title, kTitleBytes);
}

// Items stay where they are: the evidence counts them.
void cut_to_measure(Profile& p) {
  cut(p.name, kNameBytes);
  for (std::string& name : p.alternate_names) cut(name, kNameBytes);
  std::erase(p.alternate_names, "");
  for (Position& position : p.positions)
    for (std::string* text : {&position.title, &position.kind}) cut(*text, kTitleBytes);
  for (Interest& interest : p.interests)
    for (std::string* text : {&interest.name, &interest.id}) cut(*text, kTitleBytes);
  for (Advisor& advisor : p.advisors) {
    for (std::string* text : {&advisor.name, &advisor.affiliation}) cut(*text, kNameBytes);
    cut_link(advisor.url);
  }
  cut_places(p);
  cut_works(p);
  for (auto& [kind, value] : p.identifiers) cut(value, kTitleBytes);
  for (std::string* text : {&p.language, &p.theme, &p.source, &p.email}) cut(*text, kNameBytes);
  for (auto* links : {&p.seeds, &p.aliases}) cut_links(*links);
  cut_link(p.photo_url);
  cut_prose(p.biography);
  for (std::string& text : p.text) cut_prose(text);
  for (auto& [pointer, where] : p.evidence) cut_link(where.url);
}

}  // namespace

Result<Profile> read_foreign_profile(std::string line) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
  std::string address;
  bool has_version = false;
  JsonScan in(line);
  in.members("", [&](std::string_view key) {
    has_version = has_version || key == "v";
    if (key == "url") in.take(key, address);
  });
  if (!in.is_sound())
    return fail(Code::bad_input,
                "no JSON object with a url, or nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
  if (address.empty()) return fail(Code::bad_input, "no JSON object with a url");
  const auto url = Url::parse(address);
  if (!url) return fail(Code::bad_input, "its url is no http or https address");
  // Of a key that stands twice the last one counts.
  line.resize(line.rfind('}'));
  line += ",\"url\":" + nlohmann::json(url->text()).dump() + ",\"id\":\"" + person_id(*url) + "\"" +
          (has_version ? "}" : ",\"v\":1}");
  auto profile = parse_profile(line);
  if (!profile) return profile;
  cut_to_measure(*profile);
  if (profile->seeds.empty()) profile->seeds = {url->text()};
  return profile;
}

}  // namespace fellow::cli
