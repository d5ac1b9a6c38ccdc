// A player's own chains, kept in this browser: made for a game, opened link by link for the player's own choices, and
// with them whatever the server promised. Nobody else knows a link before it is opened.
//
//   endFor({ game, who, server, creatorHeld, guestHeld })   the end to commit to: { end }
//   openFor(game, "roll", { group, chain, number, steps })  the link for one choice: { link }
//   amend(game, change), keepReceipt(game, line, key)       what else there is to remember
//   remembered(game)                                        what is compared with the record; no secret is in it
//
// Where something can't be done, { problem } says why: "changed" (the server shows other ends than before), "full"
// (nothing can be kept here), "lost" (this browser does not hold the chain), "moved" (the link was opened after other
// steps, and is not opened again), "spent" (it has served for another group), "too-far" (it is not the next one: who
// has it could foresee those before it), "used-up".
// After lost, spent or used-up the player commits anew: endFor with the `chain` and the ends `known` to the record.
import { toHex } from "../../site/scripts/sha256.js";
import { nextTask } from "../../site/scripts/yield.js";
import { hashOf } from "./hash.js";
import { addSteps } from "./steps.js";

/** @typedef {"creator" | "guest"} Who */
/** @typedef {[chain: string, number: number, choice: string, group: number, steps?: string, own?: string]} Sent */
/** @typedef {[chain: string, number: number, choice: string, steps?: string]} Opened */
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
/**
 * @typedef {object} Wanted
 * @property {number} group
 * @property {string} chain
 * @property {number} number
 * @property {string} steps the digest of all steps before the choice
 * @property {boolean} [own] whether the player has made the choice on this page
 * @property {string[]} [earlier] the same digest after each step since the last group
 */
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
 * @property {[group: number, digest: string]} [steps] the digest of all steps before a group
 * @property {string} [mode] of the table
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

// A link that was sent and not answered is sent again, for the same steps only: a fresh one would let the server roll
// until it likes what comes, and another choice of a bot could be made after the link was known. Players may change
// their own mind; what then follows on other choices needs a fresh chain. Once it was answered it serves for nothing
// else, and no link is skipped.
/** @param {string} game @param {string} choice @param {Wanted} wanted */
async function openLink(game, choice, { group, chain, number, steps, own = false, earlier = [] }) {
  const state = kept(game);
  if (!state?.secrets[chain]) return { problem: "lost" };
  if (number > CHAIN_LENGTH) return { problem: "used-up" };
  if (number > highest(state, chain) + 1) return { problem: "too-far" };
  /** @type {Sent} */
  const sent = [chain, number, choice, group, addSteps(steps, [choice])];
  if (own) sent[5] = steps;
  const used = Object.entries(state.opened).find(([, [name, at]]) => name === chain && at === number);
  if (used ? Number(used[0]) !== group : number < highest(state, chain)) return { problem: "spent" };
  const first = used ? openedAs(used) : state.told.find(([name, at]) => name === chain && at === number);
  if (first && !isSame(first, sent) && !(own && first[5] === steps))
    return { problem: earlier.includes(first[5] ?? "-") ? "spent" : "moved" };
  if (!used) state.told = [...state.told.filter(([name, at]) => name !== chain || at !== number), sent];
  return keep(state) ? { link: await linkOf(state.secrets[chain], game, chain, number) } : { problem: "full" };
}

/** @param {[string, Opened]} entry @returns {Sent} */
const openedAs = ([group, [chain, number, choice, steps]]) => [chain, number, choice, Number(group), steps];

// What was kept before digests were knows nothing of steps.
/** @param {Sent} first @param {Sent} sent */
const isSame = ([, , choice, , steps], sent) => choice === sent[2] && (!steps || steps === sent[4]);

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
  if (sent.length) state.opened[group] ??= [chain, number, sent[0][2], sent[0][4]];
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
