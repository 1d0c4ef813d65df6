// SPDX-License-Identifier: GPL-3.0-or-later
// The person's name: headings, title, meta tags, site brand, "My name is …", the first lines of a CV.
#include <map>

#include "extractor/fields/fields.h"
#include "extractor/fields/people.h"
#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

void from_headings(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  const bool home = builder.rank() == 0;
  const std::string_view method = page.format == Format::pdf ? "pdf_layout" : "section";
  int seen = 0;
  for (NodeId n : page.dom.select("h1, h2, h3")) {
    if (++seen > (home ? 4 : 2)) break;
    const bool first = page.dom.is(n, "h1");
    const double confidence = (first ? 0.8 : 0.6) - 0.05 * (seen - 1) - (home ? 0.0 : 0.25);
    const std::string lines_text = page.dom.text(n, true);
    const std::vector<std::string_view> parts = lines(lines_text);
    if (parts.empty()) continue;
    if (person_name(page.dom.text(n)).name.empty())
      builder.add_name(parts.front(), {.method = method, .confidence = confidence});
    else
      builder.add_name(page.dom.text(n), {.method = method, .confidence = confidence});
  }
  // The first lines of the page, where the name is only larger or bold.
  int blocks = 0;
  for (const Block& block : outline.blocks) {
    if (++blocks > (page.format == Format::pdf ? 4 : 3)) break;
    if (block.kind == BlockKind::heading || block.text.empty()) continue;
    const std::string_view line = lines(block.text).front();
    if (line.size() > 70) continue;
    builder.add_name(line, {.method = method, .confidence = (home ? 0.55 : 0.3) - 0.05 * blocks});
  }
}

void from_head(const Document& page, ProfileBuilder& builder) {
  const bool home = builder.rank() == 0;
  const double less = home ? 0.0 : 0.2;
  if (const NodeId title = page.dom.first("title"); title != kNoNode)
    builder.add_name(page.dom.text(title), {.method = "section", .confidence = 0.6 - less});
  struct Tag {
    std::string_view name;
    double confidence;
  };
  for (const Tag tag : {Tag{"author", 0.6}, Tag{"og:title", 0.55}, Tag{"twitter:title", 0.45}, Tag{"og:site_name", 0.5},
                        Tag{"citation_author", 0.2}, Tag{"apple-mobile-web-app-title", 0.3}})
    if (const std::string content = page.meta(tag.name); !content.empty())
      builder.add_name(content, {.method = "meta", .confidence = tag.confidence - less});
  if (const std::string first = page.meta("profile:first_name"), last = page.meta("profile:last_name");
      !first.empty() && !last.empty())
    builder.add_name(first + " " + last, {.method = "meta", .confidence = 0.7 - less});
}

void from_brand(const Document& page, ProfileBuilder& builder) {
  int seen = 0;
  for (NodeId n :
       page.dom.select(".navbar-brand, .site-title, .brand, #site-title, .site-name, .logo, .masthead__menu-home-item, "
                       ".blog-title, .sidebar-title, .avatar__name, .site__title, .profile-name, .name, #name")) {
    if (++seen > 6) break;
    if (const std::string text = page.dom.text(n); text.size() < 80)
      builder.add_name(text, {.method = "section", .confidence = builder.rank() == 0 ? 0.5 : 0.35});
  }
  for (NodeId n : page.dom.select("footer, .footer, #footer")) {
    const std::string text = page.dom.text(n, true);
    for (std::string_view mark : {"©", "(c)", "Copyright"}) {
      const std::size_t at = text.find(mark);
      if (at == std::string::npos) continue;
      std::string_view rest = std::string_view(text).substr(at + mark.size());
      const std::size_t word = rest.find_first_not_of(" ,-–0123456789©.");
      if (word == std::string_view::npos) continue;
      rest = rest.substr(word, 60);
      rest = rest.substr(0, rest.find('\n'));
      // "Jane Doe Built with", "Jane Doe Original design by"
      for (std::string_view end : {" Built ", " Powered ", " Original ", " Design", " Theme", " Template", " Made ", " Last ",
                                   " Website", " Hosted ", " Published ", " This ", " All "})
        rest = rest.substr(0, rest.find(end));
      for (std::string_view lead : {"Copyright ", "by "})
        if (rest.starts_with(lead)) rest.remove_prefix(lead.size());
      const std::vector<Person> people = leading_people(rest);
      if (!people.empty()) builder.add_name(people.front().name, {.method = "section", .confidence = 0.35});
      break;
    }
    break;
  }
}

void from_prose(const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 1) return;
  int blocks = 0;
  for (const Block& block : outline.blocks) {
    if (++blocks > 25) break;
    for (std::string_view mark :
         {"My name is ",   "my name is ", "I am ",          "I'm ",      "I’m ", "Hi, I am ",   "Je suis ",
          "Je m'appelle ", "Ich bin ",    "Mein Name ist ", "Me llamo ", "Soy ", "Meu nome é ", "Mi chiamo ",
          "this is ",      "This is ",    "Name: ",         "姓名：",    "我是", "我叫"}) {
      const std::size_t at = block.text.find(mark);
      if (at == std::string::npos || at > 120) continue;
      const std::vector<Person> people = leading_people(std::string_view(block.text).substr(at + mark.size(), 60));
      if (!people.empty() && people.front().begin < 12)
        builder.add_name(people.front().name, {.method = "pattern", .confidence = 0.5});
    }
    // "Jane Doe is an assistant professor …"
    if (blocks < 12 && block.kind == BlockKind::paragraph && block.text.size() > 60) {
      const std::vector<Person> people = leading_people(std::string_view(block.text).substr(0, 80));
      if (people.size() == 1 && people[0].begin < 12) {
        const std::string_view after = std::string_view(block.text).substr(people[0].end, 12);
        for (std::string_view verb :
             {" is a", " is the", " is an", " is currently", " received", " ist ", " est ", " es ", " é ", " è "})
          if (after.starts_with(verb.substr(0, 12))) {
            builder.add_name(people[0].name, {.method = "pattern", .confidence = 0.5});
            break;
          }
      }
    }
  }
}

// The one author that (nearly) all entries of the site's .bib share, where no page says a name.
void from_bibliography(const Document& page, ProfileBuilder& builder) {
  std::map<std::string, std::pair<std::string, int>> authors;  // folded -> as written (the longest), entries
  const int entries = static_cast<int>(page.bibliography.size());
  for (const BibEntry& entry : page.bibliography) {
    for (const std::string& author : entry.authors) {
      auto& seen = authors[text::fold(author)];
      seen.first = author;
      ++seen.second;
    }
  }
  const std::pair<std::string, int>* best = nullptr;
  int second = 0;
  for (const auto& [folded, seen] : authors) {
    if (!best || seen.second > best->second) {
      second = best ? best->second : 0;
      best = &seen;
    } else {
      second = std::max(second, seen.second);
    }
  }
  if (best && entries >= 2 && best->second > second && best->second * 10 >= entries * 7)
    builder.add_name(best->first, {.method = "bibtex", .confidence = 0.5});
}

}  // namespace

void read_name(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (!page.bibliography.empty()) from_bibliography(page, builder);
  if (page.format == Format::html || page.format == Format::markdown || page.format == Format::org ||
      page.format == Format::pdf || page.format == Format::text) {
    // The README of a site's repository has headings of software.
    if (builder.rank() >= 3 && text::lower(page.url.path()).find("readme") != std::string::npos) return;
    from_headings(page, outline, builder);
    from_head(page, builder);
    from_brand(page, builder);
    from_prose(outline, builder);
  }
}

}  // namespace fellow::extractor
