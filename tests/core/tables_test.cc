// SPDX-License-Identifier: GPL-3.0-or-later
// Which row do these words name?
#include "fellow/tables.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "fellow/text.h"

namespace fellow {
namespace {

template <class Row>
std::string id_of(const Row* row) {
  return row == nullptr ? "-" : row->id;
}

// "hkust ethz": the ids in the order of the text, each word written as in the text.
std::string institutions_in(std::string_view written) {
  std::vector<std::string> folded, as_written;
  for (const std::string_view word : text::split(written, ' ')) {
    for (const std::string& part : text::words(word)) {
      folded.push_back(part);
      as_written.emplace_back(word);
    }
  }
  std::string out;
  for (const auto& span : tables::find_institutions(folded, as_written)) {
    EXPECT_LT(span.begin, span.end);
    out += (out.empty() ? "" : " ") + span.row->id;
  }
  return out;
}

std::string topics_in(std::string_view written) {
  const std::vector<std::string> words = text::words(written);
  std::string out;
  for (const auto& span : tables::find_topics(words)) out += (out.empty() ? "" : " ") + span.row->id;
  return out;
}

TEST(Tables, know_institutions_by_every_name) {
  const std::pair<const char*, const char*> rows[] = {
      {"Hong Kong University of Science and Technology", "hkust"},
      {"The Hong Kong University of Science & Technology", "hkust"},
      {"Hong Kong University of Science and Technology (HKUST)", "hkust"},
      {"HKUST", "hkust"},
      {"香港科技大學", "hkust"},
      {"HKUST(GZ)", "hkustgz"},
      {"Hong Kong University of Science and Technology (Guangzhou)", "hkustgz"},
      {"HUST", "hust"},
      {"华中科技大学", "hust"},
      {"Huazhong University of Science and Technology", "hust"},
      {"Hanoi University of Science and Technology", "hust-vn"},
      {"Hong Kong University", "hku"},
      {"University of Hong Kong", "hku"},
      {"Chinese University of Hong Kong", "cuhk"},
      {"MIT", "mit"},
      {"CMU", "cmu"},
      {"UC Berkeley", "berkeley"},
      {"University of California at Berkeley", "berkeley"},
      {"University of California, Berkeley", "berkeley"},
      {"ETH", "ethz"},
      {"ETH Zürich", "ethz"},
      {"Swiss Federal Institute of Technology", "ethz"},
      {"Virginia Polytechnic Institute and State University", "vt"},
      {"Stony Brook University, State University of New York", "stonybrook"},
      {"Rheinisch-Westfälische Technische Hochschule Aachen", "rwth"},
      {"Westfälische Wilhelms-Universität", "muenster"},
      {"Institut national de recherche en sciences et technologies du numérique", "inria"},
      {"Instituto Tecnológico y de Estudios Superiores de Monterrey", "itesm"},
      {"École polytechnique fédérale de Lausanne", "epfl"},
      {"École Polytechnique", "polytechnique"},
      {"Université de Montréal", "udem"},
      {"Polytechnique Montréal", "polymtl"},
      {"MPI-SWS", "mpi-sws"},
      {"Max Planck Institute for Software Systems", "mpi-sws"},
      {"CNRS", "cnrs"},
      {"INRIA", "inria"},
      {"MSR", "msr"},
      {"TeleAI", "teleai"},
      {"China Telecom", "chinatelecom"},
      {"Alibaba", "alibaba"},
      {"Alibaba Cloud", "alibabacloud"},
      {"Google DeepMind", "deepmind"},
      {"DeepMind", "deepmind"},
      {"Bosch Research", "bosch"},
      {"University of Washington", "uw"},
      {"Washington University in St. Louis", "wustl"},
      {"Washington State University", "washingtonstate"},
      {"National Taiwan University", "ntu-tw"},
      {"NTU", "ntu"},
      {"University of York", "york"},
      {"York University", "york-ca"},
      {"Université catholique de Louvain", "uclouvain"},
      {"UCL", "ucl"},
      {"東京大学", "utokyo"},
      {"서울대학교", "snu"},
      {"Universidade de São Paulo", "usp"},
      {"Boğaziçi University", "boun"},
      {"Technische Universität München", "tum"},
      {"Freie Universität Berlin", "fu-berlin"},
      {"University of Nowhere at All", "-"},
      {"University", "-"},
      {"", "-"},
  };
  for (const auto& [name, id] : rows) EXPECT_EQ(id_of(tables::institution(name)), id) << name;
}

TEST(Tables, know_institutions_by_host) {
  const std::pair<const char*, const char*> rows[] = {
      {"www.cse.ust.hk", "hkust"},
      {"ust.hk", "hkust"},
      {"WWW.UST.HK", "hkust"},
      {"hkust-gz.edu.cn", "hkustgz"},
      {"hust.edu.cn", "hust"},
      {"faculty.hust.edu.cn", "hust"},
      {"hust.edu.vn", "hust-vn"},
      {"people.csail.mit.edu", "mit"},
      {"ll.mit.edu", "mitll"},
      {"notust.hk", "-"},
      {"hk", "-"},
      {"", "-"},
      {"jane.github.io", "-"},
      {"sites.google.com", "-"},
      {"scholar.google.com", "-"},
      {"research.google.com", "google-research"},
      {"cs.ox.ac.uk", "oxford"},
      {"ac.uk", "-"},
      {"is.mpg.de", "mpi-is"},
      {"mpi-sws.org", "mpi-sws"},
  };
  for (const auto& [host, id] : rows) EXPECT_EQ(id_of(tables::institution_by_host(host)), id) << host;
}

TEST(Tables, find_the_longest_name) {
  const std::pair<const char*, const char*> rows[] = {
      {"Hong Kong University of Science and Technology", "hkust"},
      {"PhD student at The Hong Kong University of Science and Technology", "hkust"},
      {"Hong Kong University of Foresight", "hku"},
      {"HKUST and HUST", "hkust hust"},
      {"serverless inference HKUST", "hkust"},
      {"University of California", "uc"},
      {"University of California San Diego", "ucsd"},
      {"Google DeepMind , formerly Google Brain", "deepmind google-research"},
      {"Max Planck Institute for Informatics , Saarland University", "mpi-inf saarland"},
      {"Xi'an Jiaotong University", "xjtu"},
      {"nothing here", ""},
      {"", ""},
  };
  for (const auto& [written, ids] : rows) EXPECT_EQ(institutions_in(written), ids) << written;
}

TEST(Tables, take_common_words_only_where_they_are_names) {
  const std::pair<const char*, const char*> rows[] = {
      {"PhD at MIT", "mit"},
      {"Ich arbeite mit Herrn Beispiel", ""},
      {"Mit Herrn Beispiel", ""},
      {"serverless mit", "mit"},  // a query without capitals
      {"robot arm", ""},
      {"A Robot Arm", ""},
      {"intern at ARM", "arm"},
      {"Research scientist at Meta", "meta"},
      {"Meta-Learning for Robots", ""},
      {"meta analysis", ""},
      {"Über mich", ""},
      {"Engineer at Uber", "uber"},
      {"an apple a day, Apple", "apple"},
      {"a Bit of text", ""},
      {"BIT , Beijing", "bit"},
      {"oracle complexity", ""},
  };
  for (const auto& [written, ids] : rows) EXPECT_EQ(institutions_in(written), ids) << written;
}

TEST(Tables, without_the_text_as_written_take_every_name) {
  const std::vector<std::string> words{"mit", "and", "apple"};
  EXPECT_EQ(tables::find_institutions(words).size(), 2U);
}

TEST(Tables, say_where_a_name_stands) {
  const std::vector<std::string> words{"who", "at", "eth", "zurich", "does", "vision"};
  const auto spans = tables::find_institutions(words);
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans[0].begin, 2U);
  EXPECT_EQ(spans[0].end, 4U);
}

TEST(Tables, tell_companies_from_academia) {
  const std::pair<const char*, bool> rows[] = {{"google", true}, {"bosch", true}, {"teleai", true},
                                               {"hkust", false}, {"cnrs", false}, {"mpi-sws", false}};
  for (const auto& [id, company] : rows) {
    ASSERT_NE(tables::institution_by_id(id), nullptr) << id;
    EXPECT_EQ(tables::institution_by_id(id)->company, company) << id;
  }
  EXPECT_EQ(tables::institution_by_id("hkust")->country, "HK");
  EXPECT_EQ(tables::institution_by_id("hkust")->alternate_names.front(), "HKUST");
  EXPECT_EQ(tables::institution_by_id("no-such-id"), nullptr);
}

TEST(Tables, know_topics_by_every_name) {
  const std::pair<const char*, const char*> rows[] = {
      {"LLM", "large-language-models"},
      {"Large Language Models", "large-language-models"},
      {"RL", "reinforcement-learning"},
      {"HCI", "human-computer-interaction"},
      {"NLP", "natural-language-processing"},
      {"SLAM", "slam"},
      {"serverless", "serverless-computing"},
      {"FaaS", "serverless-computing"},
      {"Machine Learning (ML)", "machine-learning"},
      {"机器学习", "machine-learning"},
      {"ecological modelling", "ecology"},
      {"no topic of anyone", "-"},
  };
  for (const auto& [name, id] : rows) EXPECT_EQ(id_of(tables::topic(name)), id) << name;
  EXPECT_EQ(id_of(tables::topic_by_id("slam")), "slam");
  EXPECT_EQ(tables::topic_by_id("no-such-id"), nullptr);
}

TEST(Tables, find_topics_longest_first) {
  const std::pair<const char*, const char*> rows[] = {
      {"deep reinforcement learning for robotics", "deep-reinforcement-learning robotics"},
      {"serverless inference", "serverless-inference"},
      {"serverless and inference", "serverless-computing"},
      {"Ann Example", ""},
      {"its own way", ""},
  };
  for (const auto& [written, ids] : rows) EXPECT_EQ(topics_in(written), ids) << written;
}

TEST(Tables, know_venues_by_every_name) {
  const std::pair<const char*, const char*> rows[] = {
      {"NIPS", "neurips"},
      {"Advances in Neural Information Processing Systems", "neurips"},
      {"Conference on Human Factors in Computing Systems", "chi"},
      {"CHI Conference on Human Factors in Computing Systems", "chi"},
      {"SOSP", "sosp"},
      {"Oakland", "ieee-s-and-p"},
      {"IEEE Transactions on Pattern Analysis and Machine Intelligence", "tpami"},
      {"Proceedings of the National Academy of Sciences", "pnas"},
      {"Annals of Statistics", "annals-of-statistics"},
      {"The Annals of Statistics", "annals-of-statistics"},
      {"Journal of Things Not Published", "-"},
  };
  for (const auto& [name, id] : rows) EXPECT_EQ(id_of(tables::venue(name)), id) << name;
}

}  // namespace
}  // namespace fellow
