// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/sums.h"

#include "fellow/at_once.h"
#include "fellow/embedded.h"
#include "fellow/fields.h"
#include "fellow/version.h"
#include "indexer/document.h"
#include "indexer/durable.h"
#include "indexer/manifest.h"

namespace fellow::indexer {

std::uint64_t sum_of(const Profile& profile, const std::string& stored) {
  const std::string hex = sha256(profile.id + '\n' + stored);
  return std::stoull(hex.substr(0, 16), nullptr, 16);
}

std::vector<std::uint64_t> sums_of(const std::vector<const Profile*>& people) {
  std::vector<std::uint64_t> out(people.size());
  AtOnce(people.size(), [&](std::size_t i) { out[i] = sum_of(*people[i], write_stored(*people[i])); }).wait();
  return out;
}

std::string basis_of_documents() {
  std::string sums = std::string(kVersion) + " schema " + std::to_string(Manifest::kSchema) + '\n';
  for (const Field& field : kFields) sums += std::string(field.name) + ' ' + std::to_string(field.weight) + '\n';
  for (const Facet& facet : kFacets) sums += std::string(facet.name) + '\n';
  for (const auto& file : embedded_tables()) sums += sha256(file.body) + '\n';
  return sha256(sums);
}

std::string digest_of(const std::string& basis, const std::vector<std::uint64_t>& sums) {
  std::string all = basis + '\n';
  for (const auto sum : sums) all += std::to_string(sum) + '\n';
  return sha256(all);
}

}  // namespace fellow::indexer
