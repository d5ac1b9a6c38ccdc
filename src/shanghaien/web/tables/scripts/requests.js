// How the table talks with the server: requests that are repeated until they are answered, the stream of changes, and
// the queue in which changes are shown one after the other.
import { byId, pageOf } from "../../site/scripts/dom.js";

const PATIENCE = 8000;
const AWAY = [502, 503, 504]; // nobody is there to answer; the next one will be
const SILENCE = 45000; // signs of life come every 15 seconds
const SOON = 400;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const BESIDE = ["said", "people"]; // events that are no change of the game

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
    const answer = await ask(where, { method: "POST", body, headers: { Accept: "application/json" } });
    if (answer) return answer;
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

// Follows the stream: server-sent events that carry the parts of the page which changed. Every event, and every sign of
// life, names a version, so that a lost message is noticed. Returns how to listen anew.
/**
 * @param {() => string} address
 * @param {{ hear: (news: any) => void, alive: (sign: any) => void }} handlers
 */
export function follow(address, { hear, alive }) {
  /** @type {EventSource | undefined} */
  let source;
  let timer = 0;
  let silence = 0;
  let wait = FIRST_WAIT;

  function listen() {
    source?.close();
    clearTimeout(timer);
    source = new EventSource(address());
    source.onopen = () => {
      wait = FIRST_WAIT;
      showConnection(true);
    };
    source.onerror = again;
    source.addEventListener("parts", (event) => heard(() => hear(JSON.parse(event.data)), event.lastEventId));
    source.addEventListener("alive", (event) => heard(() => alive(JSON.parse(event.data)), event.lastEventId));
    for (const kind of BESIDE)
      source.addEventListener(kind, (event) =>
        heard(() => dispatchEvent(new CustomEvent(kind, { detail: JSON.parse(event.data) }))),
      );
    source.addEventListener("come-back", () => comeBack(Math.random() * SOON)); // the server stops, another one goes on
    heard(() => {});
  }

  // A line that died without a word never fails by itself. Where clocks run, events say what time the server has.
  /** @param {() => void} tell @param {string} [time] */
  function heard(tell, time) {
    if (time) dispatchEvent(new CustomEvent("server-time", { detail: Number(time) }));
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE);
    tell();
  }

  /** @param {number} later */
  function comeBack(later) {
    source?.close();
    clearTimeout(timer);
    timer = setTimeout(listen, later);
  }

  // Closed or broken: listen anew, later and later if nobody answers, and not all at the same moment.
  function again() {
    showConnection(false);
    comeBack(wait + Math.random() * SOON);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function atOnce() {
    wait = FIRST_WAIT;
    comeBack(Math.random() * SOON);
  }

  addEventListener("online", atOnce);
  addEventListener("offline", () => showConnection(false));
  addEventListener("pageshow", (event) => event.persisted && atOnce());
  addEventListener("pagehide", () => source?.close());
  listen();
  return listen;
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
