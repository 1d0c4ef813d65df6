// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/seeds.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "crawler/csv.h"
#include "crawler/directory.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

constexpr std::size_t kMaxHintBytes = 500;  // of a name or affiliation; longer is cut
constexpr std::size_t kMaxQuoted = 80;      // of a bad line, in a message
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kNoScholarPage = "NOSCHOLARPAGE";  // CSRankings' word for "none"

std::string quoted(std::string_view text) { return "\"" + text::clean(text, kMaxQuoted) + "\""; }

// "www.x.example/~y" or "localhost:80/x": a host without a scheme, rather than some other text.
bool lacks_scheme(std::string_view text) {
  const std::string_view host = text.substr(0, text.find_first_of("/?#"));
  return text.find("://") == std::string_view::npos && host.find('.') != std::string_view::npos &&
         host.find_first_of(" @,;\"") == std::string_view::npos;
}

// "ftp://…", "mailto:…"
bool names_other_scheme(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string scheme = text::lower(text.substr(0, colon));
  if (scheme == "http" || scheme == "https") return false;
  return text.substr(colon).starts_with("://") || scheme == "mailto" || scheme == "javascript" || scheme == "data";
}

Result<Url> read_url(std::string_view text) {
  if (text.empty()) return fail(Code::bad_input, "has no URL");
  if (lacks_scheme(text)) {
    return fail(Code::bad_input,
                quoted(text) + " does not say http:// or https://: write https://" + text::clean(text, kMaxQuoted));
  }
  if (text.find_first_of(" \t\r") != std::string_view::npos) {
    return fail(Code::bad_input, quoted(text) + " is not one URL: a line is a URL, names belong into a CSV list");
  }
  Result<Url> url = Url::parse(text);
  if (!url) return fail(url.error().code, quoted(text) + ": " + url.error().what);
  return url;
}

// Collects seeds, each URL once.
class ListBuilder {
 public:
  ListBuilder(SeedList& list, std::string_view file) : list_(list), file_(file) {}

  void add(Seed seed, std::size_t line) {
    const auto [first, fresh] = seen_.emplace(seed.url, line);
    if (!fresh) {
      list_.repeated.push_back({Code::bad_input,
                                "stands in line " + std::to_string(first->second) + " already: " + seed.url.text(),
                                file_ + ":" + std::to_string(line)});
      return;
    }
    list_.seeds.push_back(std::move(seed));
    list_.lines.push_back(line);
  }
  // A line whose address is no URL that can be crawled.
  void refuse(Error error, std::size_t line, std::string_view written) {
    skip(std::move(error), line);
    if (written.empty()) return;
    list_.refused.push_back({.written = text::clean(written, Url::kMaxBytes),
                             .reason = names_other_scheme(written) ? "scheme" : "url",
                             .detail = fellow::show(list_.bad.back())});
  }
  void skip(Error error, std::size_t line) {
    error.where = file_ + ":" + std::to_string(line);
    list_.bad.push_back(std::move(error));
  }

 private:
  SeedList& list_;
  std::string file_;
  std::unordered_map<Url, std::size_t> seen_;  // and its line
};

// Which column holds what; nullopt for what the header does not name.
struct Columns {
  std::optional<std::size_t> url, name, affiliation, source, scholar_id;
  std::size_t count = 0;
};

Columns read_columns(const std::vector<std::string>& header) {
  Columns columns;
  columns.count = header.size();
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string name = text::lower(text::trim(header[i]));
    std::optional<std::size_t>* const column = name == "url" || name == "homepage" ? &columns.url
                                               : name == "name"                    ? &columns.name
                                               : name == "affiliation"             ? &columns.affiliation
                                               : name == "source"                  ? &columns.source
                                               : name == "scholarid"               ? &columns.scholar_id
                                                                                   : nullptr;
    if (column != nullptr && !*column) *column = i;
  }
  return columns;
}

bool is_comment(std::string_view line) { return text::trim(line).starts_with('#'); }

// The first line that is neither blank nor a comment.
std::string_view first_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text::trim(text.substr(0, end));
    if (!line.empty() && !is_comment(line)) return line;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {};
}

bool is_csv_name(std::string_view file) { return file.size() >= 4 && text::same_letters(file.substr(file.size() - 4), ".csv"); }

// All of a row but its address.
Result<Seed> read_row(const std::vector<std::string>& row, const Columns& columns) {
  const auto cell = [&](std::optional<std::size_t> column) {
    return column && *column < row.size() ? text::clean(row[*column], kMaxHintBytes) : std::string();
  };
  const bool extra =
      row.size() > columns.count && std::any_of(row.begin() + static_cast<std::ptrdiff_t>(columns.count), row.end(),
                                                [](const std::string& text) { return !text::trim(text).empty(); });
  if (extra) {
    return fail(Code::bad_input, "has " + std::to_string(row.size()) + " fields where the header has " +
                                     std::to_string(columns.count) + ": put quotes around a field with a comma in it");
  }
  Seed seed{.url = {},
            .name = cell(columns.name),
            .affiliation = cell(columns.affiliation),
            .source = cell(columns.source),
            .scholar_id = cell(columns.scholar_id)};
  if (seed.scholar_id == kNoScholarPage) seed.scholar_id.clear();
  return seed;
}

Result<void> parse_csv(std::string_view text, ListBuilder& builder, std::string_view file) {
  CsvReader reader(text);
  std::optional<Columns> columns;
  while (std::optional<CsvRow> row = reader.next()) {
    if (!row->problem.empty()) {
      builder.skip({Code::bad_input, row->problem, ""}, row->line);
      continue;
    }
    if (row->fields.size() == 1 && text::trim(row->fields[0]).empty()) continue;
    if (is_comment(row->fields[0])) continue;
    if (!columns) {
      columns = read_columns(row->fields);
      if (columns->url) continue;
      return fail(Code::bad_input,
                  "the first line names no column url or homepage: write a header such as url,name,affiliation,source",
                  std::string(file) + ":" + std::to_string(row->line));
    }
    const std::string_view address =
        *columns->url < row->fields.size() ? text::trim(row->fields[*columns->url]) : std::string_view();
    const Result<Url> url = read_url(address);
    if (Result<Seed> seed = read_row(row->fields, *columns); !seed) {
      builder.skip(seed.error(), row->line);
    } else if (!url) {
      builder.refuse(url.error(), row->line, address);
    } else {
      seed->url = *url;
      seed->written = text::valid_utf8(address);
      builder.add(std::move(*seed), row->line);
    }
  }
  return {};
}

void parse_lines(std::string_view text, ListBuilder& builder) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    // A '#' begins a comment at the line's start or after a blank; within a URL it begins a fragment.
    if (is_comment(line)) continue;
    line = text::trim(line.substr(0, std::min(line.find(" #"), line.find("\t#"))));
    if (line.empty()) continue;
    if (Result<Url> url = read_url(line)) {
      builder.add({.url = std::move(*url), .written = text::valid_utf8(line)}, number);
    } else {
      builder.refuse(url.error(), number, line);
    }
  }
}

}  // namespace

Result<SeedList> parse_seeds(std::string_view text, std::string_view file) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return fail(Code::bad_input, "is UTF-16: save it as UTF-8", std::string(file));
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  SeedList list;
  list.name = std::filesystem::path(file).filename().string();
  ListBuilder builder(list, file);
  CsvReader header_reader(first_line(text));
  const std::optional<CsvRow> header = header_reader.next();
  if (is_csv_name(file) || (header && header->problem.empty() && read_columns(header->fields).url)) {
    if (Result<void> read = parse_csv(text, builder, file); !read) return tl::unexpected<Error>(read.error());
  } else {
    parse_lines(text, builder);
  }
  return list;
}

Result<SeedList> read_seeds(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) return fail(Code::io, "is a directory, not a seed list", file.string());
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return tl::unexpected<Error>(system_error("cannot open the seed list", errno, file));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) return fail(Code::io, "cannot read the seed list", file.string());
  return parse_seeds(text, file.string());
}

}  // namespace fellow::crawler
