// How the table talks with the server: forms and requests that are repeated until they are answered, what happens
// there, and the queue in which changes are shown one after the other.
import { byId, pageOf } from "../../site/scripts/dom.js";
import { Connection } from "./connection.js";

const PATIENCE = 8000;
const AWAY = [502, 503, 504]; // nobody is there to answer; the next one will be
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** @import { Told } from "./connection.js" */

/** @type {Connection | null} */
let connection = null;

// Null where nobody answered.
/** @param {string} where @param {RequestInit} [options] */
export async function ask(where, options = {}) {
  const signal = AbortSignal.timeout(PATIENCE); // on a line that died without a word nothing ever fails by itself
  const answer = await fetch(where, { credentials: "same-origin", signal, ...options }).catch(() => null);
  const gone = !answer || AWAY.includes(answer.status);
  showConnection(!gone);
  return gone ? null : answer;
}

// A change is sent until it has been answered: its id makes a repeat harmless.
/** @param {string} where @param {URLSearchParams} body */
export async function sendChange(where, body) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const bySocket = connection ? await connection.send(where, body) : null;
    const answer = bySocket ?? (await ask(where, { method: "POST", body, headers: { Accept: "application/json" } }));
    if (answer && !AWAY.includes(answer.status)) return answer;
    showConnection(false);
    await new Promise((done) => setTimeout(done, wait));
  }
}

// Why the server said no, in its own words.
/** @param {Response} answer @returns {Promise<string>} */
export async function reason(answer) {
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return (await answer.json()).sentence;
  const page = pageOf(await answer.text());
  return page.querySelector("main p")?.textContent ?? page.title;
}

/** @param {string} text */
export function notice(text) {
  const line = document.createElement("p");
  line.className = "lost";
  line.textContent = text;
  byId("notice").replaceChildren(line);
}

// Whether the server can be reached, for people to see.
/** @param {boolean} live */
export function showConnection(live) {
  const line = byId("lost");
  if (line.hidden !== live) line.hidden = live;
  const chip = document.getElementById("live");
  if (!chip) return;
  const text = (live ? chip.dataset.liveText : chip.dataset.lostText) ?? "";
  if (!chip.hidden && chip.textContent === text) return; // to write the same again would lay out the bar again
  chip.hidden = false;
  chip.dataset.s = live ? "" : "off";
  chip.textContent = text;
}

// Follows what happens at the table. Every event that carries parts of the page, and every sign of life, names a
// version, so that a lost message is noticed. Returns how to listen anew.
/**
 * @param {(kind: "socket" | "events") => string} address
 * @param {{ hear: (news: any) => void, alive: (sign: any) => void, ended: () => void }} handlers
 */
export function follow(address, { hear, alive, ended }) {
  // Where clocks run, events say what time the server has.
  /** @param {Told} told */
  function tell({ event, data, time }) {
    if (time) dispatchEvent(new CustomEvent("server-time", { detail: time }));
    if (event === "parts") hear(data);
    else if (event === "alive") alive(data);
    else dispatchEvent(new CustomEvent(event, { detail: data })); // no change of the game
  }
  const opened = new Connection(address, { tell, show: showConnection, ended });
  connection = opened;
  addEventListener("online", () => opened.again(true));
  addEventListener("offline", () => {
    opened.again(); // a socket would not notice for long
  });
  addEventListener("pageshow", (event) => event.persisted && opened.again(true));
  addEventListener("pagehide", () => opened.hangUp());
  opened.listen();
  return () => opened.listen();
}

// Updates one after the other, so that what is older never comes after what is newer: each is shown in its turn, long
// enough to be read; whoever lags is caught up. A game of bots is shown whole, and can be held and stepped through.
export class UpdateQueue {
  static MOST = 1500; // milliseconds of animations that may wait; then older ones are shown by how they end
  static BEAT = 600; // in a game of bots, before each thing that happens

  /** @type {number[]} */
  #waiting = []; // how long each update that waits would take
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** @type {(() => void) | null} */
  #release = null; // lets what is held go on
  #held = false;
  #ahead = false; // whether a step was asked for before there was anything to show
  /** @type {{ finish: () => void, wait: (ms: number) => Promise<void> }} */
  #stage;
  whole = false; // whether nothing may be left out

  /** @param {{ finish: () => void, wait: (ms: number) => Promise<void> }} stage what ends and times animations */
  constructor(stage) {
    this.#stage = stage;
  }

  // `work(hurry)` is told whether so much waits behind it that it should not move.
  /**
   * @template T
   * @param {(hurry: boolean) => T | Promise<T>} work
   * @param {number} [length] how many milliseconds it takes to show
   * @returns {Promise<T>}
   */
  add(work, length = 0) {
    if (this.#lags(this.#waiting)) this.#stage.finish();
    this.#waiting.push(length);
    const step = async () => {
      this.#waiting.shift();
      if (length && this.whole) await this.#stage.wait(UpdateQueue.BEAT);
      if (length) await this.#released();
      return work(this.#lags(this.#waiting));
    };
    const done = this.#last.then(step, step);
    this.#last = done;
    return done;
  }

  /** @param {number[]} lengths */
  #lags(lengths) {
    return !this.whole && lengths.reduce((sum, length) => sum + length, 0) > UpdateQueue.MOST;
  }

  /** @returns {Promise<void>} */
  #released() {
    if (this.#held && !this.#ahead) return new Promise((done) => (this.#release = done));
    this.#ahead = false;
    return Promise.resolve();
  }

  /** @param {boolean} on */
  hold(on) {
    this.#held = on;
    this.#ahead = false;
    if (!on) this.#letGo();
  }

  // One step on; if nothing waits, the next that comes is not held.
  step() {
    this.#stage.finish();
    if (this.#release) this.#letGo();
    else this.#ahead = true;
  }

  #letGo() {
    this.#release?.();
    this.#release = null;
  }
}
