// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/manifest.h"

#include <nlohmann/json.hpp>

#include "fellow/version.h"
#include "indexer/durable.h"

namespace fellow::indexer {

std::string show(const Manifest& manifest) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const auto& file : manifest.files)
    files.push_back({{"path", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  nlohmann::ordered_json json{{"schema", manifest.schema},         {"fellow", kVersion},
                              {"generation", manifest.generation}, {"built_at", manifest.built_at},
                              {"profiles", manifest.profiles},     {"basis", manifest.basis},
                              {"digest", manifest.digest},         {"files", files}};
  const std::string sum = sha256(json.dump(2));
  json["sha256"] = sum;
  return json.dump(2) + '\n';
}

Result<Manifest> parse_manifest(const std::string& text, const std::string& where) {
  try {
    const auto json = nlohmann::json::parse(text);
    Manifest out;
    json.at("schema").get_to(out.schema);
    if (out.schema > Manifest::kSchema) {
      return fail(Code::refused,
                  "this index was written by a newer Fellow (schema " + std::to_string(out.schema) + "); update this program",
                  where);
    }
    json.at("generation").get_to(out.generation);
    json.at("built_at").get_to(out.built_at);
    json.at("profiles").get_to(out.profiles);
    out.basis = json.value("basis", "");
    json.at("digest").get_to(out.digest);
    for (const auto& row : json.at("files")) {
      out.files.push_back(
          {row.at("path").get<std::string>(), row.at("bytes").get<std::uint64_t>(), row.at("sha256").get<std::string>()});
    }
    return out;
  } catch (const nlohmann::json::exception&) {
    return fail(Code::corrupt, "the manifest cannot be read; run `fellow index` to build the index anew", where);
  }
}

Result<Manifest> read_manifest(const std::filesystem::path& directory) {
  const auto file = directory / Manifest::kName;
  const auto text = read_whole(file);
  if (!text) return tl::unexpected(text.error());
  return parse_manifest(*text, file.string());
}

namespace {

// Byte for byte what was written; those of schema 1 carry no sum, and are compared as far as they can be.
bool is_whole(const std::string& text) {
  auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object() || json.dump(2) + '\n' != text) return false;
  constexpr std::size_t kKeysOfSchema1 = 7;
  const auto sum = json.find("sha256");
  if (sum == json.end()) return json.size() == kKeysOfSchema1 && json.value("schema", 0) == 1;
  const nlohmann::ordered_json stated = *sum;
  json.erase("sha256");
  return stated == sha256(json.dump(2));
}

}  // namespace

std::vector<Error> check_files(const std::filesystem::path& directory, const Manifest& manifest) {
  std::vector<Error> out;
  if (const auto text = read_whole(directory / Manifest::kName); !text) {
    out.push_back(text.error());
  } else if (!is_whole(*text)) {
    out.push_back({Code::corrupt, "the manifest is not what was published; run `fellow index` to build the index anew",
                   (directory / Manifest::kName).string()});
  }
  for (const auto& file : manifest.files) {
    const auto path = directory / file.path;
    const auto sum = sha256_of_file(path);
    if (!sum) {
      out.push_back(sum.error());
    } else if (*sum != file.sha256) {
      out.push_back(
          {Code::corrupt, "the file is not what was published; run `fellow index` to build the index anew", path.string()});
    }
  }
  return out;
}

}  // namespace fellow::indexer
