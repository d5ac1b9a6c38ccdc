// Checks the dice of a game of the first protocol in the reader's own browser; docs/fairness.md describes it.
// Nothing is asked of the server: the record and the words that the page brings along are all that is needed.
import { drawAgain, freshPile, numberFrom, places } from "./draws.js";
import { fromHex, hmac, sha256, toHex, utf8 } from "../../../site/scripts/sha256.js";

export const PROTOCOL = "shanghaien-fair-1";
const SEATS = ["A", "B"];
const message = (...fields) => utf8([PROTOCOL, ...fields].join("\n"));
const hashed = (...fields) => toHex(sha256(message(...fields)));
const keyed = (key, ...fields) => hmac(key, message(...fields));

export const commitment = (seed, gameId) => hashed("commit", gameId, seed);
export const seal = (gameId, seat, text) => hashed("seal", gameId, String(seat), toHex(utf8(text)));
export const programContribution = (seed, gameId, seat) =>
  "program:" + toHex(keyed(fromHex(seed), "program", gameId, String(seat)));
export const gameKey = (seed, gameId, contributions) =>
  keyed(fromHex(seed), "key", gameId, ...contributions.map((text) => (text === undefined ? "-" : toHex(utf8(text)))));

// The checks, each as {name, ok, told}; the told sentences are filled in from `says`,
// so that the page can translate them.
export function verify({ tags, tricks, outcomes }) {
  if (!tags.Commitment) return { checks: [{ name: "promise", ok: false, says: "nothing-promised" }], draws: [] };
  if (tags.Dice !== PROTOCOL) return { checks: [{ name: "protocol", ok: false, says: "other-protocol" }], draws: [] };
  if (!tags.Seed) return { checks: [{ name: "seed", ok: false, says: "not-opened" }], draws: [] };
  const checks = [checkSeed(tags), checkContribution(tags, 0), checkContribution(tags, 1)];
  const given = SEATS.map((letter) => tags[`Contribution-${letter}`]);
  const key = gameKey(tags.Seed, tags["Game-Id"] ?? "", given);
  const pile = freshPile(tricks);
  const place = places();
  const draws = outcomes.map((recorded, index) => {
    const from = (below) => numberFrom((attempt) => keyed(key, "draw", String(index), attempt), below);
    return { index, ...place(recorded), ...drawAgain(recorded, pile, from) };
  });
  return { checks, draws };
}

function checkSeed(tags) {
  const made = commitment(tags.Seed, tags["Game-Id"] ?? "");
  const ok = made === tags.Commitment;
  return { name: "seed", ok, says: ok ? "seed-kept" : "seed-broken" };
}

function checkContribution(tags, seat) {
  const name = `contribution ${SEATS[seat]}`;
  const text = tags[`Contribution-${SEATS[seat]}`];
  const receipt = tags[`Seal-${SEATS[seat]}`];
  const values = { seat: SEATS[seat] };
  if (text === undefined) {
    const ok = receipt === undefined;
    return { name, values, ok, says: ok ? "none-given" : "contribution-missing" };
  }
  if (seal(tags["Game-Id"] ?? "", seat, text) !== receipt) return { name, values, ok: false, says: "seal-broken" };
  const chosen = text.startsWith("program:") && text !== programContribution(tags.Seed, tags["Game-Id"], seat);
  return { name, values, ok: !chosen, says: chosen ? "program-chose" : "seal-kept" };
}
