// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/yaml.h"

#include <toml++/toml.h>
#include <yaml-cpp/yaml.h>

#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "extractor/formats/charset.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

using nlohmann::json;

constexpr int kMaxNodes = 10'000;  // R16
constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxBytes = 1u << 20;  // yaml-cpp takes some 300 bytes a node and 1 s for a few MB

// Counts what has been copied, whatever it was copied from.
class Budget {
 public:
  bool take(int depth) {
    if (depth > kMaxDepth || left_ == 0) return !(spent_ = true);
    --left_;
    return true;
  }
  bool spent() const { return spent_; }

 private:
  int left_ = kMaxNodes;
  bool spent_ = false;
};

// Recursion no deeper than kMaxDepth.
json copy(const YAML::Node& node, Budget& budget, int depth) {
  if (!budget.take(depth)) return nullptr;
  switch (node.Type()) {
    case YAML::NodeType::Scalar: {
      const std::string& text = node.Scalar();
      const bool plain = node.Tag() != "!";  // "!" is yaml-cpp's tag of a quoted scalar
      if (plain && (text == "true" || text == "True")) return true;
      if (plain && (text == "false" || text == "False")) return false;
      return text::valid_utf8(text);
    }
    case YAML::NodeType::Sequence: {
      json out = json::array();
      for (const YAML::Node& item : node) {
        if (budget.spent()) break;
        out.push_back(copy(item, budget, depth + 1));
      }
      return out;
    }
    case YAML::NodeType::Map: {
      json out = json::object();
      for (const auto& entry : node) {
        if (budget.spent()) break;
        if (entry.first.IsScalar()) out[text::valid_utf8(entry.first.Scalar())] = copy(entry.second, budget, depth + 1);
      }
      return out;
    }
    default:
      return nullptr;
  }
}

std::optional<json> strict_yaml(std::string_view text, Budget& budget) {
  try {
    return copy(YAML::Load(std::string(text)), budget, 0);
  } catch (const std::exception&) {  // yaml-cpp throws at the first mistake
    return std::nullopt;
  }
}

json copy(const toml::node& node, Budget& budget, int depth) {
  if (!budget.take(depth)) return nullptr;
  if (const auto* table = node.as_table()) {
    json out = json::object();
    for (const auto& [key, value] : *table) out[text::valid_utf8(key.str())] = copy(value, budget, depth + 1);
    return out;
  }
  if (const auto* array = node.as_array()) {
    json out = json::array();
    for (const toml::node& item : *array) out.push_back(copy(item, budget, depth + 1));
    return out;
  }
  if (const auto* truth = node.as_boolean()) return truth->get();
  if (const auto* string = node.as_string()) return text::valid_utf8(string->get());
  std::ostringstream out;
  if (const auto* integer = node.as_integer()) out << integer->get();
  if (const auto* real = node.as_floating_point()) out << real->get();
  if (const auto* date = node.as_date()) out << date->get();
  if (const auto* time = node.as_time()) out << time->get();
  if (const auto* moment = node.as_date_time()) out << moment->get();
  return out.str();
}

std::optional<json> strict_toml(std::string_view text, Budget& budget) {
  try {
    const toml::table table = toml::parse(text);
    return copy(table, budget, 0);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string_view without_quotes(std::string_view value) {
  value = text::trim(value);
  if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front()) {
    value = value.substr(1, value.size() - 2);
  }
  return value;
}

bool is_key(std::string_view key) {
  return !key.empty() && key.size() <= 64 && key.find_first_of("\"'{}[]<>|&*#") == std::string_view::npos;
}

// A top-level key with the lines that belong to it.
struct Chunk {
  std::string_view key, first_value, whole;
};

// A line that begins with neither a blank nor a list dash, and has the separator, begins a chunk.
std::vector<Chunk> chunks(std::string_view text, char separator) {
  std::vector<Chunk> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::size_t split = line.find(separator);
    const std::string_view key = text::trim(line.substr(0, split));
    const bool begins = !line.empty() && line[0] != ' ' && line[0] != '\t' && line[0] != '-' &&
                        split != std::string_view::npos && is_key(key) &&
                        (separator == '=' || split + 1 == line.size() || line[split + 1] == ' ' || line[split + 1] == '\t' ||
                         line[split + 1] == '\r' || line[split + 1] == '"');
    if (begins) {
      out.push_back({key, text::trim(line.substr(split + 1)), line});
    } else if (!out.empty()) {
      out.back().whole = std::string_view(out.back().whole.data(),
                                          static_cast<std::size_t>(line.data() + line.size() - out.back().whole.data()));
    }
    at = end + 1;
  }
  return out;
}

template <class Strict>
json piecewise(std::string_view text, char separator, Budget& budget, Strict strict) {
  json out;
  for (const Chunk& chunk : chunks(text, separator)) {
    const std::optional<json> read = strict(chunk.whole, budget);
    const std::string key(text::valid_utf8(chunk.key));
    if (read && read->is_object() && read->contains(key)) {
      out[key] = (*read)[key];
    } else if (budget.take(1)) {
      out[key] = text::clean(without_quotes(chunk.first_value));
    }
  }
  return out;
}

template <class Strict>
json parse(std::string_view text, char separator, bool* truncated, Strict strict) {
  if (text.size() > kMaxBytes) {
    text = text.substr(0, text.rfind('\n', kMaxBytes));
    *truncated = true;
  }
  Budget budget;
  std::optional<json> whole = strict(text, budget);
  json out = whole && whole->is_structured() ? std::move(*whole) : piecewise(text, separator, budget, strict);
  if (budget.spent()) *truncated = true;
  return out;
}

}  // namespace

nlohmann::json parse_yaml(std::string_view text, bool* truncated) { return parse(text, ':', truncated, strict_yaml); }
nlohmann::json parse_toml(std::string_view text, bool* truncated) { return parse(text, '=', truncated, strict_toml); }

int claim_yaml(const Clue& clue) {
  if (clue.type_is("application/yaml application/x-yaml text/yaml text/x-yaml text/vnd.yaml")) return 90;
  return clue.says_little() && clue.ending_is("yml yaml") ? 85 : 0;
}

void read_yaml(const Page& page, Document& document) {
  document.front = parse_yaml(mend_mojibake(to_utf8(page.body, page.content_type, false)), &document.truncated);
  if (document.front.is_null()) document.format = Format::unknown;
}

}  // namespace fellow::extractor
