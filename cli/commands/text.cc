// SPDX-License-Identifier: GPL-3.0-or-later
// fellow text FILE --content-type TYPE
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/files.h"
#include "extractor/extractor.h"

namespace fellow::cli {

Run add_text(Options& options, Context&) {
  struct Given {
    std::string file, type;
  };
  auto given = std::make_shared<Given>();
  options.add("FILE", given->file, "Any file that the extractor reads; - is standard input").required();
  options.add("--content-type", given->type, "As a server would say (default: by the file's ending)");
  return [given]() -> Result<int> {
    const auto body = read_file(given->file);
    if (!body) return tl::unexpected(body.error());
    const std::string text = extractor::visible_text(*body, given->type.empty() ? content_type_of(given->file) : given->type);
    std::cout << text;
    if (!text.empty() && text.back() != '\n') std::cout << "\n";
    return 0;
  };
}

}  // namespace fellow::cli
