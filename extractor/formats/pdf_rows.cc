// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/pdf_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

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
    if (!independent && !prose) continue;
    if (!best || crossing < best_crossing) {
      best = x;
      best_crossing = crossing;
    }
  }
  return best;
}

// Rows between the ones that cross the gutter: first what is left of it, then what is right.
std::vector<Row> in_columns(std::vector<Row> rows, double x, int& region) {
  std::vector<Row> out, left, right;
  const auto flush = [&] {
    for (std::vector<Row>* column : {&left, &right}) {
      ++region;
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

bool has_year(const std::string& text) {
  for (std::size_t i = 0; i + 4 <= text.size(); ++i) {
    if ((text.compare(i, 2, "19") == 0 || text.compare(i, 2, "20") == 0) &&
        std::isdigit(static_cast<unsigned char>(text[i + 2])) && std::isdigit(static_cast<unsigned char>(text[i + 3]))) {
      return true;
    }
  }
  return false;
}

// Where the text beside a column of labels begins: the left edge that most second fragments share; 0 if there is no such
// column.
double label_column(const std::vector<Row>& rows) {
  double from = 1e9, to = 0;
  for (const Row& row : rows) {
    from = std::min(from, row.left());
    to = std::max(to, row.right());
  }
  std::map<long, int> edges;
  for (const Row& row : rows) {
    if (row.fragments.size() < 2) continue;
    const Fragment &first = row.fragments[0], &second = row.fragments[1];
    if (first.right < from + 0.35 * (to - from) && first.words.size() <= 6) ++edges[std::lround(second.left / 3)];
  }
  long best = 0;
  int most = 0;
  for (const auto& [edge, count] : edges) {
    const auto next = edges.find(edge + 1);
    const int both = count + (next == edges.end() ? 0 : next->second);
    if (both > most) {
      most = both;
      best = edge;
    }
  }
  return most >= 3 ? static_cast<double>(best) * 3 : 0;
}

// Cuts a label off where the gap was too narrow to tell, and moves labels that stand between two rows to the row above.
void find_labels(std::vector<Row>& rows) {
  const double column = label_column(rows);
  if (column <= 0) return;
  const auto near = [&](double x) { return x > column - 3.5 && x < column + 6.5; };
  for (Row& row : rows) {
    Fragment& first = row.fragments[0];
    for (std::size_t i = 1; i < first.words.size() && first.left < column - 10; ++i) {
      if (!near(first.words[i]->x)) continue;
      std::vector<const PdfWord*> before(first.words.begin(), first.words.begin() + static_cast<std::ptrdiff_t>(i));
      std::vector<const PdfWord*> after(first.words.begin() + static_cast<std::ptrdiff_t>(i), first.words.end());
      Fragment label = fragment_of(std::move(before));
      if (!has_year(label.text()) && !label.text().ends_with(':')) break;
      row.fragments[0] = fragment_of(std::move(after));
      row.fragments.insert(row.fragments.begin(), std::move(label));
      break;
    }
    row.label = row.fragments.size() > 1 && row.fragments[0].left < column - 10 && near(row.fragments[1].left);
  }
  for (std::size_t i = 0; i < rows.size();) {
    const auto beside = [&](std::size_t k) {
      return k < rows.size() && rows[k].page == rows[i].page && !rows[k].label && near(rows[k].left()) &&
             std::abs(rows[k].base - rows[i].base) < 0.95 * rows[k].fragments[0].size;
    };
    const Row& row = rows[i];
    const bool alone = row.fragments.size() == 1 && row.left() < column - 10 && row.right() < column + 3;
    const std::size_t to = alone && beside(i - 1) ? i - 1 : alone && beside(i + 1) ? i + 1 : rows.size();
    if (to == rows.size()) {
      ++i;
      continue;
    }
    rows[to].fragments.insert(rows[to].fragments.begin(), rows[i].fragments[0]);
    rows[to].label = true;
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i));
    if (to > i) ++i;
  }
}

}  // namespace

std::string Fragment::text() const {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool apart =
        i > 0 && (words[i - 1]->space || words[i]->x - (words[i - 1]->x + words[i - 1]->w) > 0.12 * words[i]->size);
    if (apart) out += ' ';
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
  for (std::size_t i = 0; i < pages.size(); ++i) {
    ++region;
    std::vector<Row>& rows = pages[i];
    if (const std::optional<double> x = gutter(rows, text.pages[i].width)) {
      rows = in_columns(std::move(rows), *x, region);
    } else {
      for (Row& row : rows) row.region = region;
      find_labels(rows);
    }
    for (Row& row : rows) out.push_back(std::move(row));
  }
  return out;
}

}  // namespace fellow::extractor
