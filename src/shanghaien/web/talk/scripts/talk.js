// Talk at a table: what was said stands beside the name for a moment and stays in the log; forms are sent without a new
// page. It is a comfort: without it the same forms load pages.

import { byId, elementOf, find, findAll, get, sentBy } from "../../site/scripts/dom.js";

/** @typedef {{ terms?: boolean, number: number, line: string, of: string, words: string }} Said */
/** @typedef {{ sentence?: string, ok?: boolean }} Told */

const SHOWN = 5000;
const main = byId("main");
const log = byId("log");
/** @type {Map<string, () => void>} */
const bubbles = new Map(); // how each is taken away
/** @param {HTMLElement} line */
const keyOf = (line) => line.dataset.key ?? "";
const lines = new Map(findAll("[data-said]", log).map((line) => [keyOf(line), line]));
// Lines of moves begin their key with a version, lines of talk name the version at which it was said.
/** @param {HTMLElement} line */
const place = (line) => (line.dataset.said === undefined ? parseInt(keyOf(line), 10) : Number(line.dataset.said));
/** @param {HTMLElement} line */
const later = (line) => Number(keyOf(line).slice(1));

/** @param {HTMLElement} line @param {HTMLElement} than */
function isOlder(line, than) {
  if (line.dataset.said === undefined || place(line) !== place(than)) return place(line) <= place(than);
  return later(line) < later(than);
}

/** @param {HTMLElement} line */
function note(line) {
  lines.set(keyOf(line), line);
  if (find(`[data-key="${keyOf(line)}"]`, log)) return;
  log.insertBefore(line, findAll(":scope > *", log).find((other) => isOlder(other, line)) ?? null);
}

// When the log is renewed as a whole, what was said goes back to its place.
new MutationObserver(() => lines.forEach((line) => note(line))).observe(log, { childList: true });

/** @param {HTMLElement} bubble @param {string} of */
function hang(bubble, of) {
  const seat = document.getElementById(`seat-${of}`);
  seat?.insertBefore(bubble, seat.querySelector("dl"));
}

// The newest wins; what is new at the seat does not take it away.
/** @param {string} of @param {string} words */
function show(of, words) {
  bubbles.get(of)?.();
  const bubble = document.createElement("span");
  bubble.className = "bubble";
  bubble.ariaHidden = "true"; // the log says it
  bubble.textContent = words;
  const watch = new MutationObserver(() => bubble.isConnected || hang(bubble, of));
  const end = () => {
    watch.disconnect();
    bubble.remove();
  };
  bubbles.set(of, end);
  hang(bubble, of);
  const counter = document.getElementById("counter");
  if (counter) watch.observe(counter, { childList: true, subtree: true });
  setTimeout(end, SHOWN);
}

// Something else can be said now, or read: both have switched free text on, or one has blocked the other.
async function renewBox() {
  const answer = await fetch(`${main.dataset.address}/say`).catch(() => null);
  if (!answer?.ok) return;
  const { box, lines: said } = await answer.json();
  lines.clear();
  for (const line of findAll("[data-said]", log)) line.remove();
  said.map(elementOf).forEach(note);
  const old = document.getElementById("say");
  if (box && old) old.replaceChildren(...unfinished(old, elementOf(box)).childNodes);
}

// The new box with what somebody is about to change or to write in the old one.
/** @param {HTMLElement} old @param {HTMLElement} fresh */
function unfinished(old, fresh) {
  const [terms, words] = [find(".terms[open]", old), find("#own-words", old)];
  if (terms) get(".terms", fresh).replaceWith(terms);
  if (words && "value" in words && words.value) find("#own-words", fresh)?.replaceWith(words);
  return fresh;
}

addEventListener("said", (event) => {
  const { detail } = /** @type {CustomEvent<Said>} */ (event);
  if (detail.terms) {
    renewBox();
    return;
  }
  log.dataset.heard = String(Math.max(Number(log.dataset.heard ?? 0), detail.number));
  note(elementOf(detail.line));
  show(detail.of, detail.words);
});

/** @param {HTMLFormElement} form @param {HTMLElement | null} button @returns {Promise<Told>} */
async function send(form, button) {
  const body = sentBy(form, button);
  const headers = { Accept: "application/json" };
  const answer = await fetch(form.getAttribute("action") ?? "", { method: "POST", body, headers }).catch(() => null);
  if (!answer) return { sentence: byId("lost").textContent };
  const told = await answer.json().catch(() => ({}));
  return { ...told, ok: answer.ok };
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function say(form, button) {
  button?.setAttribute("aria-busy", "true");
  const { ok, sentence } = await send(form, button);
  button?.removeAttribute("aria-busy");
  byId("talk-told").textContent = sentence ?? "";
  if (!ok) return;
  form.reset();
  const box = byId("say");
  if (box.matches(":popover-open")) box.hidePopover();
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function keep(form, button) {
  const told = await send(form, button);
  get(".told", form).textContent = told.sentence ?? "";
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-talk], [data-notes]")) return;
  event.preventDefault();
  if (form.matches("[data-talk]")) say(form, event.submitter);
  else keep(form, event.submitter);
});
