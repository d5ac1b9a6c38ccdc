// Real dice and cards: a tap on the pad answers at once, and what came is sent when everything has been tapped. Without
// it each tap is sent by itself. The phone stays awake, and the table can turn to whoever plays.
import { byId, closest, field, find, findAll, get } from "../../site/scripts/dom.js";
import { ring } from "../../site/scripts/sound.js";

/**
 * The texts of the pad.
 * @typedef {object} Says
 * @property {string[]} headings one for each tap that is wanted
 * @property {string[]} texts
 * @property {string} back
 * @property {string} sailor
 * @property {string} gone
 * @property {Record<string, string>} names
 * @property {Record<number, string>} left
 */
/** @typedef {(tap: string, count: number) => number} Left how many of a kind are left */

// ---- drawing ----

// The pad is drawn anew after each tap: the question, what lies there, and what is left to tap.

/** @param {HTMLElement} pad */
const tapsOn = (pad) => (pad.dataset.taps ?? "").split(" ").filter(Boolean);
/** @param {string | undefined} tap */
const isNation = (tap) => /^[A-Z]{3}$/.test(tap ?? "");
/** @param {HTMLElement} pad @returns {Says} */
const sayingsOf = (pad) => JSON.parse(pad.dataset.says ?? "{}");
/** @param {HTMLElement} pad @param {string} tap */
const findTap = (pad, tap) => find(`[name=tap][value="${tap}"]`, pad);
/** @param {HTMLElement} pad @param {string} tap */
const tapButton = (pad, tap) => /** @type {HTMLButtonElement} */ (get(`[name=tap][value="${tap}"]`, pad));

// How many taps are wanted in all.
/** @param {HTMLElement} pad */
const wantedOn = (pad) => sayingsOf(pad).headings.length;

/** @param {HTMLElement} pad */
function drawPad(pad) {
  const taps = tapsOn(pad);
  const says = sayingsOf(pad);
  const last = taps.at(-1);
  const nation = last && isNation(last) ? last : "";
  const done = nation ? taps.slice(0, -1) : taps;
  const step = Math.min(done.length, says.headings.length - 1);
  field("[name=taps]", pad).value = taps.join(" ");
  byId("ask").textContent = says.headings[step];
  tellUnder(pad, says.texts[step].replaceAll("{die}", done.at(-1) ?? ""));
  drawBack(pad, says, last);
  if (find(".nats", pad)) drawCards(pad, says, done, nation);
  else drawDice(pad, done);
  keepFocus(pad);
}

// The sentence under the question; with a reason it says why something was refused.
/** @param {HTMLElement} pad @param {string} text @param {boolean} [why] */
function tellUnder(pad, text, why = false) {
  const line = get("[role=status]", pad);
  line.textContent = text;
  line.toggleAttribute("data-why", why);
}

/** @param {HTMLElement} pad @param {Says} says @param {string | undefined} last */
function drawBack(pad, says, last) {
  const back = get(".padback", pad);
  back.hidden = !last;
  if (last) back.textContent = says.back.replace("{what}", wordsFor(pad, says, last));
  for (const other of findAll("#tray .acts .btn")) /** @type {HTMLButtonElement} */ (other).disabled = Boolean(last);
}

/** @param {HTMLElement} pad @param {Says} says @param {string} tap */
function wordsFor(pad, says, tap) {
  const nation = findTap(pad, tap.slice(0, 3))?.querySelector("span")?.textContent;
  if (!nation || /^\d/.test(tap)) return says.names[tap] ?? tap;
  return isNation(tap) ? nation : says.sailor.replace("{nation}", nation).replace("{value}", tap[3]);
}

/** @param {HTMLElement} pad @param {string[]} done */
function drawDice(pad, done) {
  findAll(".gd", pad).forEach((place, number) => {
    place.classList.toggle("empty", !done[number]);
    place.replaceChildren(done[number] ? get(".die", tapButton(pad, done[number])).cloneNode(true) : "?");
  });
}

/** @param {HTMLElement} pad @param {Says} says @param {string[]} done @param {string} nation */
function drawCards(pad, says, done, nation) {
  const places = findAll(".gc", pad);
  const before = places.length - says.headings.length; // cards that lie there already
  places.slice(before).forEach((place, number) => {
    place.classList.toggle("empty", !done[number]);
    place.replaceChildren(...(done[number] ? [smallCard(pad, done[number])] : []));
  });
  /** @type {Left} */
  const left = (tap, count) => count - done.filter((each) => each === tap).length;
  for (const button of buttonsIn(pad, ".natpick")) drawNation(button, says, nation, left);
  for (const button of buttonsIn(pad, ".trp"))
    drawLeft(button, says, left(button.value, Number(get("small", button).dataset.left)));
  drawSailors(pad, says, nation, left);
}

/** @param {HTMLElement} pad @param {string} selector */
const buttonsIn = (pad, selector) => /** @type {HTMLButtonElement[]} */ (findAll(selector, pad));

/** @param {HTMLButtonElement} button @param {Left} left */
function leftOf(button, left) {
  const counts = get("[data-left]", button).dataset.left?.split(" ") ?? [];
  return counts.map((count, place) => left(`${button.value}${place + 1}`, Number(count)));
}

/** @param {HTMLButtonElement} button @param {Says} says @param {string} nation @param {Left} left */
function drawNation(button, says, nation, left) {
  button.toggleAttribute("data-on", button.value === nation);
  const counts = leftOf(button, left);
  drawLeft(
    button,
    says,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

/** @param {HTMLButtonElement} button @param {Says} says @param {number} count */
function drawLeft(button, says, count) {
  button.disabled = count <= 0;
  get("small", button).textContent = says.left[count];
}

/** @param {HTMLElement} pad @param {Says} says @param {string} nation @param {Left} left */
function drawSailors(pad, says, nation, left) {
  const row = get(".vrow", pad);
  row.hidden = !nation;
  if (!nation) return row.replaceChildren();
  const counts = leftOf(tapButton(pad, nation), left);
  row.replaceChildren(...counts.map((count, place) => sailorButton(pad, says, `${nation}${place + 1}`, count)));
}

/** @param {HTMLElement} pad @param {Says} says @param {string} tap @param {number} count */
function sailorButton(pad, says, tap, count) {
  const button = /** @type {HTMLButtonElement} */ (tapButton(pad, tap.slice(0, 3)).cloneNode());
  button.className = "valp";
  button.value = tap;
  button.disabled = count <= 0;
  button.removeAttribute("data-on");
  const words = document.createElement("span");
  words.textContent = count > 0 ? wordsFor(pad, says, tap) : says.gone;
  button.append(smallCard(pad, tap), words);
  return button;
}

// A card as it lies in the row, at its smallest.
/** @param {HTMLElement} pad @param {string} tap */
function smallCard(pad, tap) {
  const card = document.createElement("span");
  card.className = "card";
  card.ariaHidden = "true";
  const face = document.createElement("span");
  face.className = "face";
  card.append(face);
  const source = tapButton(pad, /\d$/.test(tap) ? tap.slice(0, 3) : tap);
  const picture = /** @type {HTMLElement} */ (get("svg", source).cloneNode(true));
  if (source.matches(".trp")) return lacquered(card, face, picture);
  card.dataset.nation = picture.dataset.nation;
  const name = spanOf("name", "");
  name.append(spanOf("code", get("[data-code]", source).dataset.code ?? ""));
  face.append(picture, spanOf("value", tap[3]), name);
  return card;
}

/** @param {HTMLElement} card @param {HTMLElement} face @param {HTMLElement} picture */
function lacquered(card, face, picture) {
  card.classList.add("tricky");
  card.dataset.actions = "1";
  const half = spanOf("half", "");
  half.append(picture);
  face.append(half);
  return card;
}

/** @param {string} name @param {string} text */
function spanOf(name, text) {
  const span = document.createElement("span");
  span.className = name;
  span.textContent = text;
  return span;
}

// Whoever taps by keyboard goes on where the next tap is.
/** @param {HTMLElement} pad */
function keepFocus(pad) {
  const focused = /** @type {HTMLButtonElement} */ (document.activeElement);
  if (focused !== document.body && !focused.disabled && !focused.hidden && focused.checkVisibility()) return;
  const next = find(".valp:not([disabled])", pad) ?? find("[name=tap]:not([disabled], [hidden])", pad);
  next?.focus({ preventScroll: true });
}

// ---- tapping ----

const TURNING = "turns-to-whoever-plays"; // what this browser remembers
const tablePad = () => find("#tray .pad");

/** @param {HTMLElement} pad @param {string} tap */
function tapOn(pad, tap) {
  const taps = tapsOn(pad);
  const choosing = isNation(taps.at(-1));
  if (tap === "back") taps.pop();
  else {
    if (choosing) taps.pop();
    if (taps.length < wantedOn(pad)) taps.push(tap);
  }
  pad.dataset.taps = taps.join(" ");
  drawPad(pad);
  if (taps.length === wantedOn(pad) && !isNation(taps.at(-1))) sendTaps(pad, taps);
}

/** @param {HTMLElement} pad @param {string[]} taps */
function sendTaps(pad, taps) {
  const button = /** @type {HTMLButtonElement} */ (get(".padsend", pad));
  button.value = /^\d/.test(taps[0]) ? taps.join("-") : taps.join(" ");
  button.form?.requestSubmit(button);
}

// With script a refusal stands under the question, where it pushes nothing away.
/** @param {HTMLElement} notice */
function hearRefusals(notice) {
  new MutationObserver(() => {
    const pad = tablePad();
    const text = notice.textContent.trim();
    if (!pad || !text) return;
    notice.replaceChildren();
    tellUnder(pad, text, true);
  }).observe(notice, { childList: true });
}

// The table turns with the turn, if that is wanted: the player called by `data-by-hand` sits at the far side.
function faceWhoeverPlays() {
  const wanted = localStorage.getItem(TURNING) === "1";
  const far = document.getElementById("seat-me")?.getAttribute("aria-label") === main.dataset.byHand;
  main.toggleAttribute("data-turned", wanted && far);
}

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  await navigator.wakeLock.request("screen").catch(() => null); // refused when the battery is low: then it may sleep
}

const main = byId("main");
main.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (closest(event, "[name=tap]"));
  const pad = tablePad();
  if (!button || !pad) return;
  event.preventDefault();
  ring("knock");
  tapOn(pad, button.value);
});

const turning = field("#menu [data-turns]");
turning.checked = localStorage.getItem(TURNING) === "1";
turning.addEventListener("change", () => {
  localStorage.setItem(TURNING, turning.checked ? "1" : "0");
  faceWhoeverPlays();
});
hearRefusals(byId("notice"));
new MutationObserver(faceWhoeverPlays).observe(byId("board"), { childList: true, subtree: true });
faceWhoeverPlays();
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
