// SPDX-License-Identifier: GPL-3.0-or-later
// The person's own words: the paragraphs of the introduction, without e-mail addresses and telephone numbers (R41).
#include "extractor/fields/addresses.h"
#include "extractor/fields/fields.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxBytes = 4000;

}  // namespace

void read_biography(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 1) return;
  std::string out;
  bool about = false;
  for (int round = 0; round < 2 && out.empty();
       ++round) {  // a section "About" first, else what stands before any other section
    for (const Block& block : outline.blocks) {
      const SectionKind kind = outline.sections[block.section].kind;
      const bool wanted = round == 0 ? kind == SectionKind::about : kind == SectionKind::none;
      if (round == 1 && !out.empty() && !wanted) break;
      if (!wanted || block.kind != BlockKind::paragraph || block.text.size() < 60) continue;
      if (out.size() + block.text.size() > kMaxBytes) break;
      if (!out.empty()) out += '\n';
      out += block.text;
      about = round == 0;
    }
  }
  builder.add_biography(text::trim(without_contact(out)),
                        {page.format == Format::pdf ? "pdf_layout" : "section", about ? 0.7 : 0.5});
}

}  // namespace fellow::extractor
