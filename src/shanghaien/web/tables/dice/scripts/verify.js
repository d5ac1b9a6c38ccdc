// Checks the dice of a game in the reader's own browser, finished or not: the contract, every chain, whose link each
// group used, and every draw. Written from docs/fairness.md; findings are named as there.
import { fromHex, hmac, toHex } from "../../../site/scripts/sha256.js";
import { Ledger, contractOf, message, reservationOf } from "./ledger.js";
import { compareMemory } from "./memory.js";
import { addSteps, stepsOf } from "../../scripts/steps.js";
import { OTHER, PROTOCOL, SERVER, Unreadable, faultsOf, hasChain, readProof, seatRuns } from "./proof.js";

/** @import { Memory } from "../../scripts/chains.js" */
/** @import { Check, DrawnGroup } from "./ledger.js" */
/** @import { Before } from "./memory.js" */
/** @import { Fault, Letter, Proof } from "./proof.js" */
/** @import { DiceRecord } from "./record.js" */
/** @typedef {{ below: number, attempt: number, digest: string, word: number, number: number }} Drawn */
/** @typedef {{ index: string, kind: string, expected: string, recorded: string, ok: boolean }} Outcome */
/** @typedef {Drawn & DrawnGroup & Outcome} Draw */
/** @typedef {Map<string, number>} Pile how many of each card are left */
/** @typedef {Fault & { name: string }} Note */
/** @typedef {{ name: string, end: string, kind: string, opened: number, seat: string | null }} ChainInfo */
/**
 * @typedef {object} Report
 * @property {Check[]} checks
 * @property {Draw[]} draws
 * @property {Check[]} wrong faults among the draws
 * @property {string[]} findings the names of all faults
 * @property {Note[]} notes
 * @property {ChainInfo[]} chains
 * @property {{ reservation: string, contract: string, head: string }} [hashes]
 */

const FEW_WRONG = 10;
const REAL_DICE = "manual";
const NATIONS = ["AME", "FRE", "GER", "CHI", "DUT", "TUR", "SPA", "ITA"];
const WORDS = 2 ** 32;
const MOST_DICE = 12; // no more lie on a table; a made-up record must not keep the page busy

// `record` is what readRecord gives; `memory` what the player's own page remembers, or null.
/** @param {DiceRecord} record @param {Memory | null} [memory] @returns {Report} */
export function verify(record, memory = null) {
  if (record.tags.Dice !== PROTOCOL) return broken(otherDice(record.tags.Dice));
  try {
    return checked(readProof(record.tags, record.setup), record, memory);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return broken({ name: "tags", says: "tags-broken", values: { tag: error.message } });
  }
}

/** @param {string | undefined} dice */
const otherDice = (dice) => ({
  name: "protocol",
  says: dice && dice !== REAL_DICE ? "other-protocol" : "nothing-promised",
});

/** @param {Note} fault @returns {Report} */
const broken = (fault) => ({
  checks: [{ ok: false, ...fault }],
  draws: [],
  wrong: [],
  notes: [],
  chains: [],
  findings: [fault.name],
});

/** @param {Proof} proof @param {DiceRecord} record @param {Memory | null} memory @returns {Report} */
function checked(proof, record, memory) {
  const ledger = new Ledger(proof);
  ledger.walk(record.runs.map((run) => run.actor));
  const draws = [...drawsOf(proof, ledger, record)];
  const checks = [...contractChecks(proof), ...ledger.faults, ...ledger.chainChecks(), ...groupCheck(proof, record)];
  if (memory) checks.push(...compareMemory(memory, proof, ledger, before(proof, record)));
  const wrong = wrongDraws(draws);
  const findings = [...checks.filter((check) => !check.ok), ...wrong].map(({ name }) => name);
  const hashes = { reservation: reservationOf(proof), contract: contractOf(proof), head: ledger.head };
  return { checks, draws, wrong, findings, notes: notesOf(proof), chains: chainsOf(ledger), hashes };
}

/** @param {Proof} proof @returns {Check[]} */
function contractChecks(proof) {
  const faults = faultsOf(proof).map((fault) => ({ name: "contract", ok: false, ...fault }));
  /** @type {Check[]} */
  const contract = faults.length ? faults : [{ name: "contract", ok: true, says: "contract-kept" }];
  if (proof.seat === "drawn")
    return proof.groups ? contract : [...contract, { name: "seat", ok: false, says: "seat-undrawn" }];
  const ok = proof.seat.slice(-1).toUpperCase() === proof.players.c.seat;
  return [...contract, { name: "seat", ok, says: ok ? "seat-kept" : "seat-broken" }];
}

/** @param {Proof} proof @param {DiceRecord} record @returns {Check[]} */
function groupCheck(proof, record) {
  const groups = proof.groups.length - seatRuns(proof);
  const values = { groups, runs: record.runs.length };
  return groups === record.runs.length ? [] : [{ name: "groups", ok: false, says: "groups-broken", values }];
}

// For each group what was chosen in the record before it, and the digest of all steps before it.
/** @param {Proof} proof @param {DiceRecord} record @returns {Before[]} */
function before(proof, record) {
  let steps = stepsOf(proof.game);
  const alone = Array(seatRuns(proof)).fill({ said: "", steps });
  return [...alone, ...record.runs.map(({ said, words }) => ({ said, steps: (steps = addSteps(steps, words)) }))];
}

/** @type {Record<string, string>} */
const PURPOSES = { start: "start", who: "start", card: "card", roll: "dice" };

/** @param {Proof} proof @param {Ledger} ledger @param {DiceRecord} record @returns {Generator<Draw>} */
function* drawsOf(proof, ledger, record) {
  const [alone, drawn] = [seatRuns(proof), proof.seat === "drawn"];
  const [pile, place] = [freshPile(record.tricks), places()];
  if (drawn && ledger.groups.length) yield seatDraw(proof, ledger.groups[0]);
  for (const [number, group] of ledger.groups.slice(alone).entries()) {
    const first = Number(drawn && number + alone === 0);
    for (const [step, recorded] of (record.runs[number]?.outcomes ?? []).entries()) {
      const told = place(recorded);
      const from = (/** @type {number} */ below) => numberIn(group, step + first, PURPOSES[told.kind], below);
      yield { index: `${number + alone}.${step + first}`, ...told, ...drawAgain(recorded, pile, from), ...group };
    }
  }
}

/** @param {DrawnGroup} group @param {number} place @param {string} purpose @param {number} below */
const numberIn = ({ key }, place, purpose, below) =>
  numberFrom((attempt) => hmac(fromHex(key), message("draw", String(place), purpose, attempt)), below);

/** @param {Proof} proof @param {DrawnGroup} group @returns {Draw} */
function seatDraw(proof, group) {
  const draw = numberIn(group, 0, "seat", 2);
  const [expected, recorded] = ["AB"[draw.number], proof.players.c.seat];
  return { index: "0.0", kind: "seat", ...draw, expected, recorded, ok: expected === recorded, ...group };
}

/** @param {Draw[]} draws @returns {Check[]} */
function wrongDraws(draws) {
  const wrong = draws.filter((draw) => !draw.ok);
  const played = wrong.filter((draw) => draw.kind !== "seat");
  const seat = wrong.length > played.length ? [{ name: "seat", ok: false, says: "seat-otherwise" }] : [];
  const sorted = (/** @type {"expected" | "recorded"} */ which) =>
    JSON.stringify(played.map((draw) => draw[which]).sort());
  const values = { wrong: played.length, count: draws.length, first: played[0]?.index };
  if (played.length > 1 && sorted("expected") === sorted("recorded")) {
    const numbers = played.map((draw) => draw.index).join(", ");
    return [...seat, { name: "order", ok: false, says: "draws-swapped", values: { numbers } }];
  }
  if (played.length > FEW_WRONG && 2 * played.length > draws.length - draws.indexOf(played[0]))
    return [...seat, { name: "outcomes", ok: false, says: "draws-other", values }];
  const told = (/** @type {Draw} */ { index, expected, recorded }) => ({ draw: index, expected, recorded });
  return [
    ...seat,
    ...played.map((draw) => ({ name: `outcome ${draw.index}`, ok: false, says: "draw-wrong", values: told(draw) })),
  ];
}

// What the proof of this game does not rule out: no fault, but a reader should know it.
/** @param {Proof} proof */
function notesOf({ players, anew, groups, witness }) {
  /** @type {Note[]} */
  const notes = hasChain(players.c) ? [] : [{ name: "bots-only", says: "bots-only" }];
  for (const [player, name] of /** @type {const} */ ([
    [players.c, "creator"],
    [players.g, "guest"],
  ])) {
    if (player?.kind !== "entrusted") continue;
    const values = { seat: player.seat };
    notes.push({ name: `entrusted ${name}`, says: "entrusted-told", values });
    if (player.word === "-") notes.push({ name: `no-word ${name}`, says: "no-word", values });
  }
  for (const { who, group, kind } of anew) {
    if (who === SERVER) {
      notes.push({ name: "restored", says: "restored-told", values: { group } });
      continue;
    }
    const [rest, says] = [groups.slice(group), kind === "person" ? "anew-own" : "anew-held"];
    const alone = rest.includes(OTHER[who]) ? rest.indexOf(OTHER[who]) : rest.length;
    const values = { seat: players[/** @type {Letter} */ (who)]?.seat ?? "?", group, alone };
    notes.push({ name: `anew ${who === "c" ? "creator" : "guest"}`, says, values });
  }
  if (!hasChain(players.c) || !hasChain(players.g)) return notes;
  if (witness === "always") return [...notes, { name: "witnessed", says: "witnessed" }];
  return [...notes, { name: "unwitnessed", says: "unwitnessed", values: { count: groups.length } }];
}

// Every chain: its end, who holds it, and how many of its links have been opened.
/** @param {Ledger} ledger @returns {ChainInfo[]} */
const chainsOf = (ledger) =>
  [...ledger.chains].map(([name, { end, kind, who }]) => ({
    ...{ name, end, kind, opened: ledger.used.get(name) ?? ledger.servers.get(name) ?? 0 },
    seat: who && (ledger.proof.players[/** @type {Letter} */ (who)]?.seat ?? null),
  }));

// ---- draws ----

// How numbers become deals and rolls: the tables of the protocol, and every draw made again.

// A number below a bound, each equally likely, from the first digest whose word is in no incomplete stretch.
/** @param {(attempt: string) => Uint8Array} digestOf @param {number} below @returns {Drawn} */
function numberFrom(digestOf, below) {
  for (let attempt = 0; ; attempt += 1) {
    const digest = digestOf(String(attempt));
    const word = new DataView(digest.buffer).getUint32(0);
    if (word < WORDS - (WORDS % below)) return { below, attempt, digest: toHex(digest), word, number: word % below };
  }
}

// Tables: lists of [outcome, weight] in the order of the protocol.
/** @param {[string, number][]} tricks @returns {Pile} */
function freshPile(tricks) {
  const sailors = NATIONS.flatMap((nation) =>
    [1, 2, 3, 4].map((value) => /** @type {[string, number]} */ ([nation + value, value === 3 ? 2 : 1])),
  );
  return new Map([...sailors, ...tricks]);
}

/** @param {number} count @returns {[string, number][]} */
function diceTable(count) {
  /** @type {number[][]} */
  let rows = [[]];
  for (let die = 0; die < count; die += 1) {
    rows = rows.flatMap((row) =>
      [1, 2, 3, 4, 5, 6].filter((pips) => pips >= (row.at(-1) ?? 1)).map((pips) => [...row, pips]),
    );
  }
  return rows.map((row) => [row.join("-"), ways(row)]);
}

/** @param {number[]} row */
function ways(row) {
  /** @type {(n: number) => number} */
  const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
  return [1, 2, 3, 4, 5, 6].reduce(
    (left, pips) => left / factorial(row.filter((die) => die === pips).length),
    factorial(row.length),
  );
}

/** @param {string} outcome @param {Pile} pile @returns {[string, number][]} */
function tableFor(outcome, pile) {
  if (/^[AB]$/.test(outcome))
    return [
      ["A", 1],
      ["B", 1],
    ];
  if (/^[1-6]/.test(outcome)) return diceTable(Math.min(outcome.split("-").length, MOST_DICE));
  return [...pile].filter(([, left]) => left > 0);
}

/** @param {[string, number][]} table @param {number} number */
function pick(table, number) {
  let reach = 0;
  for (const [outcome, weight] of table) {
    reach += weight;
    if (number < reach) return outcome;
  }
  return "no card at all";
}

// One draw made again: the kind of the recorded outcome tells the table, and what was drawn leaves the pile.
/** @param {string} recorded @param {Pile} pile @param {(below: number) => Drawn} from */
function drawAgain(recorded, pile, from) {
  const table = tableFor(recorded, pile);
  const draw = from(
    Math.max(
      1,
      table.reduce((sum, [, weight]) => sum + weight, 0),
    ),
  );
  const expected = pick(table, draw.number);
  const left = pile.get(expected);
  if (left !== undefined) pile.set(expected, left - 1);
  return { ...draw, expected, recorded, ok: expected === recorded };
}

// Says where each outcome belongs, when it is told all of them in order.
function places() {
  let dealt = 0;
  let rolled = 0;
  /** @param {string} outcome */
  return (outcome) => {
    if (/^[AB]$/.test(outcome)) return { kind: dealt ? "who" : "start", round: Math.ceil(dealt / 6), count: 0 };
    if (/^[1-6]/.test(outcome)) return { kind: "roll", round: Math.ceil(dealt / 6), count: (rolled += 1) };
    dealt += 1;
    rolled = 0;
    return { kind: "card", round: Math.ceil(dealt / 6), count: ((dealt - 1) % 6) + 1 };
  };
}
