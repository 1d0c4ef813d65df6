// SPDX-License-Identifier: GPL-3.0-or-later
// The ranking of the demo web against judged answers: nDCG@10, recall@10 and MRR of each query in a file that is reviewed, so
// that a change which lowers one shows in the diff.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>

#include "fellow/text.h"
#include "indexer/indexer.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;

struct Judged {
  std::string kind, query;
  std::map<std::string, int> grades;  // part of the address -> grade
};
struct Figures {
  double ndcg = 0, recall = 0, mrr = 0;
};

fs::path golden() { return fs::path(FELLOW_SOURCE_DIR) / "tests/indexer/golden"; }

std::vector<Judged> judged() {
  const std::string text = read_file(golden() / "queries.tsv");
  std::vector<Judged> out;
  for (const auto line : text::split(text, '\n')) {
    if (line.empty() || line[0] == '#') continue;
    const auto cells = text::split(line, '\t');
    Judged row{.kind = std::string(cells.at(0)), .query = std::string(cells.at(1)), .grades = {}};
    for (const auto answer : text::split(cells.at(2), ' ')) {
      const auto equals = answer.find('=');
      row.grades[std::string(answer.substr(0, equals))] = std::stoi(std::string(answer.substr(equals + 1)));
    }
    out.push_back(std::move(row));
  }
  return out;
}

int grade(const Judged& row, const Hit& hit) {
  for (const auto& [host, grade] : row.grades) {
    // "ottilie" is the host, "bnjuguna" a folder.
    if (hit.url.find("//" + host + ".") != std::string::npos || hit.url.find("~" + host + "/") != std::string::npos)
      return grade;
  }
  return 0;
}

double gain(int grade, std::size_t place) { return (std::pow(2, grade) - 1) / std::log2(static_cast<double>(place) + 2); }

Figures figures(const Judged& row, const std::vector<Hit>& hits) {
  Figures out;
  std::vector<int> best;
  for (const auto& [host, value] : row.grades) best.push_back(value);
  std::sort(best.rbegin(), best.rend());
  double ideal = 0;
  for (std::size_t i = 0; i < best.size(); ++i) ideal += gain(best[i], i);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const int value = grade(row, hits[i]);
    out.ndcg += gain(value, i) / ideal;
    if (value > 0) out.recall += 1.0 / static_cast<double>(best.size());
    if (value > 0 && out.mrr == 0) out.mrr = 1.0 / static_cast<double>(i + 1);
  }
  return out;
}

std::string shown(const Figures& f, const std::string& name) {
  char out[200];
  std::snprintf(out, sizeof out, "%.3f %.3f %.3f  %s\n", f.ndcg, f.recall, f.mrr, name.c_str());
  return out;
}

TEST(Golden, RanksTheDemoWebAsReviewed) {
  std::vector<Profile> people;
  const std::string lines = read_file(golden().parent_path().parent_path() / "demo" / "profiles.jsonl");
  for (const auto line : text::split(lines, '\n')) {
    if (line.empty()) continue;
    const auto profile = parse_profile(line);
    ASSERT_TRUE(profile.has_value()) << line;
    people.push_back(*profile);
  }
  const TemporaryDirectory directory;
  ASSERT_TRUE(publish(directory.path(), people).has_value());
  const auto source = open_source("local", directory.path() / "index");

  std::string report = "nDCG@10 recall@10 MRR  query\n";
  std::map<std::string, std::vector<Figures>> kinds;
  for (const Judged& row : judged()) {
    SearchRequest request;
    request.query = parse_query(row.query);
    request.deadline = std::chrono::seconds(5);
    const auto found = source->search(request);
    ASSERT_TRUE(found.has_value()) << row.query;
    for (const auto& [host, value] : row.grades) {
      const bool known =
          std::any_of(people.begin(), people.end(), [&](const Profile& p) { return p.url.find(host) != std::string::npos; });
      ASSERT_TRUE(known) << host;
    }
    const Figures f = figures(row, found->hits);
    kinds[row.kind].push_back(f);
    kinds["(all)"].push_back(f);
    report += shown(f, row.kind + ": " + row.query);
  }
  for (const auto& [kind, rows] : kinds) {
    Figures mean;
    for (const auto& f : rows) {
      const auto n = static_cast<double>(rows.size());
      mean.ndcg += f.ndcg / n, mean.recall += f.recall / n, mean.mrr += f.mrr / n;
    }
    report += shown(mean, "mean of " + kind);
  }
  const fs::path actual = fs::temp_directory_path() / "fellow-ranking-report.txt";
  if (report != read_file(golden() / "report.txt")) write_file(actual, report);
  EXPECT_EQ(report, read_file(golden() / "report.txt"))
      << "if the change is meant, review it and copy " << actual << " to " << golden() / "report.txt";
}

}  // namespace
}  // namespace fellow::indexer
