// The replay without page loads: steps come in stretches and are shown in place, by hand or by themselves. Without this
// the same links load pages.

import { byId, closest, elementOf, field, find, findAll, get, opensElsewhere } from "../../site/scripts/dom.js";
import { perform, pictured } from "../../tables/scripts/animations.js";
import { dropOverviews } from "../../tables/scripts/popover.js";
import { clearStage, finish, setSpeed } from "../../tables/scripts/stage.js";

/** @import { Step } from "../../tables/scripts/animations.js" */
/**
 * How the table stands after a step.
 * @typedef {object} Frame
 * @property {Record<string, string>} parts HTML by id
 * @property {Step[]} happened
 * @property {boolean} told whether a Shanghai is shared out
 * @property {string} text
 * @property {number} decision
 */

const board = byId("board");
const { film = "", side = "", told = "" } = board.dataset;
const [last, stretch] = [Number(board.dataset.last), Number(board.dataset.stretch)];
const [player, count, status] = [byId("play"), byId("count"), byId("status")];
const slider = field("#slider");
const copyButton = get("[data-copy]");
const [playWord, copyWord] = [player.textContent, copyButton.textContent];
const READING = 1100; // milliseconds for which a step can be read before the next one

/** @type {Map<number, Promise<Frame[]>>} */
const stretches = new Map(); // by the first step
/** @type {Map<string, string>} */
const shown = new Map(); // by the id of a part: what stands in the page
let at = Number(board.dataset.at);
let wanted = at; // where to, while its stretch is still on its way
let playing = false;
let speed = 1;
let scored = false; // whether the score has just changed

/** @param {number} first */
function fetched(first) {
  const known = stretches.get(first);
  if (known) return known;
  const coming = fetchStretch(first);
  coming.catch(() => stretches.delete(first));
  stretches.set(first, coming);
  return coming;
}

/** @param {number} first */
async function fetchStretch(first) {
  const answer = await fetch(`${film}/steps?from=${first}${side}`);
  if (!answer.ok) throw new Error(answer.statusText);
  return whole((await answer.json()).steps);
}

// A step tells what differs from the one before; here each gets all of it.
/** @param {Frame[]} steps */
function whole(steps) {
  /** @type {Record<string, string>} */
  let parts = {};
  return steps.map((step) => ({ ...step, parts: (parts = { ...parts, ...step.parts }) }));
}

/** @param {number} step */
const firstOf = (step) => step - (step % stretch);
/** @param {number} step */
const frameAt = async (step) => (await fetched(firstOf(step)))[step % stretch];

/** @param {string} id @param {string} html */
function exchange(id, html) {
  if (shown.get(id) === html) return;
  shown.set(id, html);
  const old = document.getElementById(id);
  const young = elementOf(html);
  if (!old || old.isEqualNode(young)) return;
  old.replaceWith(young);
  if (id === "slate") scored = true;
}

/** @param {number} step @param {Frame} frame */
function put(step, frame) {
  at = step;
  scored = false;
  for (const [id, html] of Object.entries(frame.parts)) exchange(id, html);
  byId("counter").classList.toggle("told", frame.told);
  tellPlace(frame);
  tellLog();
  if (scored) dropOverviews();
}

/** @param {number} step */
const placeOf = (step) => `${film}?step=${step}${side}`;

/** @param {string} selector */
const linkAt = (selector) => /** @type {HTMLAnchorElement} */ (get(selector));

/** @param {Frame} frame */
function tellPlace({ text, decision }) {
  const words = told.replace("{step}", String(at)).replace("{last}", String(last));
  count.textContent = words;
  status.textContent = `${words}. ${text}`;
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", words);
  const before = Math.max(0, at - 1);
  /** @type {Record<string, [step: number, off: boolean]>} */
  const ways = { first: [0, at === 0], back: [before, at === 0], on: [at + 1, at === last], last: [last, at === last] };
  for (const [name, [step, off]] of Object.entries(ways)) {
    const link = linkAt(`[data-go="${name}"]`);
    link.href = placeOf(Math.min(step, last));
    link.setAttribute("aria-disabled", String(off));
  }
  linkAt("#here").href = placeOf(at);
  copyButton.textContent = copyWord;
  if (find("#review")) linkAt("#review").search = `?step=${decision}${side}`;
  for (const link of /** @type {HTMLAnchorElement[]} */ (findAll("a[data-side]")))
    link.search = `?step=${at}&side=${link.dataset.side}`;
  document.title = document.title.replace(/\d+/, String(at));
  history.replaceState(null, "", placeOf(at));
}

// The log scrolls by itself; the page stays where it is.
function tellLog() {
  const links = findAll("#moves [data-step]");
  const now = at ? links.find((link) => Number(link.dataset.step) >= at)?.parentElement : null;
  for (const link of links) link.parentElement?.removeAttribute("aria-current");
  now?.setAttribute("aria-current", "step");
  const list = byId("moves");
  const scrolls = list.scrollHeight > list.clientHeight + 1 ? list : (list.closest("details") ?? list);
  const from = scrolls.getBoundingClientRect();
  if (now) scrolls.scrollTop += now.getBoundingClientRect().top - from.top - from.height / 2;
  else scrolls.scrollTop = 0;
}

// One step on moves as at the table; everything else is there at once.
/** @param {number} step @returns {Promise<void>} */
async function show(step) {
  wanted = Math.max(0, Math.min(step, last));
  const goal = wanted;
  const frame = await frameAt(goal).catch(() => null);
  if (!frame) return location.assign(placeOf(goal));
  if (goal !== wanted) return; // somebody has gone on meanwhile
  const follows = goal === at + 1;
  finish();
  const before = follows ? await pictured(frame.happened) : null;
  if (goal !== wanted) return clearStage();
  put(goal, frame);
  if (goal % stretch > stretch / 2 && goal + stretch <= last) fetched(firstOf(goal) + stretch).catch(() => {});
  if (before) await perform(before, frame.happened);
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function playOn() {
  if (at === last) await show(0);
  while (playing && at < last) {
    const from = at;
    await show(from + 1);
    if (playing) await pause(READING / speed);
    if (at !== from + 1) break; // somebody has gone elsewhere
  }
  if (playing && at === last) setPlaying(false);
  else if (playing) playOn();
}

/** @param {boolean} on */
function setPlaying(on) {
  if (on === playing) return;
  playing = on;
  player.textContent = on ? (player.dataset.pause ?? "") : playWord;
  if (on) playOn();
}

/** @param {number} step */
function byHand(step) {
  setPlaying(false);
  show(step);
}

/** @type {Record<string, () => number>} */
const WAYS = { first: () => 0, back: () => wanted - 1, on: () => wanted + 1, last: () => last };
/** @type {Record<string, () => number>} */
const KEYS = { Home: WAYS.first, ArrowLeft: WAYS.back, ArrowRight: WAYS.on, End: WAYS.last };

document.addEventListener("click", (event) => {
  const link = closest(event, "a[data-go], a[data-step]");
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  byHand(link.dataset.go ? WAYS[link.dataset.go]() : Number(link.dataset.step));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || closest(event, "textarea, select, dialog, [popover]")) return;
  if (event.key === " " && !closest(event, "button, summary, input:not(#slider)")) setPlaying(!playing);
  else if (KEYS[event.key] && !closest(event, "input")) byHand(KEYS[event.key]());
  else return;
  event.preventDefault();
});

slider.addEventListener("input", () => byHand(Number(slider.value)));
player.addEventListener("click", () => setPlaying(!playing));
byId("along").addEventListener("change", ({ target }) => {
  const { name, value } = /** @type {HTMLInputElement} */ (target);
  if (name !== "speed") return;
  speed = Number(value);
  setSpeed(speed);
});

player.hidden = false;
byId("along").hidden = false;
tellLog();
fetched(firstOf(at)).catch(() => {});
