// How numbers become deals and rolls: the tables of the protocol, and every draw made again.
import { toHex } from "../../../site/scripts/sha256.js";

const NATIONS = ["AME", "FRE", "GER", "CHI", "DUT", "TUR", "SPA", "ITA"];
const WORDS = 2 ** 32;
const MOST_DICE = 12; // no more lie on a table; a made-up record must not keep the page busy

// A number below a bound, each equally likely, from the first digest whose word is in no incomplete stretch.
export function numberFrom(digestOf, below) {
  for (let attempt = 0; ; attempt += 1) {
    const digest = digestOf(String(attempt));
    const word = new DataView(digest.buffer).getUint32(0);
    if (word < WORDS - (WORDS % below)) return { below, attempt, digest: toHex(digest), word, number: word % below };
  }
}

// Tables: lists of [outcome, weight] in the order of the protocol.
export function freshPile(tricks) {
  const sailors = NATIONS.flatMap((nation) => [1, 2, 3, 4].map((value) => [nation + value, value === 3 ? 2 : 1]));
  return new Map([...sailors, ...tricks]);
}

function diceTable(count) {
  let rows = [[]];
  for (let die = 0; die < count; die += 1) {
    rows = rows.flatMap((row) =>
      [1, 2, 3, 4, 5, 6].filter((pips) => pips >= (row.at(-1) ?? 1)).map((pips) => [...row, pips]),
    );
  }
  return rows.map((row) => [row.join("-"), ways(row)]);
}

function ways(row) {
  const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
  return [1, 2, 3, 4, 5, 6].reduce(
    (left, pips) => left / factorial(row.filter((die) => die === pips).length),
    factorial(row.length),
  );
}

function tableFor(outcome, pile) {
  if (/^[AB]$/.test(outcome))
    return [
      ["A", 1],
      ["B", 1],
    ];
  if (/^[1-6]/.test(outcome)) return diceTable(Math.min(outcome.split("-").length, MOST_DICE));
  return [...pile].filter(([, left]) => left > 0);
}

function pick(table, number) {
  let reach = 0;
  for (const [outcome, weight] of table) {
    reach += weight;
    if (number < reach) return outcome;
  }
  return "no card at all";
}

// One draw made again: the kind of the recorded outcome tells the table, and what was drawn leaves the pile.
export function drawAgain(recorded, pile, from) {
  const table = tableFor(recorded, pile);
  const draw = from(
    Math.max(
      1,
      table.reduce((sum, [, weight]) => sum + weight, 0),
    ),
  );
  const expected = pick(table, draw.number);
  if (pile.has(expected)) pile.set(expected, pile.get(expected) - 1);
  return { ...draw, expected, recorded, ok: expected === recorded };
}

// Says where each outcome belongs, when it is told all of them in order.
export function places() {
  let dealt = 0;
  let rolled = 0;
  return (outcome) => {
    if (/^[AB]$/.test(outcome)) return { kind: dealt ? "who" : "start", round: Math.ceil(dealt / 6), count: 0 };
    if (/^[1-6]/.test(outcome)) return { kind: "roll", round: Math.ceil(dealt / 6), count: (rolled += 1) };
    dealt += 1;
    rolled = 0;
    return { kind: "card", round: Math.ceil(dealt / 6), count: ((dealt - 1) % 6) + 1 };
  };
}
