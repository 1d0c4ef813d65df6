// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of a list of papers belong to one reference? Blocks are judged one by one (authors, title, venue, all of it) and
// put together in the order that the list keeps.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "extractor/papers/lines.h"
#include "extractor/papers/reference.h"

namespace fellow::extractor::papers {

inline constexpr std::size_t kMaxPapers = 5000;  // of one page

// A run of lines under headings of papers, all with the same year heading.
class SectionReader {
 public:
  // `year`: of the heading around them, 0 if none. Lines and owner have to outlive it.
  SectionReader(std::span<const Line> lines, const Owner& owner, int year) : lines_(lines), owner_(owner), year_(year) {}
  // Each reference with the lines it was read from.
  struct Found {
    Reference reference;
    std::string text;
  };
  std::vector<Found> read();

 private:
  // Lines between two item or block borders.
  struct Block {
    std::size_t begin = 0, end = 0;  // in the lines of the section
    Break before = Break::block;
  };
  // What a block by itself says.
  enum class Says { complete, authors, title, venue, year, untitled, nothing };

  Says says(const Block& block);
  bool stands_alone(std::size_t line) const;
  void add(const Block& block);
  void close();

  std::span<const Line> lines_;
  const Owner& owner_;
  int year_;
  int row_year_ = 0;  // in the first column, over the entries that follow
  std::vector<Found> found_;
  std::vector<Line> current_;
  bool has_authors_ = false, has_title_ = false, has_venue_ = false, authors_first_ = false;
  bool placed_ = false, marked_ = false;  // of the block just read: its title comes with a venue; it is bold or a link
  Reference read_;                        // of the block just read, if it took reading
  bool is_read_ = false;
  Reference whole_;  // of current_, while that is one block
  bool has_whole_ = false;
  std::vector<std::string> inherited_;
  bool inherited_owner_ = false;
};

}  // namespace fellow::extractor::papers
