// SPDX-License-Identifier: GPL-3.0-or-later
// The address of the person's picture, from what its markup says. Never fetched.
#include "extractor/fields/fields.h"
#include "fellow/text.h"

namespace fellow::extractor {

void read_photo(const Document& page, const Outline&, ProfileBuilder& builder) {
  if (builder.rank() > 1) return;
  const std::vector<std::string>& own = builder.name_words();
  int seen = 0;
  for (NodeId n : page.dom.select("img[src]")) {
    if (++seen > 20) break;
    const std::string_view src = page.dom.attribute(n, "src");
    const std::string lower = text::lower(src);
    if (lower.starts_with("data:") || lower.ends_with(".svg") || lower.find("icon") != std::string::npos ||
        lower.find("logo") != std::string::npos || lower.find("badge") != std::string::npos)
      continue;
    double confidence = 0;
    const std::string said = text::fold(std::string(page.dom.attribute(n, "alt")) + " " +
                                        std::string(page.dom.attribute(n, "class")) + " " + std::string(src));
    for (std::string_view word : {"avatar", "portrait", "profile", "headshot", "photo", "selfie"})
      if (said.find(word) != std::string::npos) confidence = 0.6;
    for (const std::string& word : own)
      if (word.size() > 3 && said.find(word) != std::string::npos) confidence = 0.6;
    if (confidence > 0) {
      builder.add_photo(src, {"section", confidence - 0.01 * seen});
      return;
    }
  }
  if (const std::string image = page.meta("og:image");
      !image.empty() && image.find("icon") == std::string::npos && image.find("logo") == std::string::npos)
    builder.add_photo(image, {"meta", 0.3});
}

}  // namespace fellow::extractor
