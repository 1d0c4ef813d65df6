// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/local_sources.h"

#include "indexer/sources.h"
#include "searchd/answer.h"
#include "searchd/peer_source.h"

namespace fellow::cli {

Result<Answer> ask_local(const Context& context, const SearchRequest& request) {
  std::error_code unseen;
  if (context.config.sources.empty() && !std::filesystem::exists(context.data() / "index" / "current", unseen)) {
    if (unseen) return fail(Code::io, "cannot be looked into: " + unseen.message(), context.data().string());
    return fail(Code::not_found, "there is no index yet: run `fellow update`, or `fellow demo` for a first look",
                context.data().string());
  }
  auto opened = indexer::open_sources(context.config, context.data());
  if (opened) opened = searchd::with_peers(std::move(*opened), context.config, context.data());
  if (!opened) return tl::unexpected(opened.error());
  const searchd::Sources sources(std::move(*opened));
  Answer answer = sources.ask(request);
  if (!searchd::is_good(answer) && answer.sources.size() == 1 && answer.sources[0].error)
    return tl::unexpected(*answer.sources[0].error);
  return answer;
}

}  // namespace fellow::cli
