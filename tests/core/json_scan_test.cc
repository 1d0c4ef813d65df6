// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/json_scan.h"

#include <gtest/gtest.h>

#include <random>

#include "fellow/json.h"

namespace fellow {
namespace {

struct Read {
  std::string text = "-", words, wrong;
  std::int64_t whole = -1;
  std::uint64_t natural = 0;
  int small = 0;
  double real = -1;
  bool flag = false, sound = false;

  std::string show() const {
    return text + '|' + words + '|' + std::to_string(whole) + '|' + std::to_string(natural) + '|' + std::to_string(small) +
           '|' + std::to_string(real) + '|' + (flag ? "yes" : "no") + '|' + (sound ? "sound" : "ill") + '|' + wrong;
  }
};

Read read(std::string_view json) {
  Read out;
  std::vector<std::string> words;
  JsonScan in(json);
  in.members("object", [&](std::string_view key) {
    if (key == "text") in.take(key, out.text);
    if (key == "words") in.take(key, words);
    if (key == "whole") in.take(key, out.whole);
    if (key == "natural") in.take(key, out.natural);
    if (key == "small") in.take(key, out.small);
    if (key == "real") in.take(key, out.real);
    if (key == "flag") in.take(key, out.flag);
  });
  for (const auto& word : words) out.words += word + ';';
  out.sound = in.is_sound();
  out.wrong = in.wrong();
  return out;
}

TEST(JsonScan, TakesWhatItIsToldTo) {
  struct Row {
    const char* json;
    const char* read;
  };
  const Row rows[] = {
      {R"({"text":"a","words":["b","c"],"whole":-3,"natural":4,"small":5,"real":0.5,"flag":true})",
       "a|b;c;|-3|4|5|0.500000|yes|sound|"},
      {R"( { "other" : [ {"text":"x"} , [] , {} , 1e3 ] , "text" : "a" } )", "a||-1|0|0|-1.000000|no|sound|"},
      {R"({"text":"\u00e9\ud83d\ude00\n\/"})", "é😀\n/||-1|0|0|-1.000000|no|sound|"},
      {R"({"text":"a","text":"b","words":["x"],"words":["y"]})", "b|y;|-1|0|0|-1.000000|no|sound|"},
      {R"({"text":null,"words":null,"whole":null,"flag":null})", "-||-1|0|0|-1.000000|no|sound|"},
      {R"({"text":1,"whole":2})", "-||2|0|0|-1.000000|no|sound|text"},
      {R"({"words":["a",1,"b"]})", "-|a;b;|-1|0|0|-1.000000|no|sound|words"},
      {R"({"whole":1.5,"natural":-1,"small":3000000000})", "-||-1|0|0|-1.000000|no|sound|whole"},
      {R"([1,2])", "-||-1|0|0|-1.000000|no|sound|object"},
      {"", "-||-1|0|0|-1.000000|no|ill|object"},
      {R"({"text":"a"} x)", "a||-1|0|0|-1.000000|no|ill|"},
      {R"({"text":"a)", "a||-1|0|0|-1.000000|no|ill|"},
      {R"({"whole":01})", "-||0|0|0|-1.000000|no|ill|"},
      {R"({"flag":tru})", "-||-1|0|0|-1.000000|no|ill|"},
  };
  for (const Row& row : rows) EXPECT_EQ(read(row.json).show(), row.read) << row.json;
}

TEST(JsonScan, BoundsTheNesting) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
  };
  for (const int depth : {1, kMaxJsonDepth, kMaxJsonDepth + 1, 100'000}) {
    const std::string text = nested(depth);
    JsonScan in(text);
    in.skip();
    EXPECT_EQ(in.is_sound(), depth <= kMaxJsonDepth) << depth;
    EXPECT_EQ(parse_json(text).has_value(), depth <= kMaxJsonDepth) << depth;
  }
}

// Takes the same texts for JSON as the library does.
TEST(JsonScan, IsAsStrictAsTheLibrary) {
  std::mt19937 random(23);
  const std::string good = R"({"a":[1,-2.5e-3,true,false,null,"x\u00e9\\"],"b":{"c":"é機😀","d":[]},"e":0})";
  const std::string bits = "{}[],:\"\\ue0D8-+.1 ntf\xc3\xa9\xed\xa0\x01";
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = good;
    for (std::size_t n = 1 + random() % 2; n > 0; --n) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = bits[random() % bits.size()];
          break;
        case 1:
          text.erase(at, 1 + random() % 3);
          break;
        default:
          text.insert(at, 1, bits[random() % bits.size()]);
      }
    }
    JsonScan in(text);
    in.skip();
    const bool sound = in.is_sound();
    ASSERT_EQ(sound, parse_json(text).has_value()) << text;
    accepted += sound;
    // And whoever looks for something in it ends, too.
    read(text);
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace fellow
