// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "fellow/text.h"
#include "fellow/url.h"
#include "indexer/durable.h"
#include "indexer/merge.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;
using Verdict = MergeRow::Verdict;

constexpr const char* kFile = "merges.tsv";
constexpr std::string_view kVersionLine = "# fellow-merges ";
constexpr std::string_view kHead =
    "# fellow-merges 1\n"
    "# Which home pages were found to be one person's. \"merged\" and \"apart\" rows are written anew by each index run.\n"
    "# To decide otherwise write \"same\" or \"different\" in place of the first word: such rows are kept, and win.\n"
    "# verdict\tkept\tother\twhy\n";
constexpr std::array<std::string_view, 4> kVerdicts{"merged", "apart", "same", "different"};

// A page may put anything into its identifiers.
std::string one_cell(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

// Addresses are compared in their normal form.
std::string normal(std::string_view address) {
  const auto url = Url::parse(std::string(address));
  return url ? std::string(url->text()) : std::string(address);
}

bool forgotten(const std::string& address, const Suppression& suppression) {
  const auto url = Url::parse(address);
  return url && suppression.has(*url);
}

}  // namespace

Result<std::vector<MergeRow>> parse_merges(std::string_view text) {
  std::vector<MergeRow> out;
  std::size_t number = 0;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // of an editor
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::string_view line : text::split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number == 1 && line.starts_with(kVersionLine) && text::trim(line.substr(kVersionLine.size())) != "1") {
      return fail(Code::refused, "was written by a newer Fellow: use that program", std::string(kFile));
    }
    if (text::trim(line).empty() || line.starts_with('#')) continue;
    const auto cells = text::split(line, '\t');
    const auto verdict = std::find(kVerdicts.begin(), kVerdicts.end(), text::trim(cells[0]));
    if (verdict == kVerdicts.end() || cells.size() < 3 || text::trim(cells[1]).empty() || text::trim(cells[2]).empty()) {
      return fail(
          Code::bad_input,
          "a row is merged, apart, same or different, and two addresses, with tabs between them; mend it or take it out",
          std::string(kFile) + ":" + std::to_string(number));
    }
    out.push_back({static_cast<Verdict>(verdict - kVerdicts.begin()), normal(text::trim(cells[1])),
                   normal(text::trim(cells[2])), cells.size() > 3 ? std::string(text::trim(cells[3])) : ""});
  }
  return out;
}

std::string show(const std::vector<MergeRow>& rows) {
  std::string out(kHead);
  for (const auto& row : rows) {
    out += std::string(kVerdicts[static_cast<std::size_t>(row.verdict)]) + '\t' + one_cell(row.kept) + '\t' +
           one_cell(row.other) + '\t' + one_cell(row.why) + '\n';
  }
  return out;
}

Result<std::vector<MergeRow>> read_merges(const fs::path& data) {
  const auto text = read_whole(data / kFile);
  if (!text && text.error().code == Code::not_found) return std::vector<MergeRow>{};
  if (!text) return tl::unexpected(text.error());
  return parse_merges(*text);
}

Result<void> write_merges(const fs::path& data, const std::vector<MergeRow>& rows, const Suppression& suppression) {
  std::vector<MergeRow> kept = rows;
  std::erase_if(kept,
                [&](const MergeRow& row) { return forgotten(row.kept, suppression) || forgotten(row.other, suppression); });
  const std::string text = show(kept);
  const auto before = read_whole(data / kFile);
  if (before ? *before == text : kept.empty()) return {};
  fs::path fresh = data / kFile;
  fresh += ".new";
  if (const Done written = write_durably(fresh, text); !written) return tl::unexpected(written.error());
  if (const Done renamed = rename_durably(fresh, data / kFile); !renamed) return tl::unexpected(renamed.error());
  return {};
}

}  // namespace fellow::indexer
