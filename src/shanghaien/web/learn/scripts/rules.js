// The pictures of the rules page: a press, or a die dragged onto a card, and only that picture is drawn anew.
import { closest, elementOf, find, findAll, opensElsewhere } from "../../site/scripts/dom.js";
import { fly, play, unveil, veil } from "../../tables/scripts/stage.js";

/**
 * @typedef {object} Held
 * @property {HTMLElement} die
 * @property {string} of
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} left
 * @property {number} top
 * @property {HTMLElement | null} copy
 */
/** @typedef {{ clientX: number, clientY: number }} Point */

/** @param {HTMLElement} picture */
const tries = (picture) => /** @type {HTMLAnchorElement[]} */ (findAll("[data-try]", picture));
/** @param {HTMLElement} side */
const dice = (side) => side.querySelectorAll(".die").length;
/** @param {Point} point @param {Held} held */
const far = (point, { x, y }) => Math.hypot(point.clientX - x, point.clientY - y) > 6;
/** @type {Held | null} */
let held = null; // the die under a finger: whose it is, its copy, and where it was taken up

/** @param {HTMLAnchorElement} link @param {DOMRect} [from] */
async function tryOut(link, from) {
  const old = /** @type {HTMLElement} */ (link.closest(".trial"));
  const place = tries(old).indexOf(link);
  const counts = tries(old).map(dice);
  const where = new URL(link.href);
  const answer = await fetch(`/rules/row${where.search}`).catch(() => null);
  if (!answer?.ok) {
    location.assign(where);
    return;
  }
  const young = elementOf(await answer.text());
  const start = from ?? old.querySelector(`.supply[data-of="${link.dataset.of}"] .die`)?.getBoundingClientRect();
  old.replaceWith(young);
  history.replaceState(null, "", where);
  tries(young)[place]?.focus({ preventScroll: true });
  await land(tries(young)[place], counts[place], start);
}

// The die that is new flies to its card.
/** @param {HTMLElement} side @param {number} before @param {DOMRect} [start] */
async function land(side, before, start) {
  const die = findAll(".die", side).at(-1);
  if (!start || !die || dice(side) <= before) return;
  await play(async () => {
    veil(die);
    await fly(die, start, die, { arc: 24, turn: -14 });
    unveil(die);
  });
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (closest(event, "[data-try]"));
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  tryOut(link);
});

document.addEventListener("pointerdown", (event) => {
  const die = closest(event, ".trial .loose");
  if (!die || event.button) return;
  event.preventDefault();
  const { width, left, top } = die.getBoundingClientRect();
  held = { die, of: die.dataset.of ?? "", x: event.clientX, y: event.clientY, width, left, top, copy: null };
});

document.addEventListener("pointermove", (event) => {
  if (!held || (!held.copy && !far(event, held))) return;
  held.copy ??= taken(held);
  held.copy.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`;
});

/** @param {Held} held */
function taken({ die, width, left, top }) {
  const copy = /** @type {HTMLElement} */ (die.cloneNode(true));
  copy.classList.add("held");
  Object.assign(copy.style, { width: `${width}px`, left: `${left}px`, top: `${top}px` });
  document.body.append(copy);
  die.dataset.veiled = "";
  return copy;
}

/** @param {Point} point */
function drop(point) {
  if (!held) return;
  const { copy, of, die } = held;
  const from = copy?.getBoundingClientRect();
  held = null;
  copy?.remove();
  delete die.dataset.veiled;
  const slot = copy && document.elementFromPoint(point.clientX, point.clientY)?.closest(".trial .slot");
  const side = slot && find(`[data-try][data-of="${of}"]`, slot);
  if (side && slot.closest(".trial") === die.closest(".trial")) tryOut(/** @type {HTMLAnchorElement} */ (side), from);
}

document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", () => drop({ clientX: -1, clientY: -1 }));
