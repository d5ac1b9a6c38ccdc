// What is shown of a thing that is looked at: overviews in popovers, and previews at the seats and in the row.
// Overviews come on hover and on keyboard focus: what a press opens and keeps is peeked for a moment beside its button.
// A press keeps it; a tap opens it by itself (popovertarget), without any of this.
import { byId, closest, find, findAll } from "../../site/scripts/dom.js";

const GAP = 8;
const LATER = 140;
/** @type {HTMLElement | null} */
let peeked = null;
/** @type {HTMLElement | null} */
let wanted = null; // the button whose overview is to be peeked at once it is there
let peekSoon = 0;
let closing = false;

/** @param {HTMLElement} button */
const overviewOf = (button) => document.getElementById(button.dataset.peek ?? "");

// At a table the overviews are fetched when somebody first wants to see one, and again once the score has changed.
/** @type {Promise<void> | null} */
let coming = null;

function whereFrom() {
  const { overviews: place, address: table } = byId("main").dataset;
  return place ?? table;
}

function overviews() {
  const where = whereFrom();
  if (find("#pops .pop") || !where) return Promise.resolve();
  coming ??= fetch(`${where}/overviews${location.search}`)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .then((text) => {
      if (coming) byId("pops").innerHTML = text;
    })
    .catch(() => {})
    .finally(() => {
      coming = null;
    });
  return coming;
}

// What is open stays open, renewed.
export async function dropOverviews() {
  const open = find("#pops .pop:popover-open:not(.peek)")?.id;
  coming = null;
  if (!open) {
    byId("pops").replaceChildren();
    return;
  }
  const where = whereFrom();
  const answer = await fetch(`${where}/overviews${location.search}`).catch(() => null);
  if (!answer?.ok || !document.getElementById(open)?.matches(":popover-open")) return;
  byId("pops").innerHTML = await answer.text();
  document.getElementById(open)?.showPopover();
}

/** @param {HTMLElement} pop @param {HTMLElement} button */
function putBeside(pop, button) {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = pop;
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP);
  const top =
    at.top - height - GAP > GAP ? at.top - height - GAP : Math.min(at.bottom + GAP, innerHeight - height - GAP);
  pop.style.inset = `${Math.max(GAP, top)}px auto auto ${left}px`;
}

/** @param {HTMLElement} button */
async function peek(button) {
  wanted = button;
  await overviews();
  const pop = wanted === button ? overviewOf(button) : null;
  if (!pop || !("showPopover" in pop) || find(".pop:popover-open:not(.peek)")) return;
  unpeek();
  pop.classList.add("peek");
  pop.showPopover();
  putBeside(pop, button);
  peeked = pop;
}

function unpeek() {
  clearTimeout(peekSoon);
  wanted = null;
  if (peeked?.matches(".peek:popover-open")) peeked.hidePopover();
  peeked = null;
}

// Whether the pointer only moves inside of the button.
/** @param {HTMLElement} button @param {PointerEvent} event */
const stays = (button, event) => button.contains(/** @type {Node | null} */ (event.relatedTarget));

document.addEventListener("pointerover", (event) => {
  const button = closest(event, "[data-peek]");
  if (event.pointerType !== "mouse" || !button || stays(button, event)) return;
  clearTimeout(peekSoon);
  peekSoon = setTimeout(() => peek(button), LATER);
});

document.addEventListener("pointerout", (event) => {
  const button = closest(event, "[data-peek]");
  if (button && !stays(button, event)) unpeek();
});

document.addEventListener("focusin", (event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (!closing && button.matches("[data-peek]:focus-visible")) peek(button);
});

document.addEventListener("focusout", (event) => {
  if (/** @type {HTMLElement} */ (event.target).matches("[data-peek]")) unpeek();
});

// A press on the button of what is only peeked at keeps it open instead of closing it.
document.addEventListener("click", (event) => {
  clearTimeout(peekSoon);
  const button = closest(event, "[data-peek]");
  if (!button) return;
  wanted = null;
  const pop = overviewOf(button);
  if (!pop) overviews().then(() => overviewOf(button)?.showPopover({ source: button }));
  if (!pop?.matches(".peek:popover-open")) return;
  event.preventDefault();
  peeked = null;
  pop.hidePopover(); // opened anew it remembers that the focus goes back to this button
  button.focus();
  pop.classList.remove("peek");
  pop.showPopover();
  find("button", pop)?.focus();
});

/** @param {EventTarget | null} target @param {string} [more] */
const isOverview = (target, more = "") => target instanceof Element && target.matches(`.pop${more}`);

// Closing what was kept gives the focus back to the button; that is no reason to peek again.
document.addEventListener(
  "beforetoggle",
  (event) => {
    closing = event.newState === "closed" && isOverview(event.target, ":not(.peek)");
  },
  true,
);

// Closed, it forgets where it was: the next press may come from a finger, which opens it in the middle.
document.addEventListener(
  "toggle",
  (event) => {
    closing = false;
    if (event.newState !== "closed" || !isOverview(event.target)) return;
    const pop = /** @type {HTMLElement} */ (event.target);
    pop.classList.remove("peek");
    pop.style.removeProperty("inset");
  },
  true,
);

// ---- previews ----

// What is looked at, by pointer or by focus, is shown elsewhere too: at both seats the scores it would bring, in the
// row the card it is about, and the numbers that an end would bring. So is what an announcement is about.
const PRESSABLE = ":is(.put, .half, .btn, .natpick, .ghost)";
const board = byId("board");

// A place in the row tells nothing by itself; the die in the tray that does the same tells it.
function lookedAt() {
  const looked = find(`${PRESSABLE}:hover`, board) ?? find(`${PRESSABLE}:focus-visible`, board);
  if (!looked?.matches(".ghost")) return looked;
  return find(`#tray [value="${CSS.escape(/** @type {HTMLButtonElement} */ (looked).value)}"]`, board);
}

function preview() {
  const told = lookedAt();
  for (const of of ["me", "them"]) {
    const then = told?.querySelector(`.stakes [data-of=${of}] b`)?.textContent ?? "";
    const place = find(`#seat-${of} .to`, board);
    if (!place || place.textContent === then) continue;
    place.textContent = then;
    place.hidden = !then;
    place.toggleAttribute("data-shown", then !== "");
  }
  const at = told?.dataset.at;
  for (const slot of findAll(".slot", board)) slot.toggleAttribute("data-looked", slot.id === `slot-${at}`);
  tellRow("numbers", find("[data-end]:is(:hover, :focus-visible)", board)?.dataset.end);
  tellRow("asked", find("#tray[data-about]", board)?.dataset.about);
}

/** @param {string} what @param {string | undefined} told */
function tellRow(what, told) {
  const { dataset } = byId("main");
  if (told) dataset[what] = told;
  else delete dataset[what];
}

let previewIsDue = false;

// Once a frame is enough; to write while the focus moves would lay the page out twice.
function previewSoon() {
  if (previewIsDue) return;
  previewIsDue = true;
  requestAnimationFrame(() => {
    previewIsDue = false;
    preview();
  });
}

for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) board.addEventListener(kind, previewSoon);
new MutationObserver(previewSoon).observe(board, { childList: true, subtree: true });
preview();
