// How clocks are reckoned: what time the server has, how much is left on a clock, and how that is written.

/** @typedef {[begins: number, ends: number][]} Pauses the times in which a clock stands, in order */
/**
 * In milliseconds.
 * @typedef {object} ClockState
 * @property {number} left
 * @property {number} since
 * @property {boolean} running
 * @property {boolean} days
 * @property {Pauses} pauses
 */
/** @typedef {{ days?: string, hours?: string, point?: string }} Words of the reader's language */

const HEARD = 8; // as many of the server's last words about the time are kept; the quickest on its way is believed
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TENTHS_BELOW = 20 * SECOND;
const MARKS = [60, 30, 10]; // seconds at which a reader is told

// The server's time, counted on by the browser's own steady clock, which nobody sets; every word of the server sets it
// right.
export class ServerTime {
  /** @type {number[]} */
  #offsets = [];

  /** @param {number} time the server's @param {number} at when it was heard by the steady clock */
  hear(time, at) {
    this.#offsets.push(time - at);
    if (this.#offsets.length > HEARD) this.#offsets.shift();
  }

  /** @param {number} at by the steady clock */
  at(at) {
    return Math.max(...this.#offsets) + at;
  }
}

/** @param {string} [text] @returns {Pauses} */
export const pausesIn = (text = "") =>
  [...text.matchAll(/(\d+)-(\d+)/g)].map(([, begins, ends]) => [Number(begins), Number(ends)]);

/** @param {ClockState} clock @param {number} time */
export const stands = ({ pauses }, time) => pauses.some(([begins, ends]) => begins <= time && time < ends);

/** @param {ClockState} clock @param {number} time */
export function leftOn({ left, since, running, pauses }, time) {
  if (!running) return left;
  let span = Math.max(0, time - since);
  for (const [begins, ends] of pauses) span -= Math.max(0, Math.min(time, ends) - Math.max(since, begins));
  return Math.max(0, Math.floor(left - span));
}

/** @param {string} text @param {Record<string, unknown>} values */
export const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** @param {number} left @param {boolean} days whether the clock counts days @param {Words} words */
export function written(left, days, words) {
  const minutes = Math.floor(left / MINUTE);
  const hours = Math.floor(left / HOUR);
  if (days && hours >= 24) return fill(words.days ?? "", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (days && hours) return fill(words.hours ?? "", { hours, minutes: two(minutes % 60) });
  const shown = `${minutes}:${two(Math.floor(left / SECOND) % 60)}`;
  return days || left >= TENTHS_BELOW || !left ? shown : `${shown}${words.point}${Math.floor(left / 100) % 10}`;
}

// After how many milliseconds a clock that runs will show something else.
/** @param {number} left @param {boolean} days */
export function untilNext(left, days) {
  if (!left) return MINUTE;
  if (days && left > HOUR) return left % MINUTE;
  return left % (days || left > TENTHS_BELOW ? SECOND : 100);
}

// The mark that was passed between two looks; three times, and no more, a reader hears how much is left.
/** @param {number} before @param {number} left */
export const passedMark = (before, left) =>
  MARKS.findLast((seconds) => before > seconds * SECOND && left <= seconds * SECOND);
