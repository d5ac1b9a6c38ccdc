// What this browser works out of a game's dice while it goes on: the transcript after every group, from the links that
// were opened. Nothing is believed that can be hashed; the messages are those of docs/fairness.md.
import { answered, hashOf } from "./chains.js";
import { toHex, utf8 } from "./sha256.js";

const NOBODY = ["-", "0", "-"];

export const wordField = (word) => (word ? toHex(utf8(word)) : "-");

// `setup` is rules, tricks, first, starter, expansions; `creator` is kind, end, word.
export const contractHash = ({ game, reservation }, { setup, mode, seat, after }, creator) =>
  hashOf("contract", game, ...setup, mode, seat, after, "none", reservation, ...creator);

// `guest` is kind, end, word.
export const withGuest = (head, guest) => hashOf("guest", head, ...guest);

// A game that begins is followed from this transcript, after so many groups.
export function standAt(state, group, head) {
  state.at = [group, head];
  state.seen = { [group]: head };
}

// Goes on from what is known by what the server tells: `groups`, each with the owner's chain, number and link and the
// server's link; `restored`, every group before which it was restored from a copy, with its new end; `guest`, what they
// brought. Whether all of it follows on what was known; if not, nothing of it is taken.
export function goOn(state, { groups, head, restored = [], guest = null }) {
  const next = structuredClone(state);
  for (const group of groups) {
    arrive(next, guest, restored);
    if (!draw(next, group)) return false;
  }
  arrive(next, guest, restored);
  if (next.at[1] !== head) return false;
  Object.assign(state, next);
  see(state, ...next.at);
  return true;
}

// Only the latest transcript is kept, since everything has gone into it; and what was seen before a server went back.
function see(state, group, head) {
  state.at = [group, head];
  state.seen = { ...state.gone, [group]: state.gone[group] ?? head };
}

// A server that was restored from a copy goes on from an earlier state. What was seen before is kept, and speaks
// against it if it is not true.
export function goBack(state, { group, head }, restored) {
  state.gone = { [state.at[0]]: state.at[1], ...state.gone };
  state.tips = { server: state.tips.server };
  state.sits = -1;
  beginAt(state, { group, head }, restored);
}

// Follows a game from here on: the server's chain is known by its end, those of the players by their next links.
export function beginAt(state, { group, head }, restored) {
  state.restores = restored.map(([before]) => before);
  if (restored.length) state.tips[serverChain(state)] = [0, restored.at(-1)[1]];
  see(state, group, head);
}

// What stands between two groups: the guest sits down, the server was restored.
function arrive(state, guest, restored) {
  if (state.sits === state.at[0] && guest) {
    state.at[1] = withGuest(state.at[1], guest);
    state.sits = -1;
    if (guest[1] !== "-") state.tips[guest[0] === "person" ? "guest-1" : "guest-held"] = [0, guest[1]];
  }
  for (const [group, end] of restored.slice(state.restores.length)) {
    if (group !== state.at[0]) return;
    state.restores.push(group);
    state.tips[serverChain(state)] = [0, end];
    state.at[1] = hashOf("restored", state.at[1], end);
  }
}

const serverChain = ({ restores }) => (restores.length ? `server-${restores.length + 1}` : "server");

function draw(state, [chain, number, link, serverLink]) {
  const [group, head] = state.at;
  const opened = group - (state.restores.at(-1) ?? 0) + 1;
  if (!leads(state, serverChain(state), opened, serverLink)) return false;
  if (chain !== "-" && !leads(state, chain, number, link)) return false;
  const owner = chain === "-" ? NOBODY : [chain, String(number), link];
  const key = hashOf("key", state.game, String(group), ...owner, ...NOBODY, serverLink, head);
  answered(state, group, chain, number);
  state.at = [group + 1, hashOf("transcript", head, key)];
  return true;
}

// Whether a link leads to the last known one of its chain; of a chain that was committed to unseen, the first that is
// seen has to be believed.
function leads(state, chain, number, link) {
  const [known, before] = state.tips[chain] ?? [number - 1, null];
  let found = link;
  for (let at = number; at > known; at -= 1) found = hashOf("link", state.game, chain, String(at), found);
  state.tips[chain] = [number, link];
  return number > known && (before === null || found === before);
}
