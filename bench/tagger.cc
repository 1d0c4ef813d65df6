// SPDX-License-Identifier: GPL-3.0-or-later
// Trains the tagger of interests (extractor/tagger/): an averaged perceptron over linear chains (Collins 2002), in integers, so
// that the same sentences give the same bytes. bench/tagger.py builds and runs it.
//
//   tagger ROWS OUT
//
// ROWS: one JSON object a line. {"text", "kind", "topics": [[begin, end], …]}: a made sentence, its topics in bytes.
// {"fold", "interests": […], "pages": [[file, url], …]}: a labelled site, whose sentences are read as the extractor does; one
// that holds an interest word by word teaches it as a topic there. OUT: the weights of all rows. Prints what a model without
// the fold of each site says of the topics that rules found there: how often one that is labelled stands above one that is not
// (AUC).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "extractor/document.h"
#include "extractor/fields/interest_sentences.h"
#include "extractor/fields/outline.h"
#include "extractor/fields/tokens.h"
#include "extractor/tagger/chain.h"
#include "extractor/tagger/interest_features.h"
#include "fellow/text.h"

namespace {

using namespace fellow::extractor;
using nlohmann::json;

constexpr int kEpochs = 10;
constexpr int kModels = 5;
constexpr int kTimes = 4;           // a sentence of a page counts as so many made ones
constexpr unsigned kWithout = 500;  // of 1000 readings of a sentence: without what rules say of it, which unseen wordings lack
constexpr double kLost = 0.03;      // share of labelled topics that the margin may cost, as cross-validated
constexpr int kMade = -1;

struct Row {
  int fold = kMade;
  Features ruled, plain;
  std::vector<Label> labels;
  std::vector<Phrase> candidates;  // of the rules
  std::vector<bool> labelled;
};

void label(Row& row, const Phrase& phrase) {
  for (std::size_t i = phrase.begin; i < phrase.end; ++i) row.labels[i] = i == phrase.begin ? kBegin : kInside;
}

Row row_of(const std::string& text, SectionKind kind, const std::vector<Word>& words) {
  Row row;
  row.candidates = phrases_of(words, topics_stated(text).topics);
  row.ruled = interest_features(words, kind, &row.candidates);
  row.plain = interest_features(words, kind, nullptr);
  row.labels.assign(words.size(), kOutside);
  return row;
}

SectionKind kind_of(const std::string& name) {
  return name == "about"       ? SectionKind::about
         : name == "research"  ? SectionKind::research
         : name == "interests" ? SectionKind::interests
                               : SectionKind::none;
}

Row made(const json& from) {
  const std::string text = from["text"];
  const std::vector<Word> words = words_of(text);
  Row row = row_of(text, kind_of(from["kind"]), words);
  for (const json& topic : from["topics"]) {
    Phrase phrase;
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i].begin >= topic[0] && words[i].end <= topic[1]) {
        if (phrase.end == 0) phrase.begin = i;
        phrase.end = i + 1;
      }
    label(row, phrase);
  }
  return row;
}

// What may speak of interests at all; most sentences of a page do not, and would outweigh those that do.
bool of_work(const std::string& sentence) {
  const std::string lower = fellow::text::lower(sentence);
  for (std::string_view word : {"interest", "research", "work",   "focus",   "stud",     "speciali", "expert",  "thesis",
                                "theses",   "area",     "topic",  "passion", "recherch", "forsch",   "pesquis", "ricerc",
                                "travau",   "temas",    "explor", "keyword", "investig", "develop"})
    if (lower.find(word) != std::string::npos) return true;
  return false;
}

bool prose(const Block& block, const Section& section) {
  if (block.kind == BlockKind::heading) return false;
  switch (section.kind) {
    case SectionKind::none:
    case SectionKind::about:
    case SectionKind::research:
    case SectionKind::contact:
      return block.text.size() >= 30;
    case SectionKind::experience:
      return block.kind != BlockKind::item;
    case SectionKind::interests:
      return block.group == kNoNode;
    default:
      return false;
  }
}

bool same_topic(const std::string& a, const std::string& b) {
  const auto stems = [](const std::string& text) {
    std::set<std::string> out;
    for (std::string word : fellow::text::words(text)) {
      if (word == "of" || word == "the" || word == "and" || word == "for" || word == "in") continue;
      if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
      out.insert(word);
    }
    return out;
  };
  const std::set<std::string> x = stems(a), y = stems(b);
  std::vector<std::string> both;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
  return !both.empty() && 100 * both.size() >= 66 * (x.size() + y.size() - both.size());
}

void read_site(const json& site, std::vector<Row>& rows) {
  constexpr std::size_t kMostBytes = 12000, kLongest = 700, kShortest = 15;
  const std::vector<std::string> interests = site["interests"];
  std::set<std::string> seen;
  std::size_t bytes = 0;
  for (const json& file : site["pages"]) {
    std::ifstream in(file[0].get<std::string>(), std::ios::binary);
    const auto url = fellow::Url::parse(file[1].get<std::string>());
    if (!in || !url) continue;
    const std::string name = file[0];
    fellow::Page page{.url = *url, .content_type = name.ends_with(".md") ? "text/markdown; charset=utf-8" : "text/html"};
    page.body = {std::istreambuf_iterator<char>(in), {}};
    const Document document = read_document(page);
    const Outline lines = outline(document);
    for (const Block& block : lines.blocks) {
      const Section& section = lines.sections[block.section];
      if (!prose(block, section) || (bytes += block.text.size()) > kMostBytes) continue;
      for (const std::string_view part : sentences(block.text)) {
        const std::string text(part);
        if (text.size() < kShortest || text.size() > kLongest || fellow::text::cjk_share(text) > 0.1) continue;
        const Statement said = topics_stated(text);
        if ((said.topics.empty() && section.kind != SectionKind::interests && !of_work(text)) || !seen.insert(text).second)
          continue;
        const std::vector<Word> words = words_of(text);
        Row row = row_of(text, section.kind, words);
        row.fold = site["fold"];
        for (const Phrase& phrase : phrases_of(words, interests)) label(row, phrase);
        for (const std::string& topic : said.topics)
          row.labelled.push_back(
              std::any_of(interests.begin(), interests.end(), [&](const std::string& i) { return same_topic(i, topic); }));
        rows.push_back(std::move(row));
      }
    }
  }
}

// Whole numbers, and their sums weighted by time: the average over all steps is weight - sum / steps.
struct Weights {
  std::vector<std::array<std::int64_t, kLabels>> feature{kFeatures}, feature_sum{kFeatures}, kept{kFeatures};
  Transitions transition{}, transition_sum{}, kept_transition{};  // kept: sums of the averages of models, times kModels' steps
  std::int64_t steps = 1;

  void change(const Features& features, std::size_t word, Label label, std::int64_t by) {
    for (const std::uint16_t f : features[word]) feature[f][label] += by, feature_sum[f][label] += by * steps;
  }
  void change(Label from, Label to, std::int64_t by) { transition[from][to] += by, transition_sum[from][to] += by * steps; }
  void restart() {
    feature.assign(kFeatures, {});
    feature_sum.assign(kFeatures, {});
    transition = {}, transition_sum = {};
    steps = 1;
  }
  void keep() {
    for (std::size_t k = 0; k < kLabels; ++k) {
      for (std::size_t f = 0; f < kFeatures; ++f) kept[f][k] += feature[f][k] * steps - feature_sum[f][k];
      for (std::size_t to = 0; to < kLabels; ++to) kept_transition[k][to] += transition[k][to] * steps - transition_sum[k][to];
    }
  }
  // Of what all models (of as many steps each) left, to the nearest whole number.
  std::int64_t mean(std::int64_t sum) const {
    const std::int64_t by = steps * kModels;
    return sum >= 0 ? (sum + by / 2) / by : -((-sum + by / 2) / by);
  }
};

void learn(const Row& row, const Features& features, Weights& weights) {
  std::vector<Scores> scores(features.size());
  for (std::size_t i = 0; i < features.size(); ++i)
    for (const std::uint16_t f : features[i])
      for (std::size_t k = 0; k < kLabels; ++k) scores[i][k] += weights.feature[f][k];
  const std::vector<Label> guess = best_labels(scores, weights.transition);
  for (std::size_t i = 0; i < guess.size(); ++i) {
    if (guess[i] != row.labels[i]) {
      weights.change(features, i, row.labels[i], 1);
      weights.change(features, i, guess[i], -1);
    }
    if (i > 0 && (guess[i - 1] != row.labels[i - 1] || guess[i] != row.labels[i])) {
      weights.change(row.labels[i - 1], row.labels[i], 1);
      weights.change(guess[i - 1], guess[i], -1);
    }
  }
  ++weights.steps;
}

struct Trained {
  std::vector<std::int8_t> begin = std::vector<std::int8_t>(kFeatures), inside = std::vector<std::int8_t>(kFeatures);
  Chain chain;
};

Trained train(const std::vector<Row>& rows, int left_out) {
  std::vector<const Row*> order;
  for (const Row& row : rows)
    if (row.fold == kMade || row.fold != left_out) order.insert(order.end(), row.fold == kMade ? 1 : kTimes, &row);
  // Several models that saw the sentences in other orders; their mean is steadier than any of them.
  Weights weights;
  for (unsigned model = 1; model <= unsigned{kModels}; ++model) {
    weights.restart();
    std::mt19937 random(model);
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
      for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[random() % (i + 1)]);
      for (const Row* row : order) learn(*row, random() % 1000 < kWithout ? row->plain : row->ruled, weights);
    }
    weights.keep();
  }
  Trained out;
  for (std::size_t f = 0; f < kFeatures; ++f) {
    const auto over = [&](Label label) {
      const std::int64_t w = weights.mean(weights.kept[f][label] - weights.kept[f][kOutside]);
      return static_cast<std::int8_t>(std::clamp<std::int64_t>(w, -127, 127));
    };
    out.begin[f] = over(kBegin), out.inside[f] = over(kInside);
  }
  for (std::size_t a = 0; a < kLabels; ++a)
    for (std::size_t b = 0; b < kLabels; ++b) out.chain.transitions[a][b] = weights.mean(weights.kept_transition[a][b]);
  return out;
}

// Margin per word of each candidate, labelled and not.
void judge(const Row& row, Trained& model, std::vector<std::int64_t> (&margins)[2]) {
  model.chain.begin = model.begin, model.chain.inside = model.inside;
  const std::vector<Scores> scores = model.chain.scores(row.ruled);
  for (std::size_t i = 0; i < row.candidates.size(); ++i) {
    const Phrase& at = row.candidates[i];
    if (at.begin == at.end) continue;
    const std::int64_t over = best_score(scores, model.chain.transitions, {at.begin, at.end, true}) -
                              best_score(scores, model.chain.transitions, {at.begin, at.end, false});
    margins[row.labelled[i] ? 1 : 0].push_back(over / static_cast<std::int64_t>(at.end - at.begin));
  }
}

std::int32_t validated(const std::vector<Row>& rows) {
  std::set<int> folds;
  for (const Row& row : rows)
    if (row.fold != kMade) folds.insert(row.fold);
  std::vector<std::int64_t> margins[2];
  for (const int fold : folds) {
    Trained model = train(rows, fold);
    for (const Row& row : rows)
      if (row.fold == fold) judge(row, model, margins);
  }
  double above = 0;
  for (const std::int64_t right : margins[1])
    for (const std::int64_t wrong : margins[0]) above += right > wrong ? 1 : right == wrong ? 0.5 : 0;
  std::sort(margins[1].begin(), margins[1].end());
  const std::int64_t margin =
      margins[1].empty() ? 0 : margins[1][static_cast<std::size_t>(kLost * static_cast<double>(margins[1].size()))];
  const auto below = std::count_if(margins[0].begin(), margins[0].end(), [&](std::int64_t m) { return m < margin; });
  std::cout << margins[1].size() << " topics of rules are labelled, " << margins[0].size() << " are not; AUC "
            << above / static_cast<double>(std::max<std::size_t>(1, margins[0].size() * margins[1].size())) << "; margin "
            << margin << " leaves out " << below << " that are not\n";
  return static_cast<std::int32_t>(margin);
}

void write(const Trained& model, std::int32_t margin, const std::string& file) {
  std::string out = "FTAG1\n";
  const auto number = [&](std::int64_t n) {
    for (int k = 0; k < 4; ++k) out += static_cast<char>(static_cast<std::uint32_t>(n) >> (8 * k) & 0xFFU);
  };
  number(margin);
  for (const Scores& from : model.chain.transitions)
    for (const std::int64_t to : from) number(to);
  for (const auto* side : {&model.begin, &model.inside})
    for (const std::int8_t w : *side) out += static_cast<char>(w);
  std::ofstream(file, std::ios::binary) << out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 64;
  std::ifstream in(argv[1]);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    const json from = json::parse(line);
    if (from.contains("text"))
      rows.push_back(made(from));
    else
      read_site(from, rows);
  }
  const auto real = std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.fold != kMade; });
  std::cout << real << " sentences of pages, " << static_cast<std::ptrdiff_t>(rows.size()) - real << " made\n";
  const std::int32_t margin = validated(rows);
  write(train(rows, kMade - 1), margin, argv[2]);
}
