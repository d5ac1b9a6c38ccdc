// How the counter stands on the page: animations ask where things were before a change, and where they are now.
import { find, findAll, get } from "../../site/scripts/dom.js";
import { rectangle, setStage } from "./stage.js";

/** @import { Rectangle } from "./stage.js" */
/** @typedef {"them" | "me"} Side */
/** @typedef {{ node: HTMLElement, pips: number, place: Rectangle, frame?: HTMLElement | null }} Die */
/**
 * @typedef {object} Slot
 * @property {string | undefined} takes
 * @property {string | undefined} number
 * @property {HTMLElement} card
 * @property {Rectangle} place
 * @property {Record<Side, Die[]>} dice
 */
/**
 * @typedef {object} Snapshot
 * @property {boolean} told whether a Shanghai has been shared out
 * @property {Record<Side, string | null | undefined>} names
 * @property {Record<Side, Die[]>} lying
 * @property {Slot[]} slots
 * @property {HTMLElement} [remains] a copy of the row on the stage
 */

/** @type {Side[]} */
export const SIDES = ["them", "me"];

/** @param {Side} of */
export const otherSide = (of) => (of === "me" ? "them" : "me");
/** @param {Side} of */
export const findSeat = (of) => document.getElementById(`seat-${of}`);
/** @param {Side} of */
export const seatAt = (of) => get(`#seat-${of}`);
/** @param {number} place */
export const slotAt = (place) => document.getElementById(`slot-${place}`);
/** @param {Side} of */
export const rollAreaAt = (of) => document.getElementById(`dice-${of}`);
/** @param {number} place @param {Side} of */
export const stackAt = (place, of) => diceOf(slotAt(place), of);
/** @param {Side} of */
export const supplyAt = (of) => findAll(`#seat-${of} dd > .die`).pop() ?? seatAt(of);
/** @param {Side} of */
export const lyingAt = (of) => findAll(`#dice-${of} .die`);
/** @param {Element} die */
export const pips = (die) => Number(die.querySelector("use")?.getAttribute("href")?.split("die-")[1] ?? 0);

/** @param {Element} die @param {number} number */
export function setPips(die, number) {
  const use = die.querySelector("use");
  use?.setAttribute("href", (use.getAttribute("href") ?? "").replace(/\d$/, String(number)));
}

/** @param {Element | null} slot @param {Side} of */
const diceOf = (slot, of) => (slot ? findAll(`.dice[data-of="${of}"] > .die`, slot) : []);

/** @template T @param {(of: Side) => T} make @returns {Record<Side, T>} */
export const bySide = (make) => ({ them: make("them"), me: make("me") });

// A die that lies askew takes more room than it is large.
/** @param {Element} die */
function flat(die) {
  const { left, top, width, height } = rectangle(die);
  const size = Number.parseFloat(getComputedStyle(die).width) || width;
  return { left: left + (width - size) / 2, top: top + (height - size) / 2, width: size, height: size };
}

// Copies, for what is in the page may be turned into what comes next.
/** @param {HTMLElement} node @returns {Die} */
const asDie = (node) => ({
  node: /** @type {HTMLElement} */ (node.cloneNode(true)),
  pips: pips(node),
  place: flat(node),
});

// Where a card lies; if it lies askew, where it would lie straight.
/** @param {HTMLElement} card */
function straight(card) {
  const around = rectangle(card);
  const { offsetWidth: width, offsetHeight: height } = card;
  if (around.width - width < 1) return around;
  return {
    left: around.left + (around.width - width) / 2,
    top: around.top + (around.height - height) / 2,
    width,
    height,
  };
}

const seatNames = () => bySide((of) => findSeat(of)?.getAttribute("aria-label"));

// The counter as it stands now.
/** @returns {Snapshot} */
export function snapshot() {
  setStage();
  return {
    told: find("#counter.told") !== null,
    names: seatNames(),
    lying: bySide((of) => lyingAt(of).map(asDie)),
    slots: findAll("#counter .slot").map((slot) => ({
      takes: slot.dataset.takes,
      number: find(".plate b", slot)?.textContent,
      card: /** @type {HTMLElement} */ (get(".card", slot).cloneNode(true)),
      place: straight(get(".card", slot)),
      dice: bySide((of) => diceOf(slot, of).map(asDie)),
    })),
  };
}

// Where everything is now, looked up once while the page is drawn: to ask again and again between changes would draw it
// again and again.
/** @returns {(node: Element) => Rectangle} */
export function placesNow() {
  const known = new Map();
  const nodes = "#where, #counter, #counter :is(.card, .wood, .seat, .seat dl, .pts, .mini)";
  for (const node of findAll(nodes)) known.set(node, rectangle(node));
  for (const die of findAll("#counter .die")) known.set(die, flat(die));
  return (node) => known.get(node) ?? rectangle(node);
}

// On one screen whoever is to move sits below, so that both change sides; then the picture is seen from over there.
/** @param {Snapshot} before @returns {Snapshot} */
export function asSeenNow(before) {
  const now = seatNames();
  if (before.names.me !== now.them || before.names.me === now.me) return before;
  /** @template T @param {Record<Side, T>} sides @returns {Record<Side, T>} */
  const turned = ({ me, them }) => ({ me: them, them: me });
  const takes = (/** @type {string | undefined} */ of) => (of === "me" || of === "them" ? otherSide(of) : of);
  const slots = before.slots.map((slot) => ({ ...slot, dice: turned(slot.dice), takes: takes(slot.takes) }));
  return { ...before, lying: turned(before.lying), slots };
}
