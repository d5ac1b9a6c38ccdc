// Checks the dice of a game in the reader's own browser, finished or not: the contract, every chain, whose link each
// group used, and every draw. Written from docs/fairness.md; findings are named as there.
import { drawAgain, freshPile, numberFrom, places } from "./draws.js";
import { Ledger, contractOf, message, reservationOf } from "./ledger.js";
import { compareMemory } from "./memory.js";
import { PROTOCOL, Unreadable, faultsOf, hasChain, readProof, seatRuns, OTHER, SERVER } from "./proof.js";
import { fromHex, hmac } from "../../../site/scripts/sha256.js";

const FEW_WRONG = 10;
const REAL_DICE = "manual";

// `record` is what readRecord gives; `memory` what the player's own page remembers, or null.
export function verify(record, memory = null) {
  if (record.tags.Dice !== PROTOCOL) return broken(otherDice(record.tags.Dice));
  try {
    return checked(readProof(record.tags, record.setup), record, memory);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return broken({ name: "tags", says: "tags-broken", values: { tag: error.message } });
  }
}

const otherDice = (dice) => ({
  name: "protocol",
  says: dice && dice !== REAL_DICE ? "other-protocol" : "nothing-promised",
});

const broken = (fault) => ({
  checks: [{ ok: false, ...fault }],
  draws: [],
  wrong: [],
  notes: [],
  chains: [],
  findings: [fault.name],
});

function checked(proof, record, memory) {
  const ledger = new Ledger(proof);
  ledger.walk(record.actorsKnown ? record.runs.map((run) => run.actor) : []);
  const draws = [...drawsOf(proof, ledger, record)];
  const checks = [...contractChecks(proof), ...ledger.faults, ...ledger.chainChecks(), ...groupCheck(proof, record)];
  if (memory) checks.push(...compareMemory(memory, proof, ledger, saidBefore(proof, record)));
  const wrong = wrongDraws(draws);
  const findings = [...checks.filter((check) => !check.ok), ...wrong].map(({ name }) => name);
  const notes = [
    ...notesOf(proof),
    ...(record.actorsKnown ? [] : [{ name: "actors-unknown", says: "actors-unknown" }]),
  ];
  const hashes = { reservation: reservationOf(proof), contract: contractOf(proof), head: ledger.head };
  return { checks, draws, wrong, findings, notes, chains: chainsOf(ledger), hashes, ledger };
}

function contractChecks(proof) {
  const faults = faultsOf(proof).map((fault) => ({ name: "contract", ok: false, ...fault }));
  const contract = faults.length ? faults : [{ name: "contract", ok: true, says: "contract-kept" }];
  if (proof.seat === "drawn")
    return proof.groups ? contract : [...contract, { name: "seat", ok: false, says: "seat-undrawn" }];
  const ok = proof.seat.at(-1).toUpperCase() === proof.players.c.seat;
  return [...contract, { name: "seat", ok, says: ok ? "seat-kept" : "seat-broken" }];
}

function groupCheck(proof, record) {
  const groups = proof.groups.length - seatRuns(proof);
  const values = { groups, runs: record.runs.length };
  return groups === record.runs.length ? [] : [{ name: "groups", ok: false, says: "groups-broken", values }];
}

// For each group what was said in the record before it.
const saidBefore = (proof, record) => [...Array(seatRuns(proof)).fill(""), ...record.runs.map((run) => run.said)];

const PURPOSES = { start: "start", who: "start", card: "card", roll: "dice" };

function* drawsOf(proof, ledger, record) {
  const [alone, drawn] = [seatRuns(proof), proof.seat === "drawn"];
  const [pile, place] = [freshPile(record.tricks), places()];
  if (drawn && ledger.groups.length) yield seatDraw(proof, ledger.groups[0]);
  for (const [number, group] of ledger.groups.slice(alone).entries()) {
    const first = Number(drawn && number + alone === 0);
    for (const [step, recorded] of (record.runs[number]?.outcomes ?? []).entries()) {
      const told = place(recorded);
      const from = (below) => numberIn(group, step + first, PURPOSES[told.kind], below);
      yield { index: `${number + alone}.${step + first}`, ...told, ...drawAgain(recorded, pile, from), ...group };
    }
  }
}

const numberIn = ({ key }, place, purpose, below) =>
  numberFrom((attempt) => hmac(fromHex(key), message("draw", String(place), purpose, attempt)), below);

function seatDraw(proof, group) {
  const draw = numberIn(group, 0, "seat", 2);
  const [expected, recorded] = ["AB"[draw.number], proof.players.c.seat];
  return { index: "0.0", kind: "seat", ...draw, expected, recorded, ok: expected === recorded, ...group };
}

function wrongDraws(draws) {
  const wrong = draws.filter((draw) => !draw.ok);
  const played = wrong.filter((draw) => draw.kind !== "seat");
  const seat = wrong.length > played.length ? [{ name: "seat", ok: false, says: "seat-otherwise" }] : [];
  const sorted = (which) => JSON.stringify(played.map((draw) => draw[which]).sort());
  const values = { wrong: played.length, count: draws.length, first: played[0]?.index };
  if (played.length > 1 && sorted("expected") === sorted("recorded")) {
    const numbers = played.map((draw) => draw.index).join(", ");
    return [...seat, { name: "order", ok: false, says: "draws-swapped", values: { numbers } }];
  }
  if (played.length > FEW_WRONG && 2 * played.length > draws.length - draws.indexOf(played[0]))
    return [...seat, { name: "outcomes", ok: false, says: "draws-other", values }];
  const told = ({ index, expected, recorded }) => ({ draw: index, expected, recorded });
  return [
    ...seat,
    ...played.map((draw) => ({ name: `outcome ${draw.index}`, ok: false, says: "draw-wrong", values: told(draw) })),
  ];
}

// What the proof of this game does not rule out: no fault, but a reader should know it.
function notesOf({ players, anew, groups, witness }) {
  const notes = hasChain(players.c) ? [] : [{ name: "bots-only", says: "bots-only" }];
  for (const [who, name] of [
    ["c", "creator"],
    ["g", "guest"],
  ]) {
    if (players[who]?.kind !== "entrusted") continue;
    const values = { seat: players[who].seat };
    notes.push({ name: `entrusted ${name}`, says: "entrusted-told", values });
    if (players[who].word === "-") notes.push({ name: `no-word ${name}`, says: "no-word", values });
  }
  for (const { who, group, kind } of anew) {
    if (who === SERVER) {
      notes.push({ name: "restored", says: "restored-told", values: { group } });
      continue;
    }
    const [rest, says] = [groups.slice(group), kind === "person" ? "anew-own" : "anew-held"];
    const alone = rest.includes(OTHER[who]) ? rest.indexOf(OTHER[who]) : rest.length;
    const values = { seat: players[who]?.seat ?? "?", group, alone };
    notes.push({ name: `anew ${who === "c" ? "creator" : "guest"}`, says, values });
  }
  if (!hasChain(players.c) || !hasChain(players.g)) return notes;
  if (witness === "always") return [...notes, { name: "witnessed", says: "witnessed" }];
  return [...notes, { name: "unwitnessed", says: "unwitnessed", values: { count: groups.length } }];
}

// Every chain: its end, who holds it, and how many of its links have been opened.
const chainsOf = (ledger) =>
  [...ledger.chains].map(([name, { end, kind, who }]) => ({
    ...{ name, end, kind, opened: ledger.used.get(name) ?? ledger.servers.get(name) ?? 0 },
    seat: who && (ledger.proof.players[who]?.seat ?? null),
  }));
