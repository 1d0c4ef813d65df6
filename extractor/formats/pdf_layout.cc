// SPDX-License-Identifier: GPL-3.0-or-later
// Rows -> headings, paragraphs and lists.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <utility>

#include "extractor/formats/characters.h"
#include "extractor/formats/pdf.h"
#include "extractor/formats/pdf_rows.h"
#include "extractor/formats/pdf_section_words.h"
#include "extractor/formats/pdf_side_headings.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::string_view kBullets[] = {"•", "●", "▪", "◦", "‣", "■", "□", "◆", "◇", "○", "∙", "⁃",
                                         "➢", "➤", "►", "▶", "✓", "✦", "–", "-", "*", "·", "§"};

// Bytes of the bullet that begins the text, with what follows it being a blank or the end; 0 if none.
std::size_t bullet_at(std::string_view text) {
  for (std::string_view bullet : kBullets) {
    if (text.starts_with(bullet) && (text.size() == bullet.size() || blank_at(text, bullet.size()))) return bullet.size();
  }
  return 0;
}

// "[12]", "12.", "(3)", "J5." at the head of an entry.
bool is_number(std::string_view word) {
  if (word.size() < 2 || word.size() > 6) return false;
  const bool bracketed = (word.front() == '[' && word.back() == ']') || (word.front() == '(' && word.back() == ')');
  if (!bracketed && word.back() != '.' && word.back() != ')') return false;
  std::string_view inner = bracketed ? word.substr(1, word.size() - 2) : word.substr(0, word.size() - 1);
  if (!inner.empty() && inner[0] >= 'A' && inner[0] <= 'Z' && inner.size() > 1) inner.remove_prefix(1);
  return !inner.empty() && inner.size() <= 3 &&
         std::all_of(inner.begin(), inner.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::size_t letters_of(std::string_view text) {
  std::size_t out = 0;
  for (char c : text) out += std::isalpha(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80;
  return out;
}

struct Measures {
  double body = 10;             // size of most text
  double leading = 12;          // from line to line within a paragraph
  std::map<int, double> right;  // of each region: where its lines end
};

Measures measure(const std::vector<Row>& rows) {
  Measures out;
  std::map<double, std::size_t> sizes;
  std::map<int, std::vector<double>> ends;
  for (const Row& row : rows) {
    for (const Fragment& fragment : row.fragments) sizes[fragment.size] += fragment.letters;
    ends[row.region].push_back(row.right());
  }
  const auto most = [](const auto& a, const auto& b) { return a.second < b.second; };
  if (!sizes.empty()) out.body = std::max_element(sizes.begin(), sizes.end(), most)->first;
  std::map<long, std::size_t> steps;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].region != rows[i - 1].region) continue;
    const double step = rows[i].base - rows[i - 1].base;
    if (step > 0.9 * out.body && step < 2.2 * out.body) ++steps[std::lround(step * 2)];
  }
  out.leading =
      steps.empty() ? 1.25 * out.body : static_cast<double>(std::max_element(steps.begin(), steps.end(), most)->first) / 2;
  for (auto& [region, values] : ends) out.right[region] = *std::max_element(values.begin(), values.end());
  return out;
}

// How a heading is set; larger is higher.
struct Style {
  long size = 0;  // tenths of a point
  bool caps = false, bold = false;
  auto operator<=>(const Style&) const = default;
};

class Layout {
 public:
  explicit Layout(std::vector<Row> rows) : rows_(std::move(rows)), measures_(measure(rows_)) { join_side_headings(rows_); }

  void build(DomBuilder& builder) {
    builder_ = &builder;
    find_name();
    find_headings();
    for (std::size_t i = 0; i < rows_.size();) {
      std::size_t to = i + 1;
      if (level_[i] == 0) {
        while (to < rows_.size() && level_[to] == 0 && !breaks(to)) ++to;
        block(i, to);
      } else {
        close_list();
        while (to < rows_.size() && level_[to] == level_[i] && continues_heading(to)) ++to;
        heading(i, to);
      }
      i = to;
    }
    close_list();
  }

 private:
  double step(std::size_t i) const { return rows_[i].base - rows_[i - 1].base; }
  double row_size(const Row& row) const { return row.fragments[row.label ? 1 : 0].size; }

  // Whether more than a line's distance lies before row i.
  bool breaks(std::size_t i) const {
    if (rows_[i].region != rows_[i - 1].region) {
      // A paragraph may go on in the next column or page: only if the line before ran to its end
      const bool cut = rows_[i - 1].page + 1 >= rows_[i].page && runs_on(rows_[i - 1], rows_[i]) && !rows_[i].label &&
                       !starts_item(rows_[i]) && ends_open(rows_[i - 1]);
      return !cut;
    }
    const double size = std::max(row_size(rows_[i]), row_size(rows_[i - 1]));
    if (goes_on(i)) return false;
    return step(i) > std::max(1.2 * measures_.leading * std::max(1.0, size / measures_.body), 1.15 * size) ||
           step(i) < -0.5 * size;
  }
  // The line before is full and the sentence open, in the same type: running text with more room between its lines than most.
  bool goes_on(std::size_t i) const {
    const Row &a = rows_[i - 1], &b = rows_[i];
    if (a.region != b.region || b.label || starts_item(b) || a.fragments.size() > (a.label ? 2u : 1u) || b.fragments.size() > 1)
      return false;
    const Fragment &x = a.fragments.back(), &y = b.fragments[0];
    return std::abs(x.size - y.size) < 0.3 && x.bold == y.bold && std::abs(x.left - y.left) < 3 && step(i) > 0 &&
           step(i) < 1.7 * y.size && runs_on(a, b) && ends_open(a);
  }
  static bool ends_open(const Row& row) {
    const std::string text = row.text();
    return !text.empty() && text.back() != '.' && text.back() != ':' && text.back() != ';';
  }

  // What stands beside the name in its row: an address in smaller type.
  static bool beside_name(const Fragment& name, const Fragment& other) { return other.size < 0.85 * name.size; }
  static std::string name_part(const Row& row) {
    for (std::size_t i = 1; i < row.fragments.size() && !row.label; ++i)
      if (beside_name(row.fragments[0], row.fragments[i])) return row.fragments[0].text();
    return row.text();
  }

  // Largest text on the first page.
  void find_name() {
    level_.assign(rows_.size(), 0);
    double largest = 0;
    std::size_t best = rows_.size();
    for (std::size_t i = 0; i < rows_.size() && rows_[i].page == 0; ++i) {
      const std::string text = name_part(rows_[i]);
      const double size = rows_[i].fragments[0].size;
      if (letters_of(text) < 3 || text.size() > 90 || is_document_title(text) || text.find('@') != std::string::npos) continue;
      if (rows_[i].fragments.size() == 1 && is_section_title(text)) continue;
      if (size > largest + 0.3) {
        largest = size;
        best = i;
      }
    }
    if (best == rows_.size()) return;
    const std::string text = name_part(rows_[best]);
    if (largest < 1.08 * measures_.body &&
        (text.find_first_of("0123456789:") != std::string::npos || text::words(text).size() > 6))
      return;
    level_[best] = 1;
    const auto goes_on = [&](std::size_t i) {
      return i < rows_.size() && rows_[i].page == 0 && rows_[i].region == rows_[i - 1].region &&
             std::abs(rows_[i].fragments[0].size - largest) < 0.3 && step(i) < 1.5 * largest && rows_[i].text().size() < 40 &&
             largest > 1.3 * measures_.body && text::words(rows_[i - 1].text()).size() == 1;
    };
    for (std::size_t i = best + 1; goes_on(i); ++i) level_[i] = 1;
  }

  bool may_be_heading(std::size_t i) const {
    const Row& row = rows_[i];
    if (row.fragments.size() > 1 || starts_item(row) || (i > 0 && level_[i - 1] == 0 && goes_on(i))) return false;
    const std::string text = row.text();
    const std::size_t words = text::words(text).size();
    if (words == 0 || words > 9 || text.size() > 80 || letters_of(text) * 2 < text.size() || text.back() == ',') return false;
    const bool large = row.fragments[0].size >= 1.12 * measures_.body && (text.back() != '.' || words <= 4);
    const bool section = is_section_word(text);
    // Right below a heading, and set as the text is: the first line of an entry.
    const bool first = i > 0 && level_[i - 1] == 3 && is_section_title(rows_[i - 1].text()) && !section && !all_caps(text) &&
                       row.region == rows_[i - 1].region && std::abs(row.fragments[0].size - measures_.body) < 0.3;
    const bool apart = i == 0 || rows_[i].region != rows_[i - 1].region || step(i) > 1.15 * measures_.leading ||
                       (level_[i - 1] != 0 && !first);
    const bool caps = all_caps(text) && letters_of(text) >= 4 && row.fragments[0].size >= 0.9 * measures_.body;
    if (apart && is_section_title(text) && row.region == rows_[std::min(i + 1, rows_.size() - 1)].region) return true;
    return large || (apart && text.back() != '.' &&
                     ((row.fragments[0].bold && (section || words <= 6)) || (caps && (section || words <= 3))));
  }

  void find_headings() {
    std::map<Style, int, std::greater<>> styles;
    std::vector<Style> of(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (level_[i] != 0 || !may_be_heading(i)) continue;
      of[i] = {std::lround(rows_[i].fragments[0].size * 10), all_caps(rows_[i].text()), rows_[i].fragments[0].bold};
      ++styles[of[i]];
      level_[i] = 3;
    }
    // The highest style that sets a section's title, or else that occurs twice, is h2, and all above it.
    Style top;
    for (std::size_t i = 0; i < rows_.size() && top.size == 0; ++i)
      top = level_[i] == 3 && is_section_word(rows_[i].text()) ? of[i] : top;
    for (const auto& [style, count] : styles) {
      if (top.size == 0 && count >= 2) top = style;
    }
    // Titles set as the text is: bold lines below them begin entries.
    const bool plain = top.size > 0 && !top.caps && !top.bold && static_cast<double>(top.size) < 10 * measures_.body + 3;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (level_[i] != 3) continue;
      if (plain && of[i].size <= top.size && !is_section_word(rows_[i].text()))
        level_[i] = 0;
      else if (of[i] >= top)
        level_[i] = 2;
    }
  }

  bool continues_heading(std::size_t i) const {
    if (rows_[i].region != rows_[i - 1].region) return false;
    const Fragment &a = rows_[i - 1].fragments[0], &b = rows_[i].fragments[0];
    if (level_[i] == 1) return true;
    return std::abs(a.size - b.size) < 0.3 && a.bold == b.bold && step(i) < 1.3 * b.size && runs_on(rows_[i - 1], rows_[i]);
  }

  void heading(std::size_t from, std::size_t to) {
    std::vector<Fragment> beside;  // the name: an address in smaller type
    builder_->open("h" + std::to_string(level_[from]));
    for (std::size_t i = from; i < to; ++i) {
      if (i > from) builder_->add_text(" ");
      std::vector<Fragment>& all = rows_[i].fragments;
      const auto smaller = std::find_if(all.begin() + 1, all.end(), [&](const Fragment& f) { return beside_name(all[0], f); });
      if (level_[from] == 1 && !rows_[i].label && smaller != all.end()) {
        beside.insert(beside.end(), smaller, all.end());
        all.erase(smaller, all.end());
      }
      fragments(rows_[i], false, false);
    }
    builder_->close();
    for (const Fragment& one : beside) {
      builder_->open("p");
      fragment(one, 0, false);
      builder_->close();
    }
  }

  static bool starts_item(const Row& row) {
    const Fragment& first = row.fragments[row.label ? 1 : 0];
    return bullet_at(first.text()) || is_number(first.words[0]->text) || bullet_at(row.fragments[0].words[0]->text) ||
           is_number(row.fragments[0].words[0]->text);
  }

  // Whether a line was ended by the margin and not by its writer: the next word would not have fitted.
  bool runs_on(const Row& row, const Row& next) const {
    const Fragment& following = next.fragments[next.label ? 1 : 0];
    const double room = measures_.right.at(row.region) - row.right();
    const bool flush_right = row.fragments.size() > (row.label ? 2u : 1u);
    return !flush_right && room < following.words[0]->w + 0.8 * row.fragments.back().size;
  }

  // A gap-less group of rows: labels, bullets, numbers and hanging indents part it further.
  void block(std::size_t from, std::size_t to) {
    double least = 1e9, most = 0;
    for (std::size_t i = from; i < to; ++i) {
      const double left = rows_[i].fragments[rows_[i].label ? 1 : 0].left;
      least = std::min(least, left);
      most = std::max(most, left);
    }
    raise_labels(from, to);
    const double first = rows_[from].fragments[rows_[from].label ? 1 : 0].left;
    const bool hanging = first < least + 3 && most > least + 5 && most < least + 60;
    for (std::size_t i = from; i < to;) {
      std::size_t end = i + 1;
      const auto parts = [&](std::size_t k) {
        return rows_[k].label || starts_item(rows_[k]) || (hanging && outdents(k)) || begins_alike(i, k) ||
               (starts_item(rows_[i]) && leaves_item(i, k));
      };
      while (end < to && !parts(end)) ++end;
      paragraph(i, end);
      i = end;
    }
  }

  // Labels set beside the middle of their text go to its first row: each group of rows lies as far above its label as below.
  void raise_labels(std::size_t from, std::size_t to) {
    if (rows_[from].label || starts_item(rows_[from])) return;
    std::size_t begin = from;
    for (std::size_t i = from; i < to && begin < to; ++i) {
      if (!rows_[i].label || i == begin) continue;
      const PdfWord& word = *rows_[i].fragments[0].words[0];
      const double end = 2 * (word.y + word.h) - rows_[begin].base + 0.45 * measures_.leading;
      rows_[begin].fragments.insert(rows_[begin].fragments.begin(), std::move(rows_[i].fragments[0]));
      rows_[begin].label = true;
      rows_[i].fragments.erase(rows_[i].fragments.begin());
      rows_[i].label = false;
      begin = i + 1;
      while (begin < to && rows_[begin].base < end) ++begin;
      i = begin - 1;
    }
  }

  // Back at the left edge after an indented line.
  bool outdents(std::size_t i) const {
    const auto left = [&](std::size_t k) { return rows_[k].fragments[rows_[k].label ? 1 : 0].left; };
    return left(i) < left(i - 1) - 4;
  }
  // A row set like the block's first one, after one that was not: the next entry's title.
  bool begins_alike(std::size_t first, std::size_t i) const {
    const auto alike = [&](std::size_t a, std::size_t b) {
      const PdfWord &x = *rows_[a].fragments[0].words[0], &y = *rows_[b].fragments[0].words[0];
      return x.bold == y.bold && std::abs(x.size - y.size) < 0.6;
    };
    return alike(first, i) && !alike(i - 1, i) && !runs_on(rows_[i - 1], rows_[i]);
  }
  // Left of where the item's bullet stands.
  bool leaves_item(std::size_t item, std::size_t i) const {
    return rows_[i].region == rows_[item].region && rows_[i].left() < rows_[item].left() - 4;
  }

  void paragraph(std::size_t from, std::size_t to) {
    const Row& row = rows_[from];
    const Fragment& first = row.fragments[row.label ? 1 : 0];
    const bool numbered = is_number(first.words[0]->text) || is_number(row.fragments[0].words[0]->text);
    const bool item = starts_item(row);
    if (begins_with_side_heading(row)) {
      close_list();
      builder_->open("h2");
      fragment(row.fragments[0], 0, false);
      builder_->close();
      rows_[from].fragments.erase(rows_[from].fragments.begin());
      rows_[from].label = false;
    }
    if (item) {
      open_list(numbered ? "ol" : "ul");
      builder_->open("li");
    } else {
      close_list();
      builder_->open("p");
    }
    for (std::size_t i = from; i < to; ++i) {
      const bool joined = i + 1 < to && std::abs(rows_[i].fragments.back().size - rows_[i + 1].fragments[0].size) < 0.6 &&
                          runs_on(rows_[i], rows_[i + 1]);
      const bool cut = joined && hyphenated(rows_[i], rows_[i + 1]);
      fragments(rows_[i], item && i == from, cut);
      if (joined && !cut) builder_->add_text(" ");
      if (!joined && i + 1 < to) line_break();
    }
    builder_->close();
  }

  void line_break() {
    builder_->open("br");
    builder_->close();
  }

  // "June 2025 –": what stands beside it goes on.
  static bool open_ended(std::string_view label) {
    return (label.ends_with('-') || label.ends_with("–") || label.ends_with("—")) &&
           label.find_first_of("0123456789") != std::string_view::npos;
  }

  // "infor-" "mation": lower case on both sides, and no other hyphen in the word.
  static bool hyphenated(const Row& row, const Row& next) {
    const std::string& last = row.fragments.back().words.back()->text;
    const std::string& first = next.fragments[0].words[0]->text;
    return last.size() > 2 && last.back() == '-' && last.find('-') == last.size() - 1 &&
           std::islower(static_cast<unsigned char>(last[last.size() - 2])) &&
           std::islower(static_cast<unsigned char>(first[0]));
  }

  void fragments(const Row& row, bool drop_bullet, bool cut_hyphen) {
    for (std::size_t i = 0; i < row.fragments.size(); ++i) {
      const Fragment& one = row.fragments[i];
      std::size_t skip = 0;
      if (drop_bullet && i <= (row.label ? 1u : 0u)) {
        if (bullet_at(one.words[0]->text) == one.words[0]->text.size() || is_number(one.words[0]->text)) skip = 1;
        drop_bullet = false;
      }
      if (skip == one.words.size()) continue;
      if (i == 1 && row.label && open_ended(row.fragments[0].text()))
        line_break();
      else if (i > 0)
        builder_->add_text(" ");
      const bool left = row.label && i == 0;
      const bool right = i > (row.label ? 1u : 0u) && one.right > measures_.right.at(row.region) - 1.5 * one.size;
      if (left || right) builder_->open("span", {{"class", left ? "left" : "right"}});
      fragment(one, skip, cut_hyphen && i + 1 == row.fragments.size());
      if (left || right) builder_->close();
    }
  }

  void fragment(const Fragment& fragment, std::size_t from, bool cut_hyphen) {
    bool bold = false, italic = false;
    const auto set = [&](bool b, bool i) {
      if (italic && (!i || b != bold)) builder_->close();
      if (bold && !b) builder_->close();
      if (b && !bold) builder_->open("b");
      if (i && (!italic || b != bold)) builder_->open("em");
      bold = b;
      italic = i;
    };
    for (std::size_t k = from; k < fragment.words.size(); ++k) {
      const PdfWord& word = *fragment.words[k];
      const bool apart = k > from && fellow::extractor::apart(*fragment.words[k - 1], word);
      if (word.bold != bold || word.italic != italic) {
        if (apart && !(word.bold && bold)) {
          set(false, false);
          builder_->add_text(" ");
        } else if (apart) {
          builder_->add_text(" ");
        }
        set(word.bold, word.italic);
      } else if (apart) {
        builder_->add_text(" ");
      }
      const bool cut = cut_hyphen && k + 1 == fragment.words.size();
      linked(cut ? word.text.substr(0, word.text.size() - 1) : word.text);
    }
    set(false, false);
  }

  // Addresses that stand in the text as links, as a mail program makes them.
  void linked(const std::string& word) {
    std::size_t to = word.size();
    while (to > 0 && std::string_view(".,;:)]>").find(word[to - 1]) != std::string_view::npos) --to;
    const std::string_view inner = std::string_view(word).substr(0, to);
    std::string address;
    const std::size_t at = inner.find('@');
    if (inner.starts_with("http://") || inner.starts_with("https://")) {
      address = inner;
    } else if (inner.starts_with("www.") || inner.starts_with("github.com/") || inner.starts_with("orcid.org/") ||
               inner.starts_with("linkedin.com/") || inner.starts_with("scholar.google.")) {
      address = "https://" + std::string(inner);
    } else if (at != std::string_view::npos && at > 0 && inner.find('.', at) != std::string_view::npos &&
               inner.find('@', at + 1) == std::string_view::npos) {
      address = "mailto:" + std::string(inner);
    }
    if (address.empty()) return builder_->add_text(word);
    builder_->open("a", {{"href", address}});
    builder_->add_text(inner);
    builder_->close();
    builder_->add_text(std::string_view(word).substr(to));
  }

  void open_list(std::string_view tag) {
    if (list_ == tag) return;
    close_list();
    builder_->open(tag);
    list_ = tag;
  }
  void close_list() {
    if (!list_.empty()) builder_->close();
    list_.clear();
  }

  std::vector<Row> rows_;
  Measures measures_;
  std::vector<int> level_;  // of each row: 1..3 for headings, 0 for text
  DomBuilder* builder_ = nullptr;
  std::string list_;
};

}  // namespace

Dom lay_out(const PdfText& text) {
  DomBuilder builder;
  builder.open("head");
  if (!text.title.empty()) {
    builder.open("title");
    builder.add_text(text.title);
    builder.close();
  }
  if (!text.author.empty()) {
    builder.open("meta", {{"name", "author"}, {"content", text.author}});
    builder.close();
  }
  for (const std::string& link : text.links) {
    if (link.starts_with("mailto:")) continue;
    builder.open("link", {{"rel", "me"}, {"href", link}});
    builder.close();
  }
  builder.close();
  builder.open("body");
  for (const std::string& link : text.links) {
    if (!link.starts_with("mailto:")) continue;
    builder.open("a", {{"href", link}});
    builder.close();
  }
  Layout(rows_of(text)).build(builder);
  return builder.finish();
}

}  // namespace fellow::extractor
