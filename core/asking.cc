// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/asking.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace fellow {
namespace {

using Words = std::span<const std::string>;
using List = std::span<const std::string_view>;

bool is_one_of(std::string_view word, List list) { return std::find(list.begin(), list.end(), word) != list.end(); }
bool is_at(Words words, std::size_t i, List list) { return i < words.size() && is_one_of(words[i], list); }

// With which a question begins, in the languages whose question words are hardly names; names among them ask only before a
// doing.
constexpr std::string_view kWho[] = {"who", "whom", "whose"};
constexpr std::string_view kWhoElsewhere[] = {"wer", "qui", "quien", "quienes", "quem"};
constexpr std::string_view kRequests[] = {"find",    "list",    "show", "search", "searching",
                                          "looking", "seeking", "need", "want",   "recommend"};
constexpr std::string_view kBefore[] = {"i", "am", "we", "are", "please"};
constexpr std::string_view kLooking[] = {"looking"}, kFor[] = {"for"}, kMe[] = {"me"};
constexpr std::string_view kFillers[] = {"me", "for", "all", "some", "a", "an", "any", "the", "to"};
constexpr std::string_view kWhich[] = {"who", "that", "whom", "which"};
// Whoever it may be. Some say so only where a line begins: elsewhere they are part of what is studied ("older people").
constexpr std::string_view kExperts[] = {"expert",    "experts",  "researcher", "researchers", "specialist",    "specialists",
                                         "academics", "scholars", "forscher",   "chercheurs",  "investigadores"};
constexpr std::string_view kResearchers[] = {"researchers"}, kOf[] = {"of"};
constexpr std::string_view kAnyone[] = {"anyone",    "anybody", "someone", "somebody", "everyone",
                                        "everybody", "people",  "persons", "those",    "scientists"};
constexpr std::string_view kDoing[] = {"work",        "works",       "worked",      "do",          "does",       "is",
                                       "are",         "study",       "studies",     "research",    "researches", "specializes",
                                       "specialises", "specialized", "specialised", "active",      "arbeitet",   "arbeiten",
                                       "forscht",     "forschen",    "travaille",   "travaillent", "trabaja",    "trabajan",
                                       "investiga",   "investigan",  "trabalha"};
constexpr std::string_view kBusy[] = {"working",    "doing",        "studying",     "researching",
                                      "interested", "specializing", "specialising", "focusing"};
// What joins them to their subject or place.
constexpr std::string_view kJoining[] = {"on", "in", "at", "from", "about", "an", "zu", "uber", "sur", "en", "sobre", "em"};
constexpr std::string_view kOn[] = {"on", "in", "at"};
// Doings that say something of a place, or of a teacher.
constexpr std::string_view kPlaced[] = {"graduated", "advised", "supervised", "located", "employed", "affiliated", "based"};
constexpr std::string_view kPlacing[] = {"from", "by", "at", "with", "in"};

// How many words a question takes with which the line begins: [request] [anyone] [who] [does] [on].
std::size_t question(Words words) {
  std::size_t at = 0;
  while (is_at(words, at, kBefore)) ++at;
  const bool elsewhere = is_at(words, at, kWhoElsewhere) && is_at(words, at + 1, kDoing);
  bool asks = is_at(words, at, kWho) || elsewhere;
  const bool request = !asks && is_at(words, at, kRequests);
  const bool sure = request && is_at(words, at + 1, is_at(words, at, kLooking) ? List(kFor) : List(kMe));
  if (asks || request) ++at;
  while (request && is_at(words, at, kFillers)) ++at;
  const bool anyone = is_at(words, at, kAnyone) || is_at(words, at, kExperts);
  if (request && !anyone) return sure ? at : 0;  // "search for dark matter"
  if (anyone) ++at;
  if (anyone && is_at(words, at, kWhich)) asks = true, ++at;
  const std::size_t doing = at;
  while (is_at(words, at, kBusy) || (asks && is_at(words, at, kDoing))) ++at;
  asks |= request || (anyone && (at > doing || is_at(words, at, kJoining)));  // "expert systems" asks nothing
  if (asks && is_at(words, at, kJoining)) ++at;
  return asks ? at : 0;
}

}  // namespace

std::vector<bool> words_that_ask(std::span<const std::string> words) {
  std::vector<bool> out(words.size(), false);
  std::fill_n(out.begin(), question(words), true);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool on = is_at(words, i + 1, kOn);
    if (on && (is_at(words, i, kDoing) || is_at(words, i, kBusy))) out[i] = true;
    if (is_at(words, i, kPlaced) && is_at(words, i + 1, kPlacing)) out[i] = true;
    // "Mixture of experts" is a subject.
    const bool whose = i > 0 && is_at(words, i, kExperts) && !is_at(words, i - 1, kOf);
    if (whose && (i + 1 == words.size() || is_at(words, i + 1, kJoining) || is_at(words, i, kResearchers))) out[i] = true;
  }
  return out;
}

}  // namespace fellow
