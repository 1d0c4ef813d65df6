// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/files.h"

#include <array>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

#include "fellow/text.h"

namespace fellow::cli {

Result<std::string> read_file(const std::filesystem::path& file) {
  if (file == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return fail(Code::not_found, "there is no such file", file.string());
  if (std::filesystem::is_directory(file, error))
    return fail(Code::bad_input, "this is a directory, not a file", file.string());
  std::ifstream in(file, std::ios::binary);
  std::string body(std::istreambuf_iterator<char>(in), {});
  if (!in) return fail(Code::io, std::string("cannot be read: ") + std::strerror(errno), file.string());
  return body;
}

std::string_view content_type_of(const std::filesystem::path& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kTypes{{{".html", "text/html"},
                                                                                  {".htm", "text/html"},
                                                                                  {".xhtml", "application/xhtml+xml"},
                                                                                  {".md", "text/markdown; charset=utf-8"},
                                                                                  {".markdown", "text/markdown; charset=utf-8"},
                                                                                  {".bib", "text/x-bibtex; charset=utf-8"},
                                                                                  {".org", "text/org; charset=utf-8"},
                                                                                  {".pdf", "application/pdf"},
                                                                                  {".json", "application/json"},
                                                                                  {".yml", "application/yaml"},
                                                                                  {".yaml", "application/yaml"},
                                                                                  {".xml", "application/xml"},
                                                                                  {".txt", "text/plain; charset=utf-8"},
                                                                                  {".css", "text/css"},
                                                                                  {".js", "text/javascript"},
                                                                                  {".svg", "image/svg+xml"},
                                                                                  {".jpg", "image/jpeg"},
                                                                                  {".png", "image/png"}}};
  const std::string ending = text::lower(file.extension().string());
  for (const auto& [known, type] : kTypes) {
    if (ending == known) return type;
  }
  return "application/octet-stream";
}

Result<void> check_writable(const std::filesystem::path& file) {
  const auto no = [&](const std::string& why) { return fail(Code::bad_input, "cannot be written: " + why, file.string()); };
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) return no("this is a directory");
  const std::filesystem::path probe = file.string() + ".check";
  const std::ofstream out(probe, std::ios::binary | std::ios::trunc);
  if (!out.is_open()) return no(std::strerror(errno));
  std::filesystem::remove(probe, error);
  return {};
}

Result<void> write_whole(const std::filesystem::path& file, std::string_view text) {
  const std::filesystem::path unfinished = file.string() + ".new";
  std::ofstream out(unfinished, std::ios::binary | std::ios::trunc);
  out << text << std::flush;
  std::error_code error;
  if (out.good()) std::filesystem::rename(unfinished, file, error);
  if (out.good() && !error) return {};
  const std::string why = error ? error.message() : std::strerror(errno);
  std::filesystem::remove(unfinished, error);
  return fail(Code::io, "cannot be written: " + why, file.string());
}

}  // namespace fellow::cli
