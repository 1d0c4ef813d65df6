// SPDX-License-Identifier: GPL-3.0-or-later
// fellow verify: reads every store; 0 sound, 2 damaged (R36).
#include "cli/verify.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "fellow/json.h"

namespace fellow::cli {
namespace {

void print_json(const Verified& verified) {
  nlohmann::ordered_json damages = nlohmann::ordered_json::array();
  for (const crawler::Damage& damage : verified.damages) {
    damages.push_back(
        {{"file", damage.file}, {"offset", damage.offset}, {"what", damage.what}, {"torn_tail", damage.torn_tail}});
  }
  std::cout << show_json({{"sound", verified.sound()},
                          {"generations", verified.generations},
                          {"damages", damages},
                          {"notes", verified.notes}})
            << "\n";
}

}  // namespace

Run add_verify(Options& options, Context& context) {
  options.footer(
      "Archive: rolled files by SHA-256, the open one record by record. Catalog: SHA-256 as the last run left it. Index: "
      "SHA-256 of "
      "every file of every generation. Suppression list: line by line. Changes nothing; may run beside an update.");
  return [&context]() -> Result<int> {
    std::error_code error;
    if (!std::filesystem::is_directory(context.data(), error)) {
      return fail(Code::not_found, "there is no such data directory: name it with --data", context.data().string());
    }
    const auto verified = verify_stores(context.data());
    if (!verified) return tl::unexpected(verified.error());
    if (context.json) {
      print_json(*verified);
    } else {
      for (const crawler::Damage& damage : verified->damages) std::cout << show(damage) << "\n";
      for (const std::string& note : verified->notes) std::cerr << "fellow: " << note << "\n";
      if (verified->sound()) std::cerr << "everything is as it was written\n";
    }
    return verified->sound() ? 0 : 2;
  };
}

}  // namespace fellow::cli
