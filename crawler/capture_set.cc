// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/capture_set.h"

#include "crawler/capture_index.h"
#include "crawler/capture_spool.h"
#include "crawler/warc_resync.h"

namespace fellow::crawler {
namespace {

bool may_pass(int status) { return status == 429 || status / 100 == 5; }

}  // namespace

struct CaptureSet::Impl {
  Result<void> add_file(std::uint32_t number);
  void tell(std::string sentence) {
    if (told.size() < kMaxTold) told.push_back(std::move(sentence));
  }
  const std::filesystem::path path_of(const CapturePlace& place) const {
    return place.file < files.size() ? files[place.file] : spool.path();
  }
  std::optional<ImportedPage> read_alone(const CapturePlace& place) const;
  std::optional<ImportedPage> read(const CapturePlace& place) const;

  std::vector<std::filesystem::path> files;  // the spool counts as the one behind the last
  CaptureIndex index;
  CaptureSpool spool;
  std::vector<std::string> told;
};

Result<void> CaptureSet::Impl::add_file(std::uint32_t number) {
  constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t member = kNowhere;  // of the record before
  std::optional<Error> failure;
  const auto add = [&](const WarcRecord& record) {
    const bool first_of_member = record.offset != member;
    member = record.offset;
    const std::optional<ImportedPage> page = read_page_header(record);
    if (!page) return true;
    if (first_of_member) {
      index.add(record, *page, number, record.offset);
      return true;
    }
    const Result<std::uint64_t> at = spool.put(record);
    if (!at) failure = at.error();
    if (at) index.add(record, *page, static_cast<std::uint32_t>(files.size()), *at);
    return at.has_value();
  };
  const auto damaged = [&](const Error& error) { tell(show(error)); };
  Result<void> read = read_warc_past_damage(files[number], add, damaged, kMaxImportedBlockBytes);
  return failure ? tl::unexpected<Error>(*failure) : read;
}

// Without the body that a revisit refers to.
std::optional<ImportedPage> CaptureSet::Impl::read_alone(const CapturePlace& place) const {
  Result<WarcReader> reader = WarcReader::open(path_of(place), place.offset, kMaxImportedBlockBytes);
  if (!reader) return std::nullopt;
  const Result<std::optional<WarcRecord>> record = reader->next();
  if (!record || !*record) return std::nullopt;
  return read_page(**record);
}

std::optional<ImportedPage> CaptureSet::Impl::read(const CapturePlace& place) const {
  std::optional<ImportedPage> page = read_alone(place);
  if (!page || !page->revisit) return page;
  if (place.body != CapturePlace::kNone) {
    if (auto earlier = read_alone(index.places()[place.body]); earlier && !earlier->revisit) {
      take_body(*page, std::move(*earlier));
      return page;
    }
  }
  page->reason = Reason::not_modified;
  page->detail = "not modified, and the earlier capture is not in these files";
  return page;
}

CaptureSet::CaptureSet(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CaptureSet::CaptureSet(CaptureSet&&) noexcept = default;
CaptureSet& CaptureSet::operator=(CaptureSet&&) noexcept = default;
CaptureSet::~CaptureSet() = default;

Result<CaptureSet> CaptureSet::open(std::vector<std::filesystem::path> files) {
  auto impl = std::make_unique<Impl>();
  impl->files = std::move(files);
  for (std::uint32_t i = 0; i < impl->files.size(); ++i) {
    if (Result<void> added = impl->add_file(i); !added) return tl::unexpected<Error>(added.error());
  }
  impl->index.finish();
  return CaptureSet(std::move(impl));
}

std::optional<ImportedPage> CaptureSet::newest(const Url& url) const {
  const auto numbers = impl_->index.of(url.text());
  std::optional<ImportedPage> passing;
  for (std::size_t i = numbers.size(); i-- > 0;) {
    const CapturePlace& place = impl_->index.places()[numbers[i]];
    if (passing && may_pass(place.status)) continue;
    std::optional<ImportedPage> page = impl_->read(place);
    if (!page || page->url != url) continue;
    if (!may_pass(page->status)) return page;
    if (!passing) passing = std::move(page);
  }
  return passing;
}

void CaptureSet::for_each(const std::function<void(const ImportedPage&)>& each) const {
  for (const CapturePlace& place : impl_->index.places()) {
    if (const std::optional<ImportedPage> page = impl_->read(place)) each(*page);
  }
}

std::size_t CaptureSet::size() const { return impl_->index.places().size(); }

const std::vector<std::string>& CaptureSet::told() const { return impl_->told; }

}  // namespace fellow::crawler
