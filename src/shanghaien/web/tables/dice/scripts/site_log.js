// Asks the server for its public log, and keeps in this browser what was seen of it at the last visit.
import { checkLog } from "./log.js";
import { leafOf } from "./merkle_tree.js";

/** @import { Memory } from "../../scripts/chains.js" */
/** @import { LogReport, SeenLog } from "./log.js" */
/** @typedef {{ epoch: number, key: string, size: number, root: string, time: number, signature: string }} ShownHead */
/** @typedef {{ epoch: number, number: number, leaf: string }} PlacedEntry */

const PATIENCE = 8000;
const REFUSED = [400, 404]; // there is no such head, entry or path
const HASH = /^[0-9a-f]{64}$/;
const DAILY = new RegExp(
  String.raw`<id>urn:shanghaien:public-log:(\d{1,9}):[\d-]{10}</id>.*?` +
    String.raw`<content[^>]*>(\d{1,15}) ([0-9a-f]{64}) (\d{1,15}) ([0-9a-f]{128}) ([0-9a-f]{64})</content>`,
  "gs",
);
const SHELF = "public-log";

export class SiteLog {
  /** @param {string} [address] of a site, or of this one */
  constructor(address = "") {
    this.address = address;
  }

  async keys() {
    return ((await this.#text("key")) ?? "").split("\n").filter((line) => HASH.test(line));
  }

  /** @returns {Promise<ShownHead | null>} */
  async head() {
    const head = await this.#json("head");
    if (head && ![head.root, head.key].every((each) => HASH.test(each))) throw new Error("head");
    return head;
  }

  /** @returns {Promise<ShownHead[]>} */
  async daily() {
    const found = ((await this.#text("heads.atom")) ?? "").matchAll(DAILY);
    return [...found].map(([, epoch, size, root, time, signature, key]) => ({
      ...{ epoch: Number(epoch), key, size: Number(size), root, time: Number(time), signature },
    }));
  }

  /** @param {string} game @returns {Promise<PlacedEntry[]>} */
  async entries(game) {
    /** @type {{ epoch: number, number: number, kind: string, game: string, hash: string }[]} */
    const found = (await this.#json(`entries?game=${encodeURIComponent(game)}`)) ?? [];
    return found.map(({ epoch, number, kind, game: about, hash }) => ({
      epoch,
      number,
      leaf: leafOf(kind, about, hash),
    }));
  }

  /** @param {number} epoch @param {number} number @param {number} size */
  inclusion(epoch, number, size) {
    return this.#path(`inclusion?epoch=${epoch}&number=${number}&size=${size}`);
  }

  /** @param {number} epoch @param {number} first @param {number} second */
  consistency(epoch, first, second) {
    return this.#path(`consistency?epoch=${epoch}&from=${first}&to=${second}`);
  }

  // Null where the server can't give one.
  /** @param {string} what @returns {Promise<string[] | null>} */
  async #path(what) {
    const path = (await this.#json(what))?.path;
    return Array.isArray(path) && path.every((each) => HASH.test(each)) ? path : null;
  }

  /** @param {string} what */
  async #json(what) {
    const text = await this.#text(what);
    return text === null ? null : JSON.parse(text);
  }

  // Null where the server says that there is no such thing.
  /** @param {string} what */
  async #text(what) {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(`${this.address}/dice/log/${what}`, { cache: "no-store", signal });
    if (REFUSED.includes(answer.status)) return null;
    if (!answer.ok) throw new Error(what);
    return answer.text();
  }
}

// Checks this site's log with the receipts of a game, and remembers its head for the next visit; null where the server
// does not answer.
/** @param {Pick<Memory, "receipts" | "key">} memory @returns {Promise<LogReport | null>} */
export function checkSiteLog(memory) {
  const check = async () => {
    try {
      const report = await checkLog(new SiteLog(), lastSeen(), memory);
      remember(report.seen);
      return report;
    } catch {
      return null;
    }
  };
  // Of two tabs the slower one must not take what the other one has remembered for the future.
  return globalThis.navigator?.locks ? navigator.locks.request(SHELF, check) : check();
}

/** @returns {SeenLog} */
function lastSeen() {
  const nothing = { keys: {}, heads: {} };
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(SHELF) ?? "{}") };
  } catch {
    return nothing;
  }
}

/** @param {SeenLog} seen */
function remember(seen) {
  try {
    localStorage.setItem(SHELF, JSON.stringify(seen));
  } catch {
    // Then the next visit has nothing to compare with.
  }
}
