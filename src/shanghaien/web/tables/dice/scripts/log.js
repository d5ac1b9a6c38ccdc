// The public log as this browser checks it: what the server shows now, against what it has shown and signed before. The
// same checks as in `fairness/public_log.py`; docs/fairness.md has the names of what they find.
import { fromHex } from "../../../site/scripts/sha256.js";
import { message } from "./ledger.js";
import { LINE } from "./memory.js";
import { EMPTY, isConsistent, isIncluded, leafOf } from "./merkle_tree.js";

/** @import { Check } from "./ledger.js" */
/** @import { ShownHead, SiteLog } from "./site_log.js" */
/** @typedef {{ size: number, root: string, time: number }} Head */
/** @typedef {{ game: string, reservation: string, contract: string, head: Head, fields: string[] }} Receipt */
/**
 * What the last visit saw: of each log, by its number, the key and the greatest head.
 * @typedef {{ keys: Record<string, string>, heads: Record<string, Head> }} SeenLog
 */
/** @typedef {{ says: string, values?: Record<string, unknown> }} Note */
/**
 * @typedef {object} LogReport
 * @property {Check[]} findings
 * @property {Note[]} notes
 * @property {SeenLog} seen what to remember until the next visit
 * @property {ShownHead} present
 * @property {number} receipts how many were looked up in the log
 */

/** @param {string} name @param {Record<string, unknown>} [values] @param {string} [says] @returns {Check} */
const wrong = (name, values, says = name) => ({ name, ok: false, says, values });

// `receipts` are the lines that this browser keeps, `key` what came with them.
/**
 * @param {SiteLog} source
 * @param {SeenLog} seen
 * @param {{ receipts?: string[], key?: string }} memory
 * @returns {Promise<LogReport>}
 */
export async function checkLog(source, seen, { receipts = [], key = "" }) {
  const [keys, atOnce, daily] = await Promise.all([source.keys(), source.head(), source.daily()]);
  const head = atOnce ?? daily[0];
  if (!head || !keys.length) throw new Error("no log");
  const audit = new Audit(source, seen, { keys, head, daily, atOnce: atOnce !== null }, key);
  const read = receipts.filter((line) => LINE.test(line)).map(readReceipt);
  await audit.run(read);
  const findings = [...new Map(audit.findings.map((each) => [JSON.stringify(each), each])).values()];
  return { findings, notes: audit.notes, seen: audit.toRemember(), present: head, receipts: read.length };
}

/** @param {string} line @returns {Receipt} */
function readReceipt(line) {
  const fields = line.split(" ");
  const [game, reservation, contract, size, root, time] = fields;
  return { game, reservation, contract, head: { size: Number(size), root, time: Number(time) }, fields };
}

class Audit {
  /** @type {Check[]} */
  findings = [];
  /** @type {Note[]} */
  notes = [];
  /** @type {Map<number, Head[]>} of each log all heads that paths have to connect */
  #heads = new Map();

  /**
   * @param {SiteLog} source
   * @param {SeenLog} seen
   * @param {{ keys: string[], head: ShownHead, daily: ShownHead[], atOnce: boolean }} shown the head of now or of a day
   * @param {string} key
   */
  constructor(source, seen, { keys, head, daily, atOnce }, key) {
    this.source = source;
    this.seen = seen;
    this.keys = keys;
    this.present = head;
    this.atOnce = atOnce;
    this.daily = daily;
    this.shown = [head, ...daily];
    this.key = key;
    /** @type {Map<number, string>} */
    this.keyOf = new Map(keys.map((each, at) => [at + 1, each]));
    for (const each of this.shown.toReversed()) this.keyOf.set(each.epoch, each.key);
  }

  /** @param {Receipt[]} receipts */
  async run(receipts) {
    this.#checkKeys();
    await this.#checkSignatures();
    this.#sinceLastVisit();
    for (const receipt of receipts) await this.#checkReceipt(receipt);
    this.#checkSize();
    this.#checkOrder();
    for (const epoch of this.#heads.keys()) await this.#checkPaths(epoch);
  }

  // The greatest head so far; where something is wrong, what was seen before stays as it was.
  /** @returns {SeenLog} */
  toRemember() {
    const { seen, present } = this;
    if (this.findings.length && Object.keys(seen.keys).length) return seen;
    const { epoch, size, root, time } = present;
    const keys = { ...Object.fromEntries(this.keyOf), ...seen.keys };
    return { keys, heads: { ...seen.heads, [epoch]: { size, root, time } } };
  }

  #checkKeys() {
    const { present, seen } = this;
    for (const { epoch, key } of this.shown) {
      if (!this.keys.includes(key) || key !== this.keyOf.get(epoch)) this.findings.push(wrong("log-key", { epoch }));
    }
    for (const [epoch, key] of Object.entries(seen.keys)) {
      const changed = this.keyOf.get(Number(epoch)) !== key || !this.keys.includes(key);
      if (changed) this.findings.push(wrong("log-key", { epoch: Number(epoch) }));
    }
    const known = Object.keys(seen.keys).map(Number);
    const latest = Math.max(...known);
    if (!known.length) this.notes.push({ says: "log-first" });
    else if (present.epoch < latest) this.findings.push(wrong("log-key", { epoch: latest }));
    else if (present.epoch > latest) this.notes.push({ says: "log-anew", values: { epoch: present.epoch } });
  }

  async #checkSignatures() {
    for (const { key, size, root, time, signature } of this.shown) {
      const signed = message("head", String(size), root, String(time));
      if (!(await isSigned(key, signature, signed))) this.findings.push(wrong("log-signature"));
    }
  }

  #sinceLastVisit() {
    const { epoch, size, time } = this.present;
    this.#add(epoch, this.present);
    for (const each of this.daily) {
      if (!this.#heads.has(each.epoch) || each === this.daily[0]) this.#add(each.epoch, each);
    }
    for (const [number, head] of Object.entries(this.seen.heads)) this.#add(Number(number), head);
    const last = this.seen.heads[epoch];
    if (last && size === last.size && time < last.time) this.findings.push(wrong("log-time"));
  }

  /** @param {Receipt} receipt */
  async #checkReceipt({ game, reservation, contract, head, fields }) {
    const key = await this.#signerOf(fields);
    if (!key) {
      const exchanged = this.key && !this.keys.includes(this.key);
      this.findings.push(exchanged ? wrong("log-key", { epoch: this.present.epoch }) : wrong("log-signature"));
      return;
    }
    if (head.size === 0 || head.root === EMPTY) {
      this.findings.push(wrong("log-empty"));
      return;
    }
    const epoch = Math.max(...[...this.keyOf].filter(([, each]) => each === key).map(([number]) => number));
    this.#add(epoch, head);
    await this.#checkIncluded("reservation", { game, fixed: reservation, epoch, head });
    if (contract !== "-") await this.#checkIncluded("contract", { game, fixed: contract, epoch, head });
  }

  // The published key that a receipt is signed with: the one that it came with, else any.
  /** @param {string[]} fields */
  async #signerOf(fields) {
    if (this.key && !this.keys.includes(this.key)) return null;
    const signed = message("receipt", ...fields.slice(0, 6));
    for (const key of [this.key, ...this.keys.toReversed()].filter(Boolean)) {
      if (await isSigned(key, fields[6], signed)) return key;
    }
    return null;
  }

  // Whether an entry is in the log now, and was when its receipt was given.
  /** @param {string} kind @param {{ game: string, fixed: string, epoch: number, head: Head }} receipt */
  async #checkIncluded(kind, { game, fixed, epoch, head }) {
    const leaf = leafOf(kind, game, fixed);
    const place = (await this.source.entries(game)).find((each) => each.epoch === epoch && each.leaf === leaf);
    const missing = wrong("log-inclusion", { size: head.size }, `log-no-${kind}`);
    if (!place) {
      this.#missing(epoch, missing);
      return;
    }
    const now = epoch === this.present.epoch && place.number < this.present.size ? [this.present] : [];
    for (const { size, root } of [head, ...now]) {
      const path = await this.source.inclusion(epoch, place.number, size);
      if (!path) this.#missing(epoch, missing);
      else if (!isIncluded(leaf, place.number, size, root, path)) this.findings.push(missing);
    }
  }

  // The log was never larger than it is now.
  #checkSize() {
    const { epoch, size, time } = this.present;
    const seen = this.seen.heads[epoch]?.size ?? 0;
    // A receipt may be younger than the head of the day.
    const heads = this.#all(epoch).filter((head) => this.atOnce || head.time <= time);
    const before = Math.max(seen, ...heads.map((head) => head.size));
    if (size < before) this.findings.push(wrong("log-size", { size, before }));
  }

  // What all signed heads of a log say of each other, without asking the server anything more.
  #checkOrder() {
    for (const epoch of new Set([...this.#heads.keys(), ...this.daily.map((each) => each.epoch)])) {
      const heads = this.#all(epoch).toSorted((one, other) => one.size - other.size || one.time - other.time);
      for (const [at, larger] of heads.slice(1).entries()) {
        const smaller = heads[at];
        if (smaller.size === larger.size && smaller.root !== larger.root)
          this.findings.push(wrong("log-fork", { size: larger.size }));
        if (smaller.size < larger.size && larger.size <= this.#limit(epoch) && smaller.time > larger.time)
          this.findings.push(wrong("log-time"));
      }
    }
  }

  /** @param {number} epoch */
  async #checkPaths(epoch) {
    const shown = (this.#heads.get(epoch) ?? []).filter(({ size }) => size > 0 && size <= this.#limit(epoch));
    const bySize = new Map(shown.toReversed().map((head) => [head.size, head]));
    const heads = [...bySize.values()].toSorted((one, other) => one.size - other.size);
    for (const [at, second] of heads.slice(1).entries()) {
      const first = heads[at];
      const path = await this.source.consistency(epoch, first.size, second.size);
      const missing = wrong("log-consistency", { first: first.size, second: second.size });
      if (!path) this.#missing(epoch, missing);
      else if (!isConsistent(first, second, path)) this.findings.push(missing);
    }
  }

  // What is not shown; after a restore the end of the log before it may honestly be lost.
  /** @param {number} epoch @param {Check} finding */
  #missing(epoch, finding) {
    if (epoch === this.present.epoch) this.findings.push(finding);
    else if (!this.notes.some(({ says }) => says === "log-lost"))
      this.notes.push({ says: "log-lost", values: { epoch } });
  }

  /** @param {number} epoch */
  #all(epoch) {
    return [...(this.#heads.get(epoch) ?? []), ...this.daily.filter((each) => each.epoch === epoch)];
  }

  // The size up to which heads are compared: what lies beyond that of now is named by its size already.
  /** @param {number} epoch */
  #limit(epoch) {
    return epoch === this.present.epoch && this.atOnce ? this.present.size : Infinity;
  }

  /** @param {number} epoch @param {Head} head */
  #add(epoch, { size, root, time }) {
    this.#heads.set(epoch, [...(this.#heads.get(epoch) ?? []), { size, root, time }]);
  }
}

// True as well where the browser can't check signatures of this kind.
/** @param {string} key @param {string} signature @param {Uint8Array<ArrayBuffer>} signed */
async function isSigned(key, signature, signed) {
  const known = await globalThis.crypto?.subtle
    ?.importKey("raw", fromHex(key), "Ed25519", false, ["verify"])
    .catch(() => null);
  return !known || crypto.subtle.verify("Ed25519", known, fromHex(signature), signed);
}
