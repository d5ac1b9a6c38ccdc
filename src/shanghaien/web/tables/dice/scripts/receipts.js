// Compares the receipts that this browser was given with the record, and with each other; the signatures are checked
// with Web Crypto where it knows Ed25519.
import { message } from "./ledger.js";
import { fromHex } from "../../../site/scripts/sha256.js";

const LINE = /^\S{1,64}( ([0-9a-f]{64}|-)){2} [0-9]{1,15} [0-9a-f]{64} [0-9]{1,15} [0-9a-f]{128}$/;
const wrong = (name, says) => ({ name, ok: false, says });

// Checks for the lines in `memory`; `hashes` are the reservation and the contract that the record gives.
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
const importKey = (key) =>
  crypto.subtle?.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]).catch(() => null) ?? null;

const isSigned = (fields, key) =>
  crypto.subtle.verify("Ed25519", key, fromHex(fields[6]), message("receipt", ...fields.slice(0, 6)));

function contradictions(read) {
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
