// SPDX-License-Identifier: GPL-3.0-or-later
// What does this daemon answer to another one that has it as a source? POST /api/v1/peer/stats and /api/v1/peer/search.
//
// 400 bad_input with the key at fault, 401 without the token that peer_token_file names, 409 when another generation is served
// by now (begin again), 508 for a question that came through this daemon before, or through more than kMaxHops.
#pragma once

#include <string>

#include "searchd/answer.h"
#include "searchd/http.h"
#include "searchd/peer_json.h"

namespace fellow::searchd {

struct PeerDesk {
  const Sources& sources;
  std::string token;  // "" = anybody may ask
};
HttpResponse answer_peer(const PeerDesk& desk, PeerCall call, const HttpRequest& request);
// How a GET came here, as its headers Fellow-Hops and Fellow-Via say; bounded.
Way way_of(const HttpRequest& request);

}  // namespace fellow::searchd
