// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/local_sources.h"

#include "indexer/indexer.h"
#include "searchd/answer.h"

namespace fellow::cli {

Result<Answer> ask_local(const Context& context, const SearchRequest& request) {
  std::error_code error;
  if (!std::filesystem::exists(context.data() / "index" / "current", error)) {
    return fail(Code::not_found, "there is no index yet: run `fellow update`, or `fellow demo` for a first look",
                context.data().string());
  }
  const searchd::Sources sources({indexer::open_source("local", context.data() / "index" / "current")});
  Answer answer = sources.ask(request);
  if (!searchd::is_good(answer) && answer.sources.size() == 1 && answer.sources[0].error)
    return tl::unexpected(*answer.sources[0].error);
  return answer;
}

}  // namespace fellow::cli
