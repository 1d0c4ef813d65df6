// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/dom_index.h"

#include <bit>

#include "extractor/dom.h"
#include "extractor/formats/characters.h"
#include "extractor/word_set.h"

namespace fellow::extractor {
namespace {

std::uint64_t key_of(DomIndex::Kind kind, std::string_view name) {
  const std::uint64_t key = hash_of(name) * 0x9E3779B97F4A7C15U + static_cast<std::uint64_t>(kind);
  return key == 0 ? 1 : key;
}

}  // namespace

std::size_t DomIndex::slot_of(std::uint64_t key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = (key ^ key >> 32) & mask;
  while (slots_[slot].key != 0 && slots_[slot].key != key) slot = (slot + 1) & mask;
  return slot;
}

DomIndex::DomIndex(const std::vector<Node>& nodes) {
  struct Entry {
    std::uint64_t key;
    NodeId element;
    std::uint32_t slot = 0;
  };
  std::vector<Entry> entries;
  entries.reserve(nodes.size() * 2);
  for (NodeId n = 0; n < nodes.size(); ++n) {
    const Node& node = nodes[n];
    if (node.tag.empty()) continue;
    const auto add = [&](Kind kind, std::string_view name) { entries.push_back({key_of(kind, name), n}); };
    add(Kind::tag, node.tag);
    for (const Attribute& attribute : node.attributes) {
      add(Kind::attribute, attribute.name);
      if (attribute.name == "id") add(Kind::id, attribute.value);
      if (attribute.name == "class")
        for_each_class(attribute.value, [&](std::string_view word) { add(Kind::class_word, word); });
    }
  }
  slots_.resize(std::bit_ceil(entries.size() * 2 + 1));
  for (Entry& entry : entries) {
    const std::size_t slot = slot_of(entry.key);
    slots_[slot].key = entry.key;
    ++slots_[slot].end;
    entry.slot = static_cast<std::uint32_t>(slot);
  }
  std::uint32_t begin = 0;
  for (Slot& slot : slots_) {
    const std::uint32_t count = slot.end;
    slot.begin = slot.end = begin;
    begin += count;
  }
  elements_.resize(entries.size());
  for (const Entry& entry : entries) {
    Slot& slot = slots_[entry.slot];
    if (slot.end == slot.begin || elements_[slot.end - 1] != entry.element) elements_[slot.end++] = entry.element;
  }
}

std::span<const NodeId> DomIndex::find(Kind kind, std::string_view name) const {
  if (slots_.empty()) return {};
  const Slot& slot = slots_[slot_of(key_of(kind, name))];
  return std::span(elements_).subspan(slot.begin, slot.end - slot.begin);
}

}  // namespace fellow::extractor
