// The public log is a Merkle tree as in RFC 6962; paths are checked as RFC 9162 says (2.1.3.2, 2.1.4.2).
import { fromHex, sha256, toHex } from "../../../site/scripts/sha256.js";
import { message } from "./ledger.js";

export const EMPTY = toHex(sha256(new Uint8Array())); // the root of a log without entries

// The leaf of an entry: its kind, the game, and what was fixed.
/** @param {string} kind @param {string} game @param {string} fixed */
export const leafOf = (kind, game, fixed) => toHex(sha256(Uint8Array.of(0, ...message("log", kind, game, fixed))));

/** @param {string} left @param {string} right */
const node = (left, right) => toHex(sha256(Uint8Array.of(1, ...fromHex(left), ...fromHex(right))));

// Where a path stands: the number of a part of the tree, and that of the last part at this height.
class Climb {
  /** @param {number} at @param {number} last */
  constructor(at, last) {
    this.at = at;
    this.last = last;
  }

  get ended() {
    return this.last === 0;
  }

  // Whether the next hash stands to the left.
  get fromLeft() {
    return this.at % 2 === 1 || this.at === this.last;
  }

  up() {
    this.at = Math.floor(this.at / 2);
    this.last = Math.floor(this.last / 2);
  }

  // Over the parts that have no neighbour at the right edge.
  skip() {
    while (this.at % 2 === 0 && this.at > 0) this.up();
  }
}

// Whether the path leads from the leaf with this number to the root of a log of this size.
/** @param {string} leaf @param {number} number @param {number} size @param {string} root @param {string[]} path */
export function isIncluded(leaf, number, size, root, path) {
  if (number < 0 || number >= size) return false;
  const climb = new Climb(number, size - 1);
  let found = leaf;
  for (const step of path) {
    if (climb.ended) return false;
    const left = climb.fromLeft;
    found = left ? node(step, found) : node(found, step);
    if (left) climb.skip();
    climb.up();
  }
  return climb.ended && found === root;
}

// Whether the log with the first size and root is the beginning of that with the second.
/**
 * @param {{ size: number, root: string }} first
 * @param {{ size: number, root: string }} second
 * @param {string[]} path
 */
export function isConsistent(first, second, path) {
  if (first.size === second.size) return first.root === second.root && !path.length;
  if (first.size <= 0 || first.size > second.size) return false;
  const climb = new Climb(first.size - 1, second.size - 1);
  while (climb.at % 2 === 1) climb.up();
  const [start, ...rest] = Number.isInteger(Math.log2(first.size)) ? [first.root, ...path] : path;
  if (!start) return false;
  let [old, fresh] = [start, start];
  for (const step of rest) {
    if (climb.ended) return false;
    const left = climb.fromLeft;
    if (left) old = node(step, old);
    fresh = left ? node(step, fresh) : node(fresh, step);
    if (left) climb.skip();
    climb.up();
  }
  return climb.ended && old === first.root && fresh === second.root;
}
