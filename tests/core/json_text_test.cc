// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/json_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "fellow/json.h"

namespace fellow {
namespace {

using Json = nlohmann::ordered_json;

TEST(JsonText, KeepsTheCommas) {
  JsonText out;
  out.begin('{').key("none").begin('[').end(']').key("some").begin('[').number(1).begin('{').end('}').flag(true).end(']');
  out.key("texts").texts({"a", "b"}).key("raw").raw("{\"x\":null}").key("size").number(std::uint64_t{1} << 63);
  EXPECT_EQ(out.end('}').take(),
            R"({"none":[],"some":[1,{},true],"texts":["a","b"],"raw":{"x":null},"size":9223372036854775808})");
}

TEST(JsonText, WritesWhatATreeOfItWouldBe) {
  std::mt19937 random(7);
  const std::vector<std::string> bits{"a",  "\"", "\\",   "\n",   "\x01", "\x7f",   "é",
                                      "機", "😀",  "\xff", "\xc3", "/",    "<mark>", "\u2028"};
  const std::vector<std::string> ill_formed{"\b\f\r\t", "\xed\xa0\x80", "\xe0\x80\x80", "\xf4\x90\x80\x80", "\xf0\x9f"};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t n = random() % 12; n > 0; --n) text += bits[random() % bits.size()];
    if (round % 4 == 0) text += ill_formed[random() % ill_formed.size()];
    EXPECT_EQ(JsonText().text(text).take(), show_json(Json(text)));
    const std::string key = show_json(Json{{text, 1}});
    EXPECT_EQ(JsonText().begin('{').key(text).number(1).end('}').take(), key);
  }
  for (const double number : {0.0, 1.0, -0.0, 0.1, 1.0 / 3, 1e300, 5e-324, 123456.789, std::numeric_limits<double>::infinity()})
    EXPECT_EQ(JsonText().number(number).take(), show_json(Json(number)));
}

}  // namespace
}  // namespace fellow
