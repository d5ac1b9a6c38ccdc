// What a record says about its dice, read from its tags; and whether that makes sense in itself.
// Nothing is hashed here. docs/fairness.md describes every tag.

import { fromHex } from "../../../site/scripts/sha256.js";

/** @typedef {"c" | "g"} Letter of a player: who set up the table, and the guest */
/** @typedef {Record<string, string>} Tags of a record */
/** @typedef {{ seat: string, kind: string, end: string, word: string }} Player */
/** @typedef {{ who: string, group: number, kind: string, end: string }} Anew a commitment to a fresh chain */
/** @typedef {{ number: number, link: string }} Tip the last link of a chain that was opened */
/**
 * @typedef {object} Proof
 * @property {string} game
 * @property {string[]} setup
 * @property {string} mode
 * @property {string} seat
 * @property {string} after
 * @property {string} witness
 * @property {string} server the end of its chain
 * @property {Record<string, string>} held the ends of the chains that the server holds for players
 * @property {{ c: Player, g: Player | null }} players
 * @property {string} groups whose link each group used
 * @property {Anew[]} anew
 * @property {Map<string, Tip>} tips
 */
/** @typedef {{ says: string, values?: Record<string, unknown> }} Fault a sentence of the page, and its values */

export const PROTOCOL = "shanghaien-fair-2";
/** @type {Record<string, string>} */
export const NAMES = { c: "creator", g: "guest" };
export const SERVER = "s"; // who commits anew after a restored copy
/** @type {Record<string, Letter>} */
export const OTHER = { c: "g", g: "c" };
const HASH = /^[0-9a-f]{64}$/;
const KIND = /^(person|entrusted|same-screen|bot:[a-z0-9-]+)$/;
/** @type {Record<string, string>} */
const MODES = { invite: "player player", bot: "player bot", bots: "bot bot", "hot-seat": "player same-screen" };
const SEATS = ["a", "b", "drawn", "swapped-a", "swapped-b"];
const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/u;
const LONGEST_WORD = 100;
const MOST_GROUPS = 2048;
const MOST_ENTRIES = 200;
const NUMBER = /^(0|[1-9][0-9]{0,3})$/;

// A tag that is missing or can't be read.
export class Unreadable extends Error {}

/** @param {Player | Anew | null} player */
export const hasChain = (player) => player !== null && ["person", "entrusted"].includes(player.kind);

/** @param {boolean} ok @param {string} tag */
function must(ok, tag) {
  if (!ok) throw new Unreadable(tag);
}

/** @param {Tags} tags @param {string[]} setup @returns {Proof} */
export function readProof(tags, setup) {
  const [mode, seat, after, witness] = fields(tags, "Table", 4);
  const reserved = fields(tags, "Reserved", 3);
  const groups = tags.Chance ?? "";
  must(/^[A-Za-z0-9_-]{1,64}$/.test(tags["Game-Id"] ?? ""), "Game-Id");
  must(/^[a-z][a-z0-9-]*$/.test(mode) && SEATS.includes(seat) && ["none", "always"].includes(witness), "Table");
  must(isAscii(after) && isAscii(setup.join("")), "Table");
  must(reserved.every(isHash), "Reserved");
  const players = { c: readPlayer(tags, "Creator"), g: "Guest" in tags ? readPlayer(tags, "Guest") : null };
  must(/^[cg-]*$/.test(groups) && groups.length <= MOST_GROUPS, "Chance");
  const held = { c: reserved[1], g: reserved[2] };
  const anew = entries(tags, "Anew").map((entry) => readAnew(entry, held));
  const about = { game: tags["Game-Id"], setup, mode, seat, after, witness, server: reserved[0], held };
  return { ...about, players, groups, anew, tips: readTips(tags) };
}

/** @param {string} text */
const isHash = (text) => HASH.test(text);
/** @param {string} text */
const isAscii = (text) => [...text].every((letter) => letter < "\u0080");

/** @param {Tags} tags @param {string} name @param {number} count */
function fields(tags, name, count) {
  const found = (tags[name] ?? "").split(" ");
  must(found.length === count, name);
  return found;
}

/** @param {Tags} tags @param {string} name */
function entries(tags, name) {
  const found = name in tags ? tags[name].split(", ").map((entry) => entry.split(" ")) : [];
  must(found.length <= MOST_ENTRIES && found.every((entry) => entry.length === 3 && NUMBER.test(entry[1])), name);
  return found;
}

/** @param {Tags} tags @param {string} name @returns {Player} */
function readPlayer(tags, name) {
  const [seat, kind, end, word] = fields(tags, name, 4);
  const player = { seat, kind, end, word };
  must(["A", "B"].includes(seat) && KIND.test(kind) && isHash(end) === hasChain(player), name);
  must(word === "-" || (hasChain(player) && isWord(word)), name);
  return player;
}

// What a player typed stands there as the hexadecimal digits of its UTF-8 bytes.
/** @param {string} text */
function isWord(text) {
  if (!/^([0-9a-f]{2})+$/.test(text)) return false;
  const bytes = fromHex(text);
  try {
    const word = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return [...word].length <= LONGEST_WORD && !UNPRINTABLE.test(word) && word === word.trim();
  } catch {
    return false;
  }
}

/** @param {string[]} entry @param {Record<string, string>} held @returns {Anew} */
function readAnew([who, group, end], held) {
  must((who in NAMES && end === "held") || ([...Object.keys(NAMES), SERVER].includes(who) && isHash(end)), "Anew");
  if (who === SERVER) return { who, group: Number(group), kind: "server", end };
  const kind = end === "held" ? "entrusted" : "person";
  return { who, group: Number(group), kind, end: end === "held" ? held[who] : end };
}

/** @param {Tags} tags */
function readTips(tags) {
  const found = entries(tags, "Links").map(
    ([name, number, link]) => /** @type {[string, Tip]} */ ([name, { number: Number(number), link }]),
  );
  must(
    found.every(([name, tip]) => isAscii(name) && isHash(tip.link) && tip.number <= MOST_GROUPS),
    "Links",
  );
  return new Map(found);
}

// How many groups stand before the first outcome: one if the seat was drawn before the guest came.
/** @param {Proof} proof */
export const seatRuns = ({ seat, players }) => Number(seat === "drawn" && (players.g === null || hasChain(players.g)));

// Every fault of what was fixed before the game, as a sentence of the page and its values.
/** @param {Proof} proof @returns {Fault[]} */
export function faultsOf(proof) {
  const { players, seat, after } = proof;
  return [
    ...wrongPlayers(proof),
    ...(players.g?.seat === players.c.seat ? [{ says: "same-seat" }] : []),
    ...(seat.startsWith("swapped") === (after === "-") ? [{ says: "swapped-alone" }] : []),
    ...wrongChain(proof, players.c, "c"),
    ...wrongChain(proof, players.g, "g"),
    ...wrongOrder(proof),
  ];
}

/** @param {Proof} proof @returns {Fault[]} */
function wrongPlayers({ mode, players }) {
  if (!Object.hasOwn(MODES, mode)) return [{ says: "mode-unknown" }];
  const wanted = MODES[mode].split(" ");
  const wrong = [players.c, players.g].filter((player, place) => player && sortOf(player) !== wanted[place]);
  return wrong.map((player) => ({ says: "player-wrong", values: { seat: player?.seat } }));
}

/** @param {Player} player */
const sortOf = (player) => (hasChain(player) ? "player" : player.kind.split(":")[0]);

/** @param {Proof} proof @param {Player | null} player @param {Letter} who @returns {Fault[]} */
function wrongChain({ held }, player, who) {
  const values = { seat: player?.seat };
  if (player?.kind === "entrusted" && player.end !== held[who]) return [{ says: "entrusted-other", values }];
  const offered = player?.kind === "person" && Object.values(held).includes(player.end);
  return offered ? [{ says: "own-is-held", values }] : [];
}

/** @param {Proof} proof @returns {Fault[]} */
function wrongOrder({ anew, groups, players }) {
  const wrong = anew.some(({ group }, place) => group > groups.length || group < (anew[place - 1]?.group ?? 0));
  const chainless = anew.filter(({ who }) => who !== SERVER && !hasChain(players[/** @type {Letter} */ (who)]));
  return [...(wrong ? [{ says: "anew-order" }] : []), ...chainless.map(() => ({ says: "anew-chainless" }))];
}
