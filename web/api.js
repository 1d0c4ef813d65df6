// SPDX-License-Identifier: GPL-3.0-or-later
// What does the JSON API say? Every request of the page goes through here; what it throws has a message that a person can read.

// JSON from the API. Throws AbortError, or an Error with `status` (0: nobody answered) and `field` (the parameter at fault).
export async function ask(path, signal) {
  let response;
  try {
    response = await fetch(path, { signal, headers: { Accept: "application/json" }, credentials: "omit" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw failure(0, "The server cannot be reached. Is it running, and are you online?");
  }
  let body = null;
  try {
    body = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (body && (response.ok || body.sources)) return body;
  const told = body?.error;
  throw failure(response.status, told ? told.message : `The server answered with status ${response.status}.`, told?.field);
}

function failure(status, message, field = "") {
  return Object.assign(new Error(message), { status, field });
}

// Only the newest question counts: a new one ends the one before, and whatever still comes back from that is dropped.
//   const newest = latest(); newest((signal) => ask(path, signal), show, fail);
export function latest() {
  let running = null;
  return async (question, show, fail = () => {}) => {
    running?.abort();
    const mine = (running = new AbortController());
    try {
      const answer = await question(mine.signal);
      if (mine === running) show(answer);
    } catch (error) {
      if (mine === running && error.name !== "AbortError") fail(error);
    }
  };
}
