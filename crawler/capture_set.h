// SPDX-License-Identifier: GPL-3.0-or-later
// What came back for this URL, when another crawler asked? An index over WARC files, so that a crawl can ask them instead of
// the network. In memory only where each response lies, some 50 bytes each; bodies are read on demand. The files must stay as
// they are.
//
//   CaptureSet captures = CaptureSet::open({"CC-MAIN-….warc.gz", "wget.warc.gz"}).value();
//   if (auto page = captures.newest(url)) { … page->status, page->body … }   // nullopt: never asked for
//
// Where a gzip member holds several records (a file compressed as a whole), those are copied, unpacked, to an unlinked file in
// the system's directory for temporary files, since they cannot be reached otherwise.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crawler/warc_import.h"
#include "fellow/result.h"
#include "fellow/url.h"

namespace fellow::crawler {

class CaptureSet {
 public:
  static constexpr std::size_t kMaxTold = 1000;

  // Reads all files once. Damage is read over and told; not_found or io when a file cannot be read, io when there is no room
  // for what has to be unpacked.
  static Result<CaptureSet> open(std::vector<std::filesystem::path> files);
  CaptureSet(CaptureSet&&) noexcept;
  CaptureSet& operator=(CaptureSet&&) noexcept;
  ~CaptureSet();

  // The last answer, by WARC-Date and then by the order of the files; one that may pass (429, 5xx) only if there is no other. A
  // revisit has the body that it refers to: by record id, by URL and date, by payload digest, or the last one of its own URL;
  // reason not_modified if that is not in the files. Thread-safe.
  std::optional<ImportedPage> newest(const Url& url) const;
  // All of them, in the order of the files.
  void for_each(const std::function<void(const ImportedPage&)>& each) const;

  std::size_t size() const;                      // answers, revisits included
  const std::vector<std::string>& told() const;  // a sentence for each damaged place, with file:offset

 private:
  struct Impl;
  explicit CaptureSet(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fellow::crawler
