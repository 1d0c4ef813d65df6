// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/compact.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "crawler/archive.h"
#include "crawler/archive_manifest.h"
#include "crawler/digest.h"
#include "crawler/directory.h"
#include "crawler/upkeep.h"
#include "crawler/warc_digest.h"
#include "crawler/warc_reader.h"

namespace fellow::crawler {
namespace {

namespace fs = std::filesystem;

std::uint64_t bytes_of(const fs::path& data, const std::vector<std::string>& names) {
  std::uint64_t bytes = 0;
  for (const std::string& name : names) {
    std::error_code error;
    const auto size = fs::file_size(data / "archive" / name, error);
    if (!error) bytes += size;
  }
  return bytes;
}

// The exchange at that place as it may be appended again: the response, and the request that stands behind it.
Result<Capture> read_capture(const fs::path& data, const UrlState& row) {
  const std::string where = (data / row.place.file).string() + ":" + std::to_string(row.place.offset);
  Result<WarcReader> reader = WarcReader::open(data / row.place.file, row.place.offset);
  if (!reader) return tl::unexpected<Error>(reader.error());
  Result<std::optional<WarcRecord>> response = reader->next();
  if (!response) return tl::unexpected<Error>(response.error());
  if (!*response || (*response)->type != "response") return fail(Code::corrupt, "there is no response record", where);
  if (!digest_fits(**response)) return fail(Code::corrupt, "the record has not the digest that it states", where);
  const HttpMessage http = split_http((*response)->block);
  if (!row.sha1.empty() && sha1_hex(http.body) != row.sha1) {
    return fail(Code::corrupt, "the record holds another body than the catalog says", where);
  }
  Capture capture{.url = row.url,
                  .response_header = std::string(http.header),
                  .body = std::string(http.body),
                  .at = parse_time((*response)->date).value_or(row.fetched_at),
                  .server_address = std::string(field((*response)->fields, "WARC-IP-Address"))};
  Result<std::optional<WarcRecord>> request = reader->next();
  if (request && *request && (*request)->type == "request" &&
      field((*request)->fields, "WARC-Concurrent-To") == field((*response)->fields, "WARC-Record-ID")) {
    capture.request = (*request)->block;
  }
  return capture;
}

Result<void> unlink_all(const fs::path& data, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  Result<ArchiveManifest> manifest = read_archive_manifest(data);
  if (!manifest) return tl::unexpected<Error>(manifest.error());
  for (const std::string& name : names) manifest->drop(name);
  // First, since a manifest that names what is not there reads as a loss.
  if (Result<void> written = write_archive_manifest(data, *manifest); !written) return written;
  for (const std::string& name : names) {
    const fs::path file = data / "archive" / name;
    if (::unlink(file.c_str()) != 0 && errno != ENOENT) {
      return tl::unexpected<Error>(system_error("cannot remove the old archive file", errno, file));
    }
  }
  return sync_directory(data / "archive");
}

}  // namespace

struct Compaction::Impl {
  // Closes the newest file for good, so that what is kept goes into files of its own.
  Result<void> close_newest(std::string_view software);
  Result<void> copy_row(UrlState& row, Archive& archive);
  Result<void> write_rows();
  void take_back();

  fs::path data;
  Catalog& catalog;
  Upkeep plan;
  std::vector<std::string> old_files;
  std::vector<UrlState> changed;  // rows with their new places
  Compacted done;
};

Compaction::Compaction(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Compaction::Compaction(Compaction&&) noexcept = default;
Compaction::~Compaction() = default;

const std::set<Url>& Compaction::seeds() const { return impl_->plan.seeds; }

Result<Compaction> Compaction::plan(const fs::path& data, Catalog& catalog, const Suppression& suppression) {
  Result<Upkeep> upkeep = plan_upkeep(catalog, suppression);
  if (!upkeep) return tl::unexpected<Error>(upkeep.error());
  Result<std::vector<std::string>> files = archive_file_names(data);
  if (!files) return tl::unexpected<Error>(files.error());
  std::unique_ptr<Impl> impl(new Impl{
      .data = data, .catalog = catalog, .plan = std::move(*upkeep), .old_files = std::move(*files), .changed = {}, .done = {}});
  impl->done.archive_before = bytes_of(data, impl->old_files);
  impl->done.addresses = impl->plan.dead_rows.size();
  impl->done.seeds = impl->plan.dead_seeds.size();
  return Compaction(std::move(impl));
}

Result<void> Compaction::Impl::close_newest(std::string_view software) {
  // Cuts a torn tail, and puts every other file into the manifest.
  if (Result<Archive> opened = Archive::open(data, software, &done.told); !opened) {
    return tl::unexpected<Error>(opened.error());
  }
  if (old_files.empty()) return {};
  Result<ArchiveManifest> manifest = read_archive_manifest(data);
  if (!manifest) return tl::unexpected<Error>(manifest.error());
  if (manifest->find(old_files.back()) != nullptr) return {};
  Result<RolledFile> rolled = describe_rolled(data / "archive" / old_files.back());
  if (!rolled) return tl::unexpected<Error>(rolled.error());
  manifest->put(std::move(*rolled));
  return write_archive_manifest(data, *manifest);
}

// A body that cannot be read is not copied: its row asks for the page anew.
Result<void> Compaction::Impl::copy_row(UrlState& row, Archive& archive) {
  Result<Capture> capture = read_capture(data, row);
  if (!capture && capture.error().code != Code::corrupt && capture.error().code != Code::not_found) {
    return tl::unexpected<Error>(capture.error());
  }
  if (capture) {
    Result<ArchivePlace> place = archive.append(*capture);
    if (!place) return tl::unexpected<Error>(place.error());
    row.place = std::move(*place);
    ++done.bodies;
  } else {
    done.told.push_back(show(capture.error()) + "; its page is fetched anew");
    row.place = {};
    row.etag = row.last_modified = "";
    row.next_due = {};
  }
  changed.push_back(std::move(row));
  return {};
}

Result<void> Compaction::copy(std::string_view software) {
  Impl& run = *impl_;
  if (Result<void> closed = run.close_newest(software); !closed) return closed;
  std::vector<UrlState>& rows = run.plan.rows;
  std::erase_if(rows, [](const UrlState& row) { return row.place.file.empty(); });
  // In the order of the disk: one pass over each old file, and addresses of a site stay together.
  std::sort(rows.begin(), rows.end(), [](const UrlState& a, const UrlState& b) {
    return a.place.file != b.place.file ? a.place.file < b.place.file : a.place.offset < b.place.offset;
  });
  if (rows.empty()) return {};
  Result<Archive> archive = Archive::open(run.data, software, &run.done.told);
  if (!archive) return tl::unexpected<Error>(archive.error());
  for (UrlState& row : rows) {
    if (Result<void> copied = run.copy_row(row, *archive); !copied) return copied;
  }
  if (Result<void> synced = archive->sync(); !synced) return synced;
  for (const UrlState& row : run.changed) {  // before the originals go: is what was written what is read?
    if (row.place.file.empty()) continue;
    if (Result<std::string> body = read_body(run.data, row.place); !body) return tl::unexpected<Error>(body.error());
  }
  return {};
}

Result<void> Compaction::Impl::write_rows() {
  for (const Url& seed : plan.dead_seeds) {
    if (Result<void> dropped = catalog.drop_seed(seed); !dropped) return dropped;
  }
  for (const StoredRefusedSeed& refused : plan.dead_refused) {
    if (Result<void> dropped = catalog.drop_refused_seed(refused); !dropped) return dropped;
  }
  for (const auto& [seed, pages] : plan.shorter_lists) {
    if (Result<void> put = catalog.put_seed_pages(seed, pages); !put) return put;
  }
  for (const Url& url : plan.dead_rows) {
    if (Result<void> dropped = catalog.drop_url(url); !dropped) return dropped;
  }
  for (const UrlState& row : changed) {
    if (Result<void> put = catalog.put_url_state(row); !put) return put;
  }
  return {};
}

Result<void> Compaction::commit() {
  if (Result<void> begun = impl_->catalog.begin(); !begun) return begun;
  if (Result<void> written = impl_->write_rows(); !written) {
    impl_->catalog.rollback();
    return written;
  }
  return impl_->catalog.commit();
}

Result<void> Compaction::sweep() {
  if (Result<void> gone = unlink_all(impl_->data, impl_->old_files); !gone) return gone;
  const Result<std::vector<std::string>> left = archive_file_names(impl_->data);
  if (!left) return tl::unexpected<Error>(left.error());
  impl_->done.archive_after = bytes_of(impl_->data, *left);
  return {};
}

Result<void> Compaction::vacuum() {
  if (Result<void> done = impl_->catalog.vacuum(); !done) return done;
  // Catalogs of older versions, kept beside when they were brought up to date.
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(impl_->data, error)) {
    if (entry.path().filename().string().starts_with("catalog.db.v")) fs::remove(entry.path(), error);
  }
  return sync_directory(impl_->data);
}

// New files hold nothing that any row points at.
void Compaction::Impl::take_back() {
  auto names = archive_file_names(data);
  if (!names) return;
  std::erase_if(
      *names, [&](const std::string& name) { return std::find(old_files.begin(), old_files.end(), name) != old_files.end(); });
  unlink_all(data, *names);  // what stays behind is swept by the next run
}

Result<Compacted> Compaction::run(std::string_view software) {
  Result<void> stands = copy(software);
  if (stands) stands = commit();
  if (!stands) {
    impl_->take_back();
    return tl::unexpected<Error>(stands.error());
  }
  for (const auto step : {&Compaction::sweep, &Compaction::vacuum}) {
    if (Result<void> done = (this->*step)(); !done) return tl::unexpected<Error>(done.error());
  }
  return std::move(impl_->done);
}

}  // namespace fellow::crawler
