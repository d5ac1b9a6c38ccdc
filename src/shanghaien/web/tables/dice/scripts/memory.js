// Compares what the player's own page remembers of a game with its record: a record alone can be made up whole.
import { fromHex } from "../../../site/scripts/sha256.js";
import { contractOf, message, reservationOf } from "./ledger.js";

/** @import { Memory, Sent } from "../../scripts/chains.js" */
/** @import { Check, Ledger } from "./ledger.js" */
/** @import { Letter, Proof } from "./proof.js" */

/** @typedef {{ said: string, steps: string }} Before the choices before a group, and the digest of its steps */

// `before` is for each group what stands in the record before it. Every check is told, also those that are well.
/** @param {Memory} memory @param {Proof} proof @param {Ledger} ledger @param {Before[]} before @returns {Check[]} */
export function compareMemory(memory, proof, ledger, before) {
  return [
    same("game", memory.game, proof.game, "game"),
    same("reservation", memory.reservation, reservationOf(proof), "seen"),
    same("receipt", memory.contract, contractOf(proof), "receipt"),
    ...ownEnds(memory, proof),
    ...openings(memory, ledger, before),
    ...history(memory, ledger),
  ].filter((check) => check !== null);
}

/**
 * @param {string} name
 * @param {string} remembered
 * @param {string} found
 * @param {string} says
 * @returns {Check | null}
 */
function same(name, remembered, found, says) {
  if (!remembered) return null;
  const ok = remembered === found;
  return ok && name === "game" ? null : { name, ok, says: `${says}-${ok ? "kept" : "broken"}` };
}

/** @param {Memory} memory @param {Proof} proof @returns {Check[]} */
function ownEnds({ who, ends }, { players, anew, held }) {
  const letter = /** @type {Letter} */ (who[0]);
  const player = players[letter];
  const own = anew.filter((entry) => entry.who === letter);
  const made = ends.filter((end) => end !== held[letter]);
  /** @type {Check[]} */
  const checks = [];
  if (player?.kind === "person") {
    const ok = ends.includes(player.end);
    checks.push({ name: "own-chain", ok, says: ok ? "own-kept" : "own-broken" });
  } else if (player && made.length && !own.some(({ kind }) => kind === "person")) {
    checks.push({ name: "own-chain", ok: false, says: "own-missing" });
  }
  const foreign = own.filter(({ end }) => !ends.includes(end));
  const told = (/** @type {{ group: number }} */ { group }) => ({
    name: `anew ${group}`,
    ok: false,
    loud: true,
    says: "anew-foreign",
    values: { group },
  });
  return [...checks, ...foreign.map(told)];
}

/** @param {Memory} memory @param {Ledger} ledger @param {Before[]} before @returns {Check[]} */
function openings({ opened, told = [] }, ledger, before) {
  const checks = Object.entries(opened).map(([group, [chain, number, choice = "", steps = ""]]) => {
    const name = `opening ${group}`;
    if (ledger.groups[Number(group)]?.links[chain] !== number)
      return { name, ok: false, says: "opening-broken", values: { group, chain, number } };
    return openedAfter(Number(group), choice, steps, before) ?? { name, ok: true, says: "" };
  });
  const wrong = [...checks, ...misused(told, ledger, before, opened)].filter((check) => !check.ok);
  const count = checks.filter((check) => check.ok).length;
  return [...(count ? [{ name: "openings", ok: true, says: "openings-kept", values: { count } }] : []), ...wrong];
}

// Links that were sent and never answered: they may be missing in the record, but not stand after other steps.
/** @param {Sent[]} told @param {Ledger} ledger @param {Before[]} before @param {Memory["opened"]} opened */
function misused(told, ledger, before, opened) {
  return ledger.groups.flatMap(({ links }, group) => {
    if (group in opened) return [];
    const sent = told.filter(([chain, number]) => links[chain] === number);
    const wrong = sent.map(([, , choice, , steps = ""]) => openedAfter(group, choice, steps, before));
    return wrong.filter((check) => check !== null).slice(0, wrong.includes(null) ? 0 : 1);
  });
}

// Null if a link was opened after what the record says.
/**
 * @param {number} group
 * @param {string} choice
 * @param {string} steps
 * @param {Before[]} before
 * @returns {Check | null}
 */
function openedAfter(group, choice, steps, before) {
  const found = before[group];
  if (!found) return null;
  const values = { group, choice, said: found.said };
  if (choice && found.said && !` ${found.said}`.endsWith(` ${choice.toLowerCase()}`))
    return { name: `choice ${group}`, ok: false, says: "choice-broken", values };
  if (!steps || steps === found.steps) return null;
  return { name: `steps ${group}`, ok: false, says: "steps-broken", values };
}

/** @param {Memory} memory @param {Ledger} ledger */
function history({ seen }, ledger) {
  return Object.entries(seen)
    .filter(([group, head]) => !ledger.heads.get(Number(group))?.has(head))
    .map(([group]) => ({ name: `history ${group}`, ok: false, says: "history-broken", values: { group } }));
}

// ---- receipts ----

// Compares the receipts that this browser was given with the record, and with each other; the signatures are checked
// with Web Crypto where it knows Ed25519.
export const LINE = /^\S{1,64}( ([0-9a-f]{64}|-)){2} [0-9]{1,15} [0-9a-f]{64} [0-9]{1,15} [0-9a-f]{128}$/;
/** @param {string} name @param {string} says @returns {Check} */
const wrong = (name, says) => ({ name, ok: false, says });

// Checks for the lines in `memory`; `hashes` are the reservation and the contract that the record gives.
/** @param {Memory} memory @param {{ reservation: string, contract: string }} hashes @returns {Promise<Check[]>} */
export async function checkReceipts({ game, receipts = [], key = "" }, hashes) {
  const read = receipts.filter((line) => LINE.test(line)).map((line) => line.split(" "));
  const found = receipts.filter((line) => !LINE.test(line)).map(() => wrong("receipt", "receipt-broken"));
  const publicKey = await importKey(key);
  for (const fields of read) {
    if (publicKey && !(await isSigned(fields, publicKey))) found.push(wrong("signature", "signature-broken"));
    if (fields[0] !== game) found.push(wrong("receipt", "receipt-broken"));
    else if (fields[1] !== hashes.reservation) found.push(wrong("reservation", "signed-other-ends"));
    else if (!["-", hashes.contract].includes(fields[2])) found.push(wrong("receipt", "receipt-broken"));
  }
  found.push(...contradictions(read));
  if (!read.length || found.length) return found;
  const says = publicKey ? "receipts-kept" : "receipts-unread";
  return [{ name: "receipts", ok: true, says, values: { count: read.length } }];
}

// Null where the browser can't check signatures of this kind.
/** @param {string} key @returns {Promise<CryptoKey | null> | null} */
const importKey = (key) =>
  crypto.subtle?.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]).catch(() => null) ?? null;

/** @param {string[]} fields @param {CryptoKey} key */
const isSigned = (fields, key) =>
  crypto.subtle.verify("Ed25519", key, fromHex(fields[6]), message("receipt", ...fields.slice(0, 6)));

/** @param {string[][]} read */
function contradictions(read) {
  /** @type {Map<string, string>} */
  const said = new Map();
  return read.flatMap(([game, reservation, contract, size, root]) =>
    [
      ["two-logs", size, root],
      ["two-reservations", game, reservation],
      ...(contract === "-" ? [] : [["two-contracts", game, contract]]),
    ].flatMap(([name, about, fixed]) => {
      const before = said.get(name + about) ?? fixed;
      said.set(name + about, before);
      return before === fixed ? [] : [wrong(name, "server-contradicts")];
    }),
  );
}
