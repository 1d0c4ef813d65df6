// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "fellow/check.h"
#include "indexer/indexer.h"
#include "tests/indexer/source_contract.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

// A source that takes its directory with it.
class Owned final : public Source {
 public:
  explicit Owned(const std::vector<Profile>& profiles) {
    const auto published = publish(directory_.path(), profiles);
    CHECK(published.has_value());
    source_ = open_source("local", directory_.path() / "index");
  }
  SourceInfo info() const override { return source_->info(); }
  std::shared_ptr<Inquiry> inquire(const SearchRequest& request) override { return source_->inquire(request); }
  Result<Profile> profile(std::string_view id) override { return source_->profile(id); }

 private:
  TemporaryDirectory directory_;
  std::shared_ptr<Source> source_;
};

const SourceMaker kLocal{"local", [](const std::vector<Profile>& profiles) { return std::make_shared<Owned>(profiles); }};

}  // namespace
}  // namespace fellow::indexer

namespace fellow {
INSTANTIATE_TEST_SUITE_P(Local, SourceContract, testing::Values(indexer::kLocal));
}
