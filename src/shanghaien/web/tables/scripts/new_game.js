// The way to dice that nobody can know beforehand: before a form that sets up a game is sent, this browser asks the
// server for its commitment, commits to a chain of its own, works out by itself what is agreed on, and remembers all of
// it. Where anything of that fails the form is sent as it stands, and the server holds the chain.
import { find, findAll, get } from "../../site/scripts/dom.js";
import { amend, endFor, forget, keepReceipt, openFor } from "./chains.js";
import { hashOf } from "./hash.js";
import { stepsOf } from "./steps.js";
import { contractHash, standAt, withGuest, wordField } from "./transcript.js";

/** @import { State } from "./chains.js" */
/** @typedef {{ setup: string[], mode: string, level?: string, seat: string, after: string }} Terms */
/**
 * @typedef {object} Reserved
 * @property {string} game
 * @property {string} token
 * @property {string} receipt
 * @property {string} key
 * @property {string} server
 * @property {string} creatorHeld
 * @property {string} guestHeld
 */
/** @typedef {Record<string, string>} Fields of a form */

const SOON_ENOUGH = 8000; // nobody waits longer than this for anything before a form is sent
const OWN_CHAIN = ["bot", "invite", "hot-seat"];
/** @type {Record<string, (level?: string) => string[]>} */
const GUESTS = { bot: (level) => [`bot:${level}`, "-", "-"], "hot-seat": () => ["same-screen", "-", "-"] };

// The fields that the form sends on top of its own, or null.
/**
 * @param {HTMLFormElement} form
 * @param {FormData} sent
 * @param {HTMLElement | null} button
 * @returns {Promise<Fields | null>}
 */
async function prepared(form, sent, button) {
  if (sent.get("entrust")) return null;
  const word = wordField(text(sent, "contribution").trim());
  if (form.dataset.contract) return asGuest(form.dataset, word);
  const terms = await (form.dataset.after ? termsAgain(form.dataset) : termsIn(form, sent, button));
  if (!terms || !OWN_CHAIN.includes(terms.mode)) return null;
  const body = new URLSearchParams({ _csrf_token: text(sent, "_csrf_token") });
  return asCreator(await json("/reserve", { method: "POST", body }), terms, word);
}

/** @param {FormData} sent @param {string} name @param {string} [otherwise] */
const text = (sent, name, otherwise = "") => String(sent.get(name) ?? otherwise);

/** @param {HTMLElement} form @param {string} selector */
const fieldsIn = (form, selector) => /** @type {HTMLInputElement[]} */ (findAll(selector, form));

/** @param {string} where @param {RequestInit} [options] */
async function json(where, options = {}) {
  const headers = { Accept: "application/json" };
  const answer = await fetch(where, { credentials: "same-origin", headers, ...options });
  if (!answer.ok) throw new Error(where);
  return answer.json();
}

// What is played, as the form says it; the button may know better, where each leads to another game.
/** @param {HTMLFormElement} form @param {FormData} sent @param {HTMLElement | null} button @returns {Terms} */
function termsIn(form, sent, button) {
  const { mode = text(sent, "mode"), level = text(sent, "level") } = button?.dataset ?? {};
  const [rules, tricks, first, starter] = (form.dataset.setup ?? "").split(" ");
  const counts = fieldsIn(form, "[data-count]").map((count) => Number(count.value));
  const preset = JSON.parse(form.dataset.presets ?? "{}")[text(sent, "preset")] ?? [];
  const boxes = fieldsIn(form, "[data-box]").map(({ name }) => name);
  const on = boxes.filter((name) => sent.has(name) || preset.includes(name));
  const split = counts.length ? counts.join("-") : tricks;
  const setup = [rules, split, text(sent, "first", first), text(sent, "starter", starter), expansionsOf(on)];
  const seat = mode === "hot-seat" ? "a" : text(sent, "seat");
  return { setup, mode, level, seat: seat === "random" ? "drawn" : seat, after: "-" };
}

/** @param {string[]} on */
const expansionsOf = (on) => on.map((name) => name.replaceAll("_", "-")).join(" ") || "none";

// What is played once more, with the seats swapped, as the record of the game before says it.
/** @param {DOMStringMap} shown @returns {Promise<Terms>} */
async function termsAgain({ after = "", mode = "", level, seat }) {
  const { rules, options } = await json(`/t/${after}/record.json`);
  const { tricks, first, starter, ...on } = options;
  const setup = [String(rules), tricks.join("-"), first, starter, expansionsOf(Object.keys(on))];
  return { setup, mode, level, seat: `swapped-${seat}`, after };
}

/** @param {Reserved} reserved @param {Terms} terms @param {string} word @returns {Promise<Fields | null>} */
async function asCreator(reserved, terms, word) {
  const { game, token, receipt, key } = reserved;
  const { end } = await endFor({ ...reserved, who: "creator" });
  if (!end) return null;
  const guest = GUESTS[terms.mode]?.(terms.level);
  const drawn = terms.seat === "drawn";
  await amend(game, (state) => {
    state.contract = contractHash(state, terms, ["person", end, word]);
    state.sits = guest ? -1 : Number(drawn);
    state.mode = terms.mode;
    standAt(state, 0, guest ? withGuest(state.contract, guest) : state.contract);
  });
  await keepReceipt(game, receipt, key);
  // Where the first cards follow only when somebody sits down, no link is opened before.
  const first = { group: 0, chain: "creator-1", number: 1, steps: stepsOf(game) };
  const { link = "" } = guest || drawn ? await openFor(game, "", first) : {};
  return { reservation: token, end, link };
}

/** @param {DOMStringMap} shown @param {string} word @returns {Promise<Fields | null>} */
async function asGuest(shown, word) {
  const { game = "", server = "", creatorHeld = "", guestHeld = "" } = shown;
  const { contract = "", head = "", receipt = "", key = "" } = shown;
  const group = Number(shown.group);
  const reservation = hashOf("reservation", game, server, creatorHeld, guestHeld);
  const signed = receipt.startsWith(`${game} ${reservation} ${contract} `);
  if (!signed || (group === 0 && head !== contract)) return null;
  const { end } = await endFor({ game, who: "guest", server, creatorHeld, guestHeld });
  const same = end && (await amend(game, (state) => agrees(state, contract)));
  if (!same) return null;
  await amend(game, (state) => {
    state.mode = "invite";
    standAt(state, group, withGuest(head, ["person", end, word]));
  });
  await keepReceipt(game, receipt, key);
  const { link } = await openFor(game, "", { group, chain: "guest-1", number: 1, steps: stepsOf(game) });
  return link ? { end, link } : null;
}

// Whether it is what was shown when this browser first looked.
/** @param {State} state @param {string} contract */
function agrees(state, contract) {
  state.contract ||= contract;
  return state.contract === contract;
}

/** @template T @param {Promise<T>} work @returns {Promise<T | null>} */
const inTime = (work) =>
  Promise.race([work, new Promise((done) => setTimeout(done, SOON_ENOUGH, null))]).catch(() => null);

/** @param {HTMLFormElement} form @param {Fields} fields */
function fill(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const hidden = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    hidden.dataset.filled = "";
    form.append(hidden);
  }
}

// One press, one game: what is pressed while the first press is under way does nothing.
/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function sendWith(form, button) {
  const sent = new FormData(form, button);
  form.inert = true;
  button?.setAttribute("aria-busy", "true");
  const fields = await inTime(prepared(form, sent, button));
  fill(form, fields ?? {});
  // A chain that is not committed to is not kept.
  if (!fields && form.dataset.contract) await inTime(forget(form.dataset.game ?? ""));
  await new Promise((done) => setTimeout(done)); // a form is not sent while it is still being asked whether it may
  form.inert = false;
  form.dataset.founding = "ready";
  form.requestSubmit(button);
}

// Ahead of everything else that listens, since others read the form when it is sent.
document.addEventListener(
  "submit",
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { setup, after, contract, founding } = form.dataset;
    if (!setup && !after && !contract) return;
    if (founding === "ready") {
      form.dataset.founding = "sent";
      return;
    }
    event.preventDefault();
    if (founding) return;
    form.dataset.founding = "begun";
    sendWith(form, event.submitter);
  },
  true,
);

// Whoever comes back to the page may press again, for another game.
addEventListener("pageshow", () => {
  for (const filled of findAll("[data-filled]")) filled.remove();
  for (const form of findAll("form[data-founding]")) delete form.dataset.founding;
  for (const button of findAll("form button[aria-busy]")) button.removeAttribute("aria-busy");
});

// ---- the form of a new game ----

// A preset ticks its boxes, and ticking a box makes it one's own mix. The page says what belongs to what: the form
// names the boxes of each preset, and everything that is part of one's own mix is marked.
/** @param {HTMLFormElement} form */
function tendSetup(form) {
  /** @type {Record<string, string[]>} */
  const presets = JSON.parse(form.dataset.presets ?? "{}");
  const boxes = fieldsIn(form, "input[data-box]");
  const counts = fieldsIn(form, "input[data-count]");
  /** @param {string} preset */
  const tick = (preset) => {
    for (const box of boxes) box.checked = presets[preset].includes(box.name);
  };
  const preset = /** @type {RadioNodeList} */ (form.elements.namedItem("preset"));
  form.addEventListener("change", ({ target }) => {
    const changed = /** @type {HTMLInputElement} */ (target);
    if (changed.name === "preset" && presets[changed.value]) tick(changed.value);
    if (changed.closest("[data-mix]")) preset.value = form.dataset.ownMix ?? "";
  });
  // Counts that do not add up are told before anything is sent.
  form.addEventListener("input", () => {
    const sum = counts.reduce((total, count) => total + Number(count.value), 0);
    const right = sum === Number(form.dataset.tricks);
    counts.at(-1)?.setCustomValidity(right ? "" : get(".split p", form).textContent);
  });
  if (preset.value in presets) tick(preset.value);
}

const setupForm = find("#setup");
if (setupForm) tendSetup(/** @type {HTMLFormElement} */ (setupForm));
