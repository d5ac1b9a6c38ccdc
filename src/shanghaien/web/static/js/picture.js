// How the counter stands on the page: scenes ask where things were before a change, and where they are now.
import { rectangle, setStage } from "./stage.js";

export const SIDES = ["them", "me"];
export const seatAt = (of) => document.getElementById(`seat-${of}`);
export const slotAt = (place) => document.getElementById(`slot-${place}`);
export const woodAt = (of) => document.getElementById(`dice-${of}`);
export const stackAt = (place, of) => diceOf(slotAt(place), of);
export const supplyAt = (of) => [...(seatAt(of)?.querySelectorAll("dd > .die") ?? [])].pop() ?? seatAt(of);
export const lyingAt = (of) => [...(woodAt(of)?.querySelectorAll(".die") ?? [])];
export const pips = (die) => Number(die.querySelector("use")?.getAttribute("href").split("die-")[1] ?? 0);

export function setPips(die, number) {
  const use = die.querySelector("use");
  use?.setAttribute("href", use.getAttribute("href").replace(/\d$/, number));
}

const diceOf = (slot, of) => [...(slot?.querySelectorAll(`.dice[data-of="${of}"] > .die`) ?? [])];
const bySide = (make) => Object.fromEntries(SIDES.map((of) => [of, make(of)]));

// A die that lies askew takes more room than it is large.
export function flat(die) {
  const { left, top, width, height } = rectangle(die);
  const size = Number.parseFloat(getComputedStyle(die).width) || width;
  const round = { left: left + (width - size) / 2, top: top + (height - size) / 2, width: size, height: size };
  return round;
}

// Copies, for what is in the page may be turned into what comes next.
const asDie = (node) => ({ node: node.cloneNode(true), pips: pips(node), place: flat(node) });

// Where a card lies; if it lies askew, where it would lie straight.
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

// The counter as it stands now.
export function picture() {
  setStage();
  return {
    told: document.querySelector("#counter.told") !== null,
    names: bySide((of) => seatAt(of)?.getAttribute("aria-label")),
    lying: bySide((of) => lyingAt(of).map(asDie)),
    slots: [...document.querySelectorAll("#counter .slot")].map((slot) => ({
      takes: slot.dataset.takes,
      number: slot.querySelector(".plate b")?.textContent,
      card: slot.querySelector(".card").cloneNode(true),
      place: straight(slot.querySelector(".card")),
      dice: bySide((of) => diceOf(slot, of).map(asDie)),
    })),
  };
}

// Where everything is now, looked up once while the page is drawn: to ask again and again between changes would draw it
// again and again.
export function placesNow() {
  const known = new Map();
  const nodes = "#where, #counter, #counter :is(.card, .wood, .seat, .seat dl, .pts, .mini)";
  for (const node of document.querySelectorAll(nodes)) known.set(node, rectangle(node));
  for (const die of document.querySelectorAll("#counter .die")) known.set(die, flat(die));
  return (node) => known.get(node) ?? rectangle(node);
}

// On one screen whoever is to move sits below, so that both change sides; then the picture is seen from over there.
export function asSeenNow(before) {
  const now = bySide((of) => seatAt(of)?.getAttribute("aria-label"));
  if (before.names.me !== now.them || before.names.me === now.me) return before;
  const turned = ({ me, them }) => ({ me: them, them: me });
  const slots = before.slots.map((slot) => ({ ...slot, dice: turned(slot.dice), takes: turnedSide(slot.takes) }));
  return { ...before, lying: turned(before.lying), slots, turned: true };
}

const turnedSide = (of) => ({ me: "them", them: "me" })[of] ?? of;
