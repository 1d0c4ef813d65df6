// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/reason.h"

#include <gtest/gtest.h>

namespace fellow::crawler {
namespace {

TEST(Reason, the_documented_list) {
  std::string list;
  for (Reason reason : all_reasons()) {
    list += std::string(show(reason)) + " ";
    EXPECT_EQ(parse_reason(show(reason)), reason);
    EXPECT_FALSE(meaning(reason).empty());
    EXPECT_NE(outcome_of(reason), Outcome::ok);
  }
  EXPECT_EQ(list,
            "timeout too-slow dns reset network empty truncated too-large header protocol decode status redirect scheme url "
            "private-address robots noindex unavailable content-type pdf tls not-modified budget suppressed duplicate ");
  EXPECT_EQ(parse_reason(""), Reason::none);
  EXPECT_EQ(parse_reason("bad luck"), std::nullopt);
}

}  // namespace
}  // namespace fellow::crawler
