// What this browser works out of a game's dice while it goes on: the transcript after every group, from the links that
// were opened. Nothing is believed that can be hashed; the messages are those of docs/fairness.md.
import { toHex, utf8 } from "../../site/scripts/sha256.js";
import { answered } from "./chains.js";
import { hashOf } from "./hash.js";
import { addSteps, stepsOf } from "./steps.js";

/** @import { Group, Groups, Restored, State } from "./chains.js" */

const NOBODY = ["-", "0", "-"];

/** @param {string} [word] */
export const wordField = (word) => (word ? toHex(utf8(word)) : "-");

// `setup` is rules, tricks, first, starter, expansions; `creator` is kind, end, word.
/**
 * @param {{ game: string, reservation: string }} agreed
 * @param {{ setup: string[], mode: string, seat: string, after: string }} terms
 * @param {string[]} creator
 */
export const contractHash = ({ game, reservation }, { setup, mode, seat, after }, creator) =>
  hashOf("contract", game, ...setup, mode, seat, after, "none", reservation, ...creator);

// `guest` is kind, end, word.
/** @param {string} head @param {string[]} guest */
export const withGuest = (head, guest) => hashOf("guest", head, ...guest);

// A game that begins is followed from this transcript, after so many groups.
/** @param {State} state @param {number} group @param {string} head */
export function standAt(state, group, head) {
  state.at = [group, head];
  state.seen = { [group]: head };
  state.steps = [0, stepsOf(state.game)];
}

// Goes on from what is known by what the server tells: `groups`, each with the owner's chain, number and link and the
// server's link; `restored`, every group before which it was restored from a copy, with its new end; `guest`, what they
// brought. Whether all of it follows on what was known; if not, nothing of it is taken.
/** @param {State} state @param {Groups} news */
export function goOn(state, { groups, head, restored = [], guest = null }) {
  const next = structuredClone(state);
  for (const group of groups) {
    arrive(next, guest, restored);
    if (!draw(next, group)) return false;
  }
  arrive(next, guest, restored);
  if (next.at?.[1] !== head) return false;
  Object.assign(state, next);
  see(state, next.at[0], head);
  return true;
}

// Only the latest transcript is kept, since everything has gone into it; and what was seen before a server went back.
/** @param {State} state @param {number} group @param {string} head */
function see(state, group, head) {
  state.at = [group, head];
  state.seen = { ...state.gone, [group]: state.gone[group] ?? head };
}

// A server that was restored from a copy goes on from an earlier state. What was seen before is kept, and speaks
// against it if it is not true.
/** @param {State} state @param {{ group: number, head: string }} dice @param {Restored[]} restored */
export function goBack(state, { group, head }, restored) {
  if (state.at) state.gone = { [state.at[0]]: state.at[1], ...state.gone };
  state.tips = { server: state.tips.server };
  state.sits = -1;
  state.steps = undefined;
  beginAt(state, { group, head }, restored);
}

// Follows a game from here on: the server's chain is known by its end, those of the players by their next links.
/** @param {State} state @param {{ group: number, head: string }} dice @param {Restored[]} restored */
export function beginAt(state, { group, head }, restored) {
  state.restores = restored.map(([before]) => before);
  if (restored.length) state.tips[serverChain(state)] = [0, restored[restored.length - 1][1]];
  see(state, group, head);
}

// What stands between two groups: the guest sits down, the server was restored.
/** @param {State} state @param {string[] | null} guest @param {Restored[]} restored */
function arrive(state, guest, restored) {
  if (!state.at) return;
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

/** @param {State} state */
const serverChain = ({ restores }) => (restores.length ? `server-${restores.length + 1}` : "server");

/** @param {State} state @param {Group} group */
function draw(state, [chain, number, link, serverLink]) {
  if (!state.at) return false;
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
/** @param {State} state @param {string} chain @param {number} number @param {string} link */
function leads(state, chain, number, link) {
  const [known, before] = /** @type {[number, string | null]} */ (state.tips[chain] ?? [number - 1, null]);
  let found = link;
  for (let at = number; at > known; at -= 1) found = hashOf("link", state.game, chain, String(at), found);
  state.tips[chain] = [number, link];
  return number > known && (before === null || found === before);
}

// Goes on with the digest of all steps before the last group: `parts` has the steps that each group brought, the first
// those of the group that it is known for. Whether this browser opened its links of the chain after these steps.
/** @param {State} state @param {string} chain @param {string[][]} parts */
export function goOnSteps(state, chain, parts) {
  let [group, digest] = state.steps ?? [0, stepsOf(state.game)];
  for (const steps of parts) {
    digest = addSteps(digest, steps);
    group += 1;
    const [name, , , after] = state.opened[group] ?? [];
    if (name === chain && after && after !== digest) return false;
  }
  state.steps = [group, digest];
  return true;
}
