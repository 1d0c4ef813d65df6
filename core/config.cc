// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/config.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace fellow {
namespace {

namespace fs = std::filesystem;

// What is wrong at a place of the file. Thrown and caught inside this file only.
struct Wrong {
  std::string what;
  toml::source_position at;
};

using Reader = std::function<void(const toml::node&)>;
using Keys = std::map<std::string_view, Reader>;

Reader text_into(std::string& value) {
  return [&value](const toml::node& node) {
    if (!node.is_string()) throw Wrong{"should be a string in quotes", node.source().begin};
    value = **node.as_string();
  };
}

Reader flag_into(bool& value) {
  return [&value](const toml::node& node) {
    if (!node.is_boolean()) throw Wrong{"should be true or false", node.source().begin};
    value = **node.as_boolean();
  };
}

// What robots.txt knows a crawler by (RFC 9309 section 2.2.1), with digits.
Reader product_token_into(std::string& value) {
  return [&value](const toml::node& node) {
    text_into(value)(node);
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    if (value.empty() || value.find_first_not_of(kLetters) != std::string::npos)
      throw Wrong{"should be one word of letters, digits, - and _, without a version", node.source().begin};
  };
}

// A number in the file's unit; stored in milliseconds.
Reader duration_into(std::chrono::milliseconds& value, double unit_ms) {
  return [&value, unit_ms](const toml::node& node) {
    const auto number = node.value<double>();
    if (!number || !(*number >= 0 && *number <= 1e6)) throw Wrong{"should be a number from 0 on", node.source().begin};
    value = std::chrono::milliseconds(static_cast<std::int64_t>(*number * unit_ms));
  };
}

Reader texts_into(std::vector<std::string>& values) {
  return [&values](const toml::node& node) {
    const toml::array* list = node.as_array();
    if (list == nullptr) throw Wrong{"should be a list of strings", node.source().begin};
    for (const toml::node& item : *list) text_into(values.emplace_back())(item);
  };
}

void read_table(const toml::table& table, const Keys& keys, const std::string& where) {
  for (const auto& [key, node] : table) {
    const auto found = keys.find(key.str());
    if (found == keys.end()) throw Wrong{"unknown key " + where + std::string(key.str()), node.source().begin};
    try {
      found->second(node);
    } catch (Wrong& wrong) {
      if (!wrong.what.starts_with("unknown") && wrong.what.find(' ') != std::string::npos && wrong.what.starts_with("should")) {
        wrong.what = where + std::string(key.str()) + " " + wrong.what;
      }
      throw;
    }
  }
}

// A limit of the crawl: a number, or a string with a unit.
Reader limit_into(CrawlLimits& limits, const CrawlSetting& setting) {
  return [&limits, &setting](const toml::node& node) {
    std::string text = "neither";
    if (node.is_string()) text = **node.as_string();
    if (node.is_integer()) text = std::to_string(**node.as_integer());
    if (const auto done = set(limits, setting, text); !done) throw Wrong{done.error().what, node.source().begin};
  };
}

Reader limits_into(CrawlLimits& limits) {
  return [&limits](const toml::node& node) {
    Keys keys;
    for (const CrawlSetting& setting : kCrawlSettings) keys.emplace(setting.key, limit_into(limits, setting));
    if (!node.is_table()) throw Wrong{"should be a table", node.source().begin};
    read_table(*node.as_table(), keys, "crawl.");
    if (const auto fit = check(limits); !fit)
      throw Wrong{"crawl." + fit.error().where + " " + fit.error().what, node.source().begin};
  };
}

Reader table_into(const Keys& keys, const std::string& where) {
  return [keys, where](const toml::node& node) {
    if (!node.is_table()) throw Wrong{"should be a table", node.source().begin};
    read_table(*node.as_table(), keys, where);
  };
}

// Into an int, or an optional one.
template <class Number>
Reader number_into(Number& value, int least, int most) {
  return [&value, least, most](const toml::node& node) {
    const auto number = node.value_exact<std::int64_t>();
    if (!number || *number < least || *number > most)
      throw Wrong{"should be a number from " + std::to_string(least) + " to " + std::to_string(most), node.source().begin};
    value = static_cast<int>(*number);
  };
}

// Seconds, of which there have to be some.
Reader patience_into(std::chrono::milliseconds& value) {
  return [&value](const toml::node& node) {
    const auto number = node.value<double>();
    if (!number || !(*number >= 0.1) || *number > 3600) throw Wrong{"should be 0.1 to 3600 seconds", node.source().begin};
    value = std::chrono::milliseconds(static_cast<std::int64_t>(*number * 1000));
  };
}

Reader origin_into(bool& any) {
  return [&any](const toml::node& node) {
    const auto word = node.value<std::string>();
    if (!word || (*word != "closed" && *word != "*")) throw Wrong{"should be \"closed\" or \"*\"", node.source().begin};
    any = *word == "*";
  };
}

Reader address_of_site_into(std::string& value) {
  return [&value](const toml::node& node) {
    text_into(value)(node);
    const bool is_one = value.starts_with("https://") || value.starts_with("http://");
    if (!is_one || value.find_first_of(" <>\"") != std::string::npos)
      throw Wrong{"should be an address as https://search.example.edu", node.source().begin};
    while (value.ends_with('/')) value.pop_back();
  };
}

Keys listen_keys(Config& config) {
  ServeConfig& serve = config.serve;
  return {{"address", text_into(config.listen)},
          {"url", address_of_site_into(serve.url)},
          {"io_threads", number_into(serve.io_threads, 0, 256)},
          {"workers", number_into(serve.workers, 0, 1024)},
          {"queue", number_into(serve.queue, 0, 100'000)},
          {"connections", number_into(serve.connections, 1, 1'000'000)},
          {"connections_per_address", number_into(serve.connections_per_address, 1, 1'000'000)},
          {"header_seconds", patience_into(serve.header)},
          {"body_seconds", patience_into(serve.body)},
          {"idle_seconds", patience_into(serve.idle)},
          {"write_seconds", patience_into(serve.write)}};
}

// Whether the keys belong to the kind.
void check_row(const SourceConfig& source, const toml::source_position& at) {
  const auto wrong = [&](const std::string& what) { throw Wrong{"source " + source.name + ": " + what, at}; };
  const bool index = source.kind == "index", searchd = source.kind == "searchd";
  if (index && source.path.empty()) wrong("a source of kind index needs a path");
  if (index && !source.url.empty()) wrong("a source of kind index takes a path, no url");
  if (!index && !source.path.empty()) wrong("a source of kind " + source.kind + " takes a url, no path");
  if (searchd && !source.url.starts_with("http://") && !source.url.starts_with("https://"))
    wrong("a source of kind searchd needs a url that begins with https:// or http://");
  if (source.kind == "xapian" && !source.url.starts_with("tcp://"))
    wrong("a source of kind xapian needs a url of the form tcp://HOST:PORT");
  if (!searchd && !(source.token_file.empty() && source.ca_file.empty()))
    wrong("token_file and ca_file are for the kind searchd only: xapian-tcpsrv knows neither");
  if (source.name.find(',') != std::string::npos) wrong("the name of a source holds no comma");
  if (source.timeout < std::chrono::milliseconds(50) || source.timeout > std::chrono::milliseconds(5000))
    wrong("timeout_ms should be from 50 to 5000");
}

Reader sources_into(std::vector<SourceConfig>& sources) {
  return [&sources](const toml::node& node) {
    const toml::array* list = node.as_array();
    if (list == nullptr) throw Wrong{"should be written [[source]]", node.source().begin};
    for (const toml::node& item : *list) {
      SourceConfig source;
      table_into({{"name", text_into(source.name)},
                  {"kind", text_into(source.kind)},
                  {"path", text_into(source.path)},
                  {"url", text_into(source.url)},
                  {"token_file", text_into(source.token_file)},
                  {"ca_file", text_into(source.ca_file)},
                  {"timeout_ms", duration_into(source.timeout, 1)}},
                 "source.")(item);
      if (source.name.empty()) throw Wrong{"should have a name", item.source().begin};
      if (source.kind != "index" && source.kind != "xapian" && source.kind != "searchd") {
        throw Wrong{"should have a kind: index, xapian or searchd", item.source().begin};
      }
      check_row(source, item.source().begin);
      const auto same = [&](const SourceConfig& other) { return other.name == source.name; };
      if (std::any_of(sources.begin(), sources.end(), same))
        throw Wrong{"source " + source.name + ": every source needs a name of its own", item.source().begin};
      sources.push_back(std::move(source));
    }
  };
}

}  // namespace

Result<Config> read_config(const fs::path& file) {
  std::error_code missing;
  if (!fs::is_regular_file(file, missing)) return fail(Code::not_found, "there is no such configuration file", file.string());
  Config config;
  try {
    const toml::table root = toml::parse_file(file.string());
    read_table(
        root,
        {{"contact", text_into(config.contact)},
         {"user_agent", product_token_into(config.user_agent)},
         {"delay", duration_into(config.delay, 1000)},
         {"public_email", flag_into(config.public_email)},
         {"peer_token_file", text_into(config.peer_token_file)},
         {"trusted_proxies", texts_into(config.trusted_proxies)},
         {"listen", table_into(listen_keys(config), "listen.")},
         {"answers", table_into({{"cors", origin_into(config.serve.any_origin)},
                                 {"cache_mb", number_into(config.serve.cache_mb, 0, 65'536)},
                                 {"postings_mb", number_into(config.serve.postings_mb, 0, 65'536)}},
                                "answers.")},
         {"log", table_into({{"access", text_into(config.serve.access_log)}, {"queries", flag_into(config.serve.log_queries)}},
                            "log.")},
         {"metrics", table_into({{"address", text_into(config.serve.metrics)}}, "metrics.")},
         {"crawl", limits_into(config.crawl)},
         {"source", sources_into(config.sources)}},
        "");
  } catch (const toml::parse_error& error) {
    return fail(Code::bad_input, "not valid TOML: " + std::string(error.description()),
                file.string() + ":" + std::to_string(error.source().begin.line));
  } catch (const Wrong& wrong) {
    return fail(Code::bad_input, wrong.what, file.string() + ":" + std::to_string(wrong.at.line));
  }
  return config;
}

Result<Config> read_config_or_default(const std::optional<std::string>& flag, const fs::path& data) {
  if (flag) return read_config(*flag);
  auto config = read_config(data / "fellow.toml");
  return config || config.error().code != Code::not_found ? config : Result<Config>(Config{});
}

fs::path data_directory(const std::optional<std::string>& flag) {
  if (flag) return *flag;
  const auto set = [](const char* name) -> const char* {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : nullptr;
  };
  if (const char* data = set("FELLOW_DATA")) return data;
  if (const char* xdg = set("XDG_DATA_HOME")) return fs::path(xdg) / "fellow";
  if (const char* home = set("HOME")) return fs::path(home) / ".local/share/fellow";
  return "fellow-data";
}

}  // namespace fellow
