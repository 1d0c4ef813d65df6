// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/csv.h"

#include <algorithm>

namespace fellow::crawler {
namespace {

// Reads one row off the front of a text.
class RowReader {
 public:
  explicit RowReader(std::string_view text) : text_(text) {}

  // "" or why the row cannot be read; at() is behind the row's line end if it can.
  std::string read(std::vector<std::string>& fields) {
    while (true) {
      std::string& field = fields.emplace_back();
      const bool closed = peek() == '"' ? read_quoted(field) : read_plain(field);
      if (!closed) return problem_;
      if (peek() != ',') break;
      ++at_;
    }
    if (peek() == '\r') ++at_;
    if (at_ < text_.size()) ++at_;  // '\n'
    return {};
  }
  std::size_t at() const { return at_; }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\n'; }

  // Whether a field ends here: at a comma, a line end, or a CR right before one.
  bool at_field_end() const {
    if (at_ >= text_.size() || text_[at_] == ',' || text_[at_] == '\n') return true;
    return text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n');
  }

  bool read_plain(std::string& field) {
    while (!at_field_end()) field.push_back(text_[at_++]);
    return true;
  }

  bool read_quoted(std::string& field) {
    for (++at_; at_ < text_.size(); ++at_) {
      if (at_ > CsvReader::kMaxRowBytes) break;
      if (text_[at_] != '"') {
        field.push_back(text_[at_]);
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        field.push_back(text_[at_++]);
      } else {
        ++at_;
        if (at_field_end()) return true;
        problem_ = "goes on after the closing quote of a field: write a quote inside a field twice";
        return false;
      }
    }
    problem_ = "has a quote that is not closed";
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string problem_;
};

}  // namespace

std::optional<CsvRow> CsvReader::next() {
  if (rest_.empty()) return std::nullopt;
  CsvRow row{.fields = {}, .line = line_, .problem = {}};
  RowReader reader(rest_);
  row.problem = reader.read(row.fields);
  std::size_t end = reader.at();
  if (!row.problem.empty()) end = std::min(rest_.find('\n'), rest_.size() - 1) + 1;
  line_ += static_cast<std::size_t>(std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
  rest_.remove_prefix(end);
  return row;
}

}  // namespace fellow::crawler
