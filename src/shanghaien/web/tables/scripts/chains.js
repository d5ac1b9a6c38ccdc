// A player's own chains, kept in this browser: made for a game, opened link by link for the player's own choices, and
// with them whatever the server promised. Nobody else knows a link before it is opened.
//
//   endFor({ game, who, server, creatorHeld, guestHeld })   the end to commit to: { end }
//   openFor(game, "roll", { group, chain, number })         the link for one choice: { link }
//   amend(game, change), keepReceipt(game, line, key)       what else there is to remember
//   remembered(game)                                        what is compared with the record; no secret is in it
//
// Where something can't be done, { problem } says why: "changed" (the server shows other ends than before), "full"
// (nothing can be kept here), "lost" (this browser does not hold the chain), "spent" (the link has served for another
// choice), "too-far" (it is not the next one: whoever has it could foresee those before it), "used-up".
// After lost, spent or used-up the player commits anew: endFor with the `chain` and the ends `known` to the record.
import { sha256, toHex, utf8 } from "../../site/scripts/sha256.js";
import { nextTask } from "../../site/scripts/yield.js";

/** @typedef {"creator" | "guest"} Who */
/** @typedef {[chain: string, number: number, choice: string, group: number]} Sent */
/** @typedef {[chain: string, number: number, choice: string]} Opened */
/** @typedef {[group: number, head: string]} At */
/** @typedef {[group: number, end: string]} Restored */
/**
 * @typedef {object} Reservation
 * @property {string} game
 * @property {string} server
 * @property {string} creatorHeld
 * @property {string} guestHeld
 * @property {Who} who
 * @property {string} [chain]
 * @property {string[]} [known]
 */
/** @typedef {{ group: number, chain: string, number: number }} Wanted */
/** @typedef {[chain: string, number: number, link: string, serverLink: string]} Group */
/** @typedef {{ groups: Group[], head: string, restored?: Restored[], guest?: string[] | null }} Groups */
/**
 * What is compared with the record afterwards, and behind it what the game is followed by.
 * @typedef {object} Memory
 * @property {string} game
 * @property {Who} who
 * @property {string} reservation
 * @property {string} contract
 * @property {string[]} receipts
 * @property {string} key
 * @property {string[]} ends
 * @property {boolean} entrusted
 * @property {Sent[]} told links that were sent and not answered yet
 * @property {Record<string, Opened>} opened by group
 * @property {Record<string, string>} seen transcripts by group
 * @property {At | null} at groups drawn so far, and the transcript
 * @property {number} sits before which group the guest is still to sit down, or -1
 * @property {Record<string, [number, string]>} tips the last known link of every chain
 * @property {number[]} restores the groups before which the server was restored from a copy
 * @property {Record<string, string>} gone what was seen before that
 */
/** @typedef {Memory & { secrets: Record<string, string>, touched?: number }} State */

const CHAIN_LENGTH = 1024;
const BITE = 64; // so many links are worked out at a time: all at once would be felt
const SHELF = "chain:";
/** @type {Map<string, Promise<string[]>>} */
const worked = new Map(); // the links of chains that were worked out on this page: it takes some milliseconds

/** @param {string[]} fields */
export const hashOf = (...fields) => toHex(sha256(utf8(["shanghaien-fair-2", ...fields].join("\n"))));

// A link of a chain, worked out from its secret, which is the last one; number 0 is the end.
/** @param {string} secret @param {string} game @param {string} name @param {number} number */
export async function linkOf(secret, game, name, number) {
  const chain = [game, name, secret].join();
  const links = worked.get(chain) ?? linksFrom(secret, game, name);
  worked.set(chain, links);
  return (await links)[number];
}

/** @param {string} secret @param {string} game @param {string} name */
async function linksFrom(secret, game, name) {
  /** @type {string[]} */
  const links = Array(CHAIN_LENGTH).concat(secret);
  for (let at = CHAIN_LENGTH; at > 0; at -= 1) {
    if (at % BITE === 0) await nextTask();
    links[at - 1] = hashOf("link", game, name, String(at), links[at]);
  }
  return links;
}

/** @param {Reservation} reservation @returns {Promise<{ end?: string, problem?: string }>} */
export const endFor = (reservation) => oneAtATime(reservation.game, () => commitTo(reservation));
/**
 * @param {string} game
 * @param {string} choice
 * @param {Wanted} wanted
 * @returns {Promise<{ link?: string, problem?: string }>}
 */
export const openFor = (game, choice, wanted) => oneAtATime(game, () => openLink(game, choice, wanted));

/** @param {Reservation} reservation */
async function commitTo({ game, who, server, creatorHeld, guestHeld, chain = `${who}-1`, known = [] }) {
  const promised = hashOf("reservation", game, server, creatorHeld, guestHeld);
  const state = kept(game) ?? fresh(game, who, promised, server);
  if (state.reservation !== promised || state.who !== who) return { problem: "changed" };
  state.secrets[chain] ??= toHex(crypto.getRandomValues(new Uint8Array(32)));
  const end = await linkOf(state.secrets[chain], game, chain, 0);
  state.tips[chain] ??= [0, end];
  state.ends = [...new Set([...state.ends, ...known, end])];
  return keep(state) ? { end } : { problem: "full" };
}

// A link that was sent and not answered is sent again, be it with another choice: a fresh one would let the server roll
// until it likes what comes. Once it was answered it serves for nothing else, and no link is skipped.
/** @param {string} game @param {string} choice @param {Wanted} wanted */
async function openLink(game, choice, { group, chain, number }) {
  const state = kept(game);
  if (!state?.secrets[chain]) return { problem: "lost" };
  if (number > CHAIN_LENGTH) return { problem: "used-up" };
  const used = Object.entries(state.opened).find(([, [name, at]]) => name === chain && at === number);
  const repeat = used && Number(used[0]) === group && ["", choice].includes(used[1][2]);
  if (number > highest(state, chain) + 1) return { problem: "too-far" };
  if (!repeat && (used || number < highest(state, chain))) return { problem: "spent" };
  /** @type {Sent} */
  const sent = [chain, number, choice, group];
  if (!repeat && !state.told.some((each) => String(each) === String(sent))) state.told.push(sent);
  return keep(state) ? { link: await linkOf(state.secrets[chain], game, chain, number) } : { problem: "full" };
}

// The highest link of a chain that anybody else has seen.
/** @param {State} state @param {string} chain */
const highest = ({ told, opened, tips }, chain) => {
  const sent = [...told, ...Object.values(opened)].filter(([name]) => name === chain);
  return Math.max(tips[chain]?.[0] ?? 0, ...sent.map(([, number]) => number));
};

// A group was drawn from what this browser sent: from now on the record must say the same, whatever is restored.
/** @param {State} state @param {number} group @param {string} chain @param {number} number */
export function answered(state, group, chain, number) {
  const sent = state.told.filter((each) => each[0] === chain && each[1] === number && each[3] === group);
  if (sent.length) state.opened[group] ??= [chain, number, sent.length > 1 ? "" : sent[0][2]];
  state.told = state.told.filter((each) => !sent.length || each[0] !== chain || each[1] !== number);
}

// Changes what is kept of a game, if anything is; the change may ask somebody first, and says what comes of it.
/** @template T @param {string} game @param {(state: State) => T | Promise<T>} change @returns {Promise<T | null>} */
export function amend(game, change) {
  return oneAtATime(game, async () => {
    const state = kept(game);
    const said = state && (await change(state));
    if (state) keep(state);
    return said;
  });
}

// A receipt: game, reservation, contract or -, size, root and time of the public log, and the signature.
/** @param {string} game @param {string} line @param {string} key */
export function keepReceipt(game, line, key) {
  return amend(game, (state) => {
    const contract = line.split(" ")[2];
    if (contract !== "-") state.contract ||= contract;
    state.receipts = [...new Set([...state.receipts, line])];
    state.key ||= key;
  });
}

/** @param {string} game @returns {Memory | null} */
export function remembered(game) {
  const state = kept(game);
  if (!state) return null;
  const { secrets: _secrets, touched: _touched, ...memory } = state;
  return memory;
}

/** @param {string} game */
export const forget = (game) => oneAtATime(game, () => localStorage.removeItem(SHELF + game));

/** @param {string} game @param {Who} who @param {string} reservation @param {string} server @returns {State} */
const fresh = (game, who, reservation, server) => ({
  ...{ game, who, reservation, contract: "", receipts: [], key: "" },
  ...{ ends: [], secrets: {}, entrusted: false, told: [], opened: {}, seen: {} },
  ...{ at: null, sits: -1, tips: { server: [0, server] }, restores: [], gone: {} },
});

// Two tabs of one browser must not open one link for two choices.
// Where there are no locks, at least this page does one thing after the other.
/** @type {Promise<any>} */
let lastHere = Promise.resolve();

/** @template T @param {string} game @param {() => T | Promise<T>} work @returns {Promise<T>} */
function oneAtATime(game, work) {
  if (globalThis.navigator?.locks) return navigator.locks.request(SHELF + game, async () => work());
  lastHere = lastHere.then(work, work);
  return lastHere;
}

/** @param {string} game @returns {State | null} */
function kept(game) {
  try {
    return JSON.parse(localStorage.getItem(SHELF + game) ?? "null");
  } catch {
    return null;
  }
}

// Whether it is kept; what has not been touched for longest makes room.
/** @param {State} state */
function keep(state) {
  const text = JSON.stringify({ ...state, touched: Date.now() });
  return put(state.game, text) || (makeRoom(state.game) && put(state.game, text));
}

/** @param {string} game @param {string} text */
function put(game, text) {
  try {
    localStorage.setItem(SHELF + game, text);
    return localStorage.getItem(SHELF + game) === text;
  } catch {
    return false;
  }
}

/** @param {string} game */
function makeRoom(game) {
  try {
    const games = Object.keys(localStorage).filter((key) => key.startsWith(SHELF) && key !== SHELF + game);
    const age = (/** @type {string} */ key) => kept(key.slice(SHELF.length))?.touched ?? 0;
    const oldest = games.sort((one, other) => age(one) - age(other)).slice(0, Math.ceil(games.length / 2));
    for (const key of oldest) localStorage.removeItem(key);
    return oldest.length > 0;
  } catch {
    return false;
  }
}

// ---- the transcript ----

// What this browser works out of a game's dice while it goes on: the transcript after every group, from the links that
// were opened. Nothing is believed that can be hashed; the messages are those of docs/fairness.md.
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
