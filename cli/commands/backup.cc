// SPDX-License-Identifier: GPL-3.0-or-later
// fellow backup FILE|DIR
#include "cli/backup.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "cli/tarball.h"
#include "cli/verify.h"
#include "fellow/json.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;

// Says what is damaged in the copy; whether nothing is.
Result<bool> tell_damage(const fs::path& directory) {
  const auto verified = verify_stores(directory);
  if (!verified) return tl::unexpected(verified.error());
  for (const crawler::Damage& damage : verified->damages) std::cerr << "fellow: " << show(damage) << "\n";
  if (!verified->sound()) std::cerr << "fellow: the backup is made, and damaged as its original is\n";
  return verified->sound();
}

}  // namespace

Run add_backup(Options& options, Context& context) {
  auto target = std::make_shared<std::string>();
  options.add("TARGET", *target, "New directory, or a file whose name ends in .tar, .tar.gz, .tgz, .tar.zst or .tar.xz")
      .required();
  options.footer(
      "Consistent while an update runs. What is copied is read again, and damage told (exit 2). A backup holds what was stored "
      "of people "
      "who asked to be forgotten since the last compact: keep it as safe as the data.");
  return [target, &context]() -> Result<int> {
    if (target->empty()) return fail(Code::bad_input, "name a new directory or file", "TARGET");
    std::error_code error;
    const fs::path to = fs::absolute(*target, error).lexically_normal();
    if (error) return fail(Code::io, "cannot be reached: " + error.message(), *target);
    const bool packs = is_tarball(to);
    if (packs && fs::exists(to, error))
      return fail(Code::refused, "is there already: name a new file or directory", to.string());
    fs::path directory = to;
    if (packs) directory += ".directory";
    const auto backup = make_backup(context.data(), directory);
    if (!backup) return tl::unexpected(backup.error());
    const auto sound = tell_damage(directory);
    if (packs) {
      const auto packed = pack(directory, to);
      fs::remove_all(directory, error);
      if (!packed) return tl::unexpected(packed.error());
    }
    if (!sound) return tl::unexpected(sound.error());
    if (context.json) {
      std::cout << show_json({{"backup", to.string()},
                              {"made_at", backup->made_at},
                              {"files", backup->files.size()},
                              {"bytes", backup->bytes()},
                              {"sound", *sound}})
                << "\n";
    } else {
      std::cerr << to.string() << ": " << backup->files.size() << " files, " << backup->bytes() << " bytes\n";
    }
    return *sound ? 0 : 2;
  };
}

}  // namespace fellow::cli
