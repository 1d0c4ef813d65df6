// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/pdf_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "extractor/formats/pdf_section_words.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

double middle(const PdfWord& word) { return word.y + word.h / 2; }

template <class T, class Value>
double median(const std::vector<T>& things, Value value) {
  std::vector<double> values;
  for (const T& thing : things) values.push_back(value(thing));
  if (values.empty()) return 0;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

Fragment fragment_of(std::vector<const PdfWord*> words) {
  Fragment out;
  out.left = words.front()->x;
  std::map<double, std::size_t> sizes;
  out.bold = true;
  for (const PdfWord* word : words) {
    out.right = std::max(out.right, word->x + word->w);
    sizes[word->size] += word->text.size();
    out.bold = out.bold && word->bold;
    out.letters += word->text.size() + 1;
  }
  out.size =
      std::max_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
  out.words = std::move(words);
  return out;
}

void settle(Row& row) {
  std::vector<const PdfWord*> words;
  for (const Fragment& fragment : row.fragments) words.insert(words.end(), fragment.words.begin(), fragment.words.end());
  row.base = median(words, [](const PdfWord* word) { return word->y + word->h; });
  row.top = median(words, [](const PdfWord* word) { return word->y; });
}

// Words at one height, left to right, cut where the gap is wider than a few blanks.
Row row_of(std::vector<const PdfWord*> words, int page) {
  std::sort(words.begin(), words.end(),
            [](const PdfWord* a, const PdfWord* b) { return std::pair(a->x, a->y) < std::pair(b->x, b->y); });
  Row row;
  row.page = page;
  std::vector<const PdfWord*> together;
  double right = 0;
  for (const PdfWord* word : words) {
    // 1.3 em: blanks of justified text stay below, tabs and columns above (CVs of the corpus)
    if (!together.empty() && word->x - right > 1.3 * std::max(word->size, together.back()->size)) {
      row.fragments.push_back(fragment_of(std::exchange(together, {})));
    }
    together.push_back(word);
    right = word->x + word->w;
  }
  row.fragments.push_back(fragment_of(std::move(together)));
  settle(row);
  return row;
}

std::vector<Row> page_rows(const PdfPage& page, int number) {
  std::vector<const PdfWord*> words;
  for (const PdfWord& word : page.words) words.push_back(&word);
  std::stable_sort(words.begin(), words.end(), [](const PdfWord* a, const PdfWord* b) { return middle(*a) < middle(*b); });
  std::vector<Row> rows;
  std::vector<const PdfWord*> level;
  double height = 0, size = 0;  // of the first word of the level, so that a slope of rows does not run together
  for (const PdfWord* word : words) {
    const bool same = !level.empty() && middle(*word) - height <= 0.3 * std::max({size, word->size, 4.0});
    if (!same) {
      if (!level.empty()) rows.push_back(row_of(std::exchange(level, {}), number));
      height = middle(*word);
      size = word->size;
    }
    level.push_back(word);
  }
  if (!level.empty()) rows.push_back(row_of(std::move(level), number));
  return rows;
}

// Digits as '#', so that page numbers repeat.
std::string without_numbers(std::string text) {
  for (char& c : text) c = c >= '0' && c <= '9' ? '#' : c;
  return text;
}

void leave_out_running_heads(std::vector<std::vector<Row>>& pages, const PdfText& text) {
  std::map<std::string, std::set<int>> seen;
  const auto in_margin = [&](const Row& row) {
    const double height = text.pages[static_cast<std::size_t>(row.page)].height;
    return row.base < 0.07 * height || row.top > 0.92 * height;
  };
  for (const std::vector<Row>& rows : pages) {
    for (const Row& row : rows) {
      if (in_margin(row)) seen[without_numbers(row.text())].insert(row.page);
    }
  }
  for (std::vector<Row>& rows : pages) {
    std::erase_if(rows, [&](const Row& row) {
      if (!in_margin(row)) return false;
      const std::string shape = without_numbers(row.text());
      return shape.find_first_not_of("#/ -–|") == std::string::npos || (seen[shape].size() > 1 && row.page > 0) ||
             (seen[shape].size() > 1 && row.top > 0.5 * text.pages[static_cast<std::size_t>(row.page)].height);
    });
  }
}

// Between two columns of running text: the x that next to no fragment crosses, with much text on both sides whose heights have
// little to do with each other, or whose lines are long on both sides. A column of dates is no such column.
struct Side {
  std::size_t fragments = 0, aligned = 0, letters = 0;
  std::map<long, std::size_t> edges;  // left edges, in steps of 4 points

  // Whether lines begin at few places, as in a column of text; what is set flush right begins anywhere.
  bool flush_left() const {
    std::size_t first = 0, second = 0;
    for (const auto& [edge, count] : edges) {
      second = std::max(second, std::min(count, first));
      first = std::max(first, count);
    }
    return (first + second) * 10 >= fragments * 6;
  }
};

std::optional<double> gutter(const std::vector<Row>& rows, double width) {
  std::optional<double> best;
  std::size_t best_crossing = 0;
  constexpr int kSteps = 120;
  for (int step = 0; step <= kSteps; ++step) {
    const double x = width * (0.2 + 0.6 * step / kSteps);
    Side left, right;
    std::size_t crossing = 0;
    for (const Row& row : rows) {
      std::size_t l = 0, r = 0;
      for (const Fragment& fragment : row.fragments) {
        if (fragment.left < x && fragment.right > x) {
          ++crossing;
        } else if (fragment.right <= x) {
          ++l;
          left.letters += fragment.letters;
        } else {
          ++r;
          right.letters += fragment.letters;
          ++right.edges[std::lround(fragment.left / 4)];
        }
      }
      left.fragments += l;
      right.fragments += r;
      if (l && r) {
        left.aligned += l;
        right.aligned += r;
      }
    }
    const std::size_t fewer = std::min(left.fragments, right.fragments);
    if (fewer < 8 || crossing * 5 > left.fragments + right.fragments) continue;
    const Side& side = left.fragments <= right.fragments ? left : right;
    const bool independent = side.aligned * 10 < side.fragments * 6;
    const bool prose = left.letters > 30 * left.fragments && right.letters > 30 * right.fragments;
    if ((!independent && !prose) || !right.flush_left()) continue;
    if (!best || crossing < best_crossing) {
      best = x;
      best_crossing = crossing;
    }
  }
  return best;
}

bool has_year(const std::string& text) {
  for (std::size_t i = 0; i + 4 <= text.size(); ++i) {
    if ((text.compare(i, 2, "19") == 0 || text.compare(i, 2, "20") == 0) &&
        std::isdigit(static_cast<unsigned char>(text[i + 2])) && std::isdigit(static_cast<unsigned char>(text[i + 3]))) {
      return true;
    }
  }
  return false;
}

// Whether row a holds nothing but what could be a label for a row at nearly its height, further right.
bool labels_lone(const Row& a, const Row& b) {
  return a.page == b.page && a.fragments.size() == 1 && a.fragments[0].words.size() <= 4 && a.right() < b.left() + 3 &&
         a.left() < b.left() - 10 && std::abs(a.base - b.base) < 0.95 * b.fragments[0].size;
}

// Where the first word begins that is no part of the date that the fragment begins with; far right if it begins with none.
double after_date(const Fragment& fragment) {
  if (!has_year(fragment.words[0]->text)) return 1e9;
  for (std::size_t i = 1; i < fragment.words.size() && i <= 4; ++i) {
    const std::string word = text::fold(fragment.words[i]->text);
    const bool date =
        word.find_first_not_of("0123456789") == std::string::npos || word == "present" || word == "now" || word == "today";
    if (!date) return fragment.words[i]->x;
  }
  return 1e9;
}

// Where the text beside a column of labels or dates begins: left edges, in the left part of the page, that at least three rows
// with a label share. Lowest first.
std::vector<double> label_columns(const std::vector<Row>& rows) {
  double from = 1e9, to = 0;
  for (const Row& row : rows) {
    from = std::min(from, row.left());
    to = std::max(to, row.right());
  }
  const double most_left = from + 0.36 * std::max(to - from, 350.0);  // of a page whose lines are all short, too
  std::map<long, int> edges;                                          // in steps of 3 points; a row with a date counts twice
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    double edge = 1e9;
    if (row.fragments.size() > 1 && row.fragments[0].words.size() <= 6) edge = row.fragments[1].left;
    if (i > 0 && labels_lone(row, rows[i - 1])) edge = rows[i - 1].left();
    if (i + 1 < rows.size() && labels_lone(row, rows[i + 1])) edge = rows[i + 1].left();
    if (edge > 1e8) edge = after_date(row.fragments[0]);
    const bool dated = has_year(row.fragments[0].words[0]->text);
    if (edge < most_left) edges[std::lround(edge / 3)] += dated ? 2 : 1;
  }
  std::vector<double> out;
  for (const auto& [edge, count] : edges) {
    const auto next = edges.find(edge + 1);
    const bool counted = !out.empty() && static_cast<double>(edge) * 3 < out.back() + 6.5;
    if (!counted && count + (next == edges.end() ? 0 : next->second) >= 3) out.push_back(static_cast<double>(edge) * 3);
  }
  return out;
}

bool near_any(double x, const std::vector<double>& columns) {
  return std::any_of(columns.begin(), columns.end(), [x](double column) { return x > column - 3.5 && x < column + 6.5; });
}

// Cuts a label off where the gap was too narrow to tell: dates, "Phone:", bold capitals, or one word and more than a justified
// blank.
void cut_label(Row& row, const std::vector<double>& columns) {
  const Fragment& first = row.fragments[0];
  for (std::size_t i = 1; i < first.words.size() && i <= 6; ++i) {
    const PdfWord &before = *first.words[i - 1], &word = *first.words[i];
    if (!near_any(word.x, columns) || first.left > word.x - 10) continue;
    const auto middle_word = first.words.begin() + static_cast<std::ptrdiff_t>(i);
    Fragment label = fragment_of({first.words.begin(), middle_word});
    const bool wide = i <= 2 && word.x - before.x - before.w > 0.55 * word.size;
    const bool heading = label.bold && !word.bold && all_caps(label.text()) && word.x - before.x - before.w > 0.15 * word.size;
    if (!wide && !heading && !has_year(label.text()) && !label.text().ends_with(':')) return;
    Fragment rest = fragment_of({middle_word, first.words.end()});
    row.fragments[0] = std::move(rest);
    row.fragments.insert(row.fragments.begin(), std::move(label));
    return;
  }
}

// Marks rows that begin with a label, and joins labels that stand between two rows to the nearer one.
// `before`: columns of earlier pages, which count for headings in the margin: few stand on the last page.
void find_labels(std::vector<Row>& rows, const std::vector<double>& columns, const std::vector<double>& before = {}) {
  if (columns.empty() && before.empty()) return;
  for (Row& row : rows) {
    cut_label(row, columns);
    if (row.fragments.size() < 2 || row.fragments[0].left > row.fragments[1].left - 10) continue;
    const std::string first = row.fragments[0].text();
    row.label = near_any(row.fragments[1].left, columns) ||
                (near_any(row.fragments[1].left, before) && is_section_word(first) && all_caps(first));
  }
  std::vector<Row> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row& row = rows[i];
    const auto takes = [&](const Row& other) {
      return !other.label && near_any(other.left(), columns) && labels_lone(row, other) && !is_section_title(other.text());
    };
    const bool above = !out.empty() && takes(out.back()), below = i + 1 < rows.size() && takes(rows[i + 1]);
    if (!above && !below) {
      out.push_back(std::move(row));
      continue;
    }
    const bool up = above && (!below || std::abs(out.back().base - row.base) <= std::abs(rows[i + 1].base - row.base));
    Row& other = up ? out.back() : rows[i + 1];
    other.fragments.insert(other.fragments.begin(), std::move(row.fragments[0]));
    other.label = true;
  }
  rows = std::move(out);
}

// Rows between the ones that cross the gutter: first what is left of it, then what is right.
std::vector<Row> in_columns(std::vector<Row> rows, double x, int& region) {
  std::vector<Row> out, left, right;
  const auto flush = [&] {
    for (std::vector<Row>* column : {&left, &right}) {
      ++region;
      find_labels(*column, label_columns(*column));
      for (Row& row : *column) {
        row.region = region;
        out.push_back(std::move(row));
      }
      column->clear();
    }
    ++region;
  };
  for (Row& row : rows) {
    const bool crosses = std::any_of(row.fragments.begin(), row.fragments.end(),
                                     [&](const Fragment& fragment) { return fragment.left < x - 2 && fragment.right > x + 2; });
    if (crosses) {
      flush();
      row.region = region;
      out.push_back(std::move(row));
      continue;
    }
    Row sides[2] = {row, row};
    sides[0].fragments.clear();
    sides[1].fragments.clear();
    for (Fragment& fragment : row.fragments) sides[fragment.left < x - 2 ? 0 : 1].fragments.push_back(std::move(fragment));
    for (int i : {0, 1}) {
      if (sides[i].fragments.empty()) continue;
      settle(sides[i]);
      (i == 0 ? left : right).push_back(std::move(sides[i]));
    }
  }
  flush();
  return out;
}

}  // namespace

bool apart(const PdfWord& word, const PdfWord& next) {
  return word.space || next.x - (word.x + word.w) > 0.12 * next.size || next.y + next.h - (word.y + word.h) > 0.7 * next.size;
}

std::string Fragment::text() const {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && apart(*words[i - 1], *words[i])) out += ' ';
    out += words[i]->text;
  }
  return out;
}

std::string Row::text() const {
  std::string out;
  for (const Fragment& fragment : fragments) out += (out.empty() ? "" : " ") + fragment.text();
  return out;
}

std::vector<Row> rows_of(const PdfText& text) {
  std::vector<std::vector<Row>> pages;
  for (std::size_t i = 0; i < text.pages.size(); ++i) pages.push_back(page_rows(text.pages[i], static_cast<int>(i)));
  leave_out_running_heads(pages, text);
  std::vector<Row> out;
  int region = 0;
  std::vector<double> columns;  // of labels, on the pages before
  for (std::size_t i = 0; i < pages.size(); ++i) {
    ++region;
    std::vector<Row>& rows = pages[i];
    if (const std::optional<double> x = gutter(rows, text.pages[i].width)) {
      rows = in_columns(std::move(rows), *x, region);
    } else {
      for (Row& row : rows) row.region = region;
      const std::vector<double> own = label_columns(rows);
      find_labels(rows, own, columns);
      columns.insert(columns.end(), own.begin(), own.end());
    }
    for (Row& row : rows) out.push_back(std::move(row));
  }
  return out;
}

}  // namespace fellow::extractor
