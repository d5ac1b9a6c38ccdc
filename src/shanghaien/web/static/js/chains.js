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
import { takeBreath } from "./breath.js?v=ff85407172";
import { sha256, toHex, utf8 } from "./sha256.js?v=a1d551ea05";

const CHAIN_LENGTH = 1024;
const BITE = 64; // so many links are worked out at a time: all at once would be felt
const SHELF = "chain:";
const worked = new Map(); // the links of chains that were worked out on this page: it takes some milliseconds

export const hashOf = (...fields) => toHex(sha256(utf8(["shanghaien-fair-2", ...fields].join("\n"))));

// A link of a chain, worked out from its secret, which is the last one; number 0 is the end.
export async function linkOf(secret, game, name, number) {
  const chain = [game, name, secret].join();
  if (!worked.has(chain)) worked.set(chain, linksFrom(secret, game, name));
  return (await worked.get(chain))[number];
}

async function linksFrom(secret, game, name) {
  const links = Array(CHAIN_LENGTH).concat(secret);
  for (let at = CHAIN_LENGTH; at > 0; at -= 1) {
    if (at % BITE === 0) await takeBreath();
    links[at - 1] = hashOf("link", game, name, String(at), links[at]);
  }
  return links;
}

export const endFor = (reservation) => oneAtATime(reservation.game, () => commitTo(reservation));
export const openFor = (game, choice, wanted) => oneAtATime(game, () => openLink(game, choice, wanted));

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
async function openLink(game, choice, { group, chain, number }) {
  const state = kept(game);
  if (!state?.secrets[chain]) return { problem: "lost" };
  if (number > CHAIN_LENGTH) return { problem: "used-up" };
  const used = Object.entries(state.opened).find(([, [name, at]]) => name === chain && at === number);
  const repeat = used && Number(used[0]) === group && ["", choice].includes(used[1][2]);
  if (number > highest(state, chain) + 1) return { problem: "too-far" };
  if (!repeat && (used || number < highest(state, chain))) return { problem: "spent" };
  const sent = [chain, number, choice, group];
  if (!repeat && !state.told.some((each) => String(each) === String(sent))) state.told.push(sent);
  return keep(state) ? { link: await linkOf(state.secrets[chain], game, chain, number) } : { problem: "full" };
}

// The highest link of a chain that anybody else has seen.
const highest = ({ told, opened, tips }, chain) => {
  const sent = [...told, ...Object.values(opened)].filter(([name]) => name === chain);
  return Math.max(tips[chain]?.[0] ?? 0, ...sent.map(([, number]) => number));
};

// A group was drawn from what this browser sent: from now on the record must say the same, whatever is restored.
export function answered(state, group, chain, number) {
  const sent = state.told.filter((each) => each[0] === chain && each[1] === number && each[3] === group);
  if (sent.length) state.opened[group] ??= [chain, number, sent.length > 1 ? "" : sent[0][2]];
  state.told = state.told.filter((each) => !sent.length || each[0] !== chain || each[1] !== number);
}

// Changes what is kept of a game, if anything is; the change may ask somebody first, and says what comes of it.
export function amend(game, change) {
  return oneAtATime(game, async () => {
    const state = kept(game);
    const said = state && (await change(state));
    if (state) keep(state);
    return said;
  });
}

// A receipt: game, reservation, contract or -, size, root and time of the public log, and the signature.
export function keepReceipt(game, line, key) {
  return amend(game, (state) => {
    const contract = line.split(" ")[2];
    if (contract !== "-") state.contract ||= contract;
    state.receipts = [...new Set([...state.receipts, line])];
    state.key ||= key;
  });
}

export function remembered(game) {
  const state = kept(game);
  if (!state) return null;
  const { secrets: _secrets, touched: _touched, ...memory } = state;
  return memory;
}

export const forget = (game) => oneAtATime(game, () => localStorage.removeItem(SHELF + game));

// What is compared with the record afterwards, and behind it what the game is followed by: `at`, groups drawn so far
// and the transcript; `sits`, before which group the guest is still to sit down, or -1; `tips`, the last known link of
// every chain; `restores`, the groups before which the server was restored from a copy; `gone`, what was seen before.
const fresh = (game, who, reservation, server) => ({
  ...{ game, who, reservation, contract: "", receipts: [], key: "" },
  ...{ ends: [], secrets: {}, entrusted: false, told: [], opened: {}, seen: {} },
  ...{ at: null, sits: -1, tips: { server: [0, server] }, restores: [], gone: {} },
});

// Two tabs of one browser must not open one link for two choices.
// Where there are no locks, at least this page does one thing after the other.
let lastHere = Promise.resolve();

function oneAtATime(game, work) {
  if (navigator.locks) return navigator.locks.request(SHELF + game, work);
  lastHere = lastHere.then(work, work);
  return lastHere;
}

function kept(game) {
  try {
    return JSON.parse(localStorage.getItem(SHELF + game));
  } catch {
    return null;
  }
}

// Whether it is kept; what has not been touched for longest makes room.
function keep(state) {
  const text = JSON.stringify({ ...state, touched: Date.now() });
  return put(state.game, text) || (makeRoom(state.game) && put(state.game, text));
}

function put(game, text) {
  try {
    localStorage.setItem(SHELF + game, text);
    return localStorage.getItem(SHELF + game) === text;
  } catch {
    return false;
  }
}

function makeRoom(game) {
  try {
    const games = Object.keys(localStorage).filter((key) => key.startsWith(SHELF) && key !== SHELF + game);
    const age = (key) => kept(key.slice(SHELF.length))?.touched ?? 0;
    const oldest = games.sort((one, other) => age(one) - age(other)).slice(0, Math.ceil(games.length / 2));
    for (const key of oldest) localStorage.removeItem(key);
    return oldest.length > 0;
  } catch {
    return false;
  }
}
