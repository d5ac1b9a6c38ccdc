// What happened, shown: the steps that the server tells, each by its scene, over a page that has changed already.
import { find, findAll, get } from "../../site/scripts/dom.js";
import { afterPaint, nextTask } from "../../site/scripts/yield.js";
import * as cards from "./card_animations.js";
import * as dice from "./dice_animations.js";
import { SIDES, asSeenNow, bySide, placesNow, snapshot, stackAt } from "./snapshot.js";
import { clearStage, play, still, unveil, veil, wait } from "./stage.js";

/** @import { Die, Side, Snapshot } from "./snapshot.js" */
/** @import { Rectangle } from "./stage.js" */
/** @typedef {{ slot: number, to: Side | "none", beside: boolean }} Taking */
/**
 * What happened, as the server tells it; `do` says which of the other fields are there.
 * @typedef {object} Step
 * @property {string} do
 * @property {Side} of
 * @property {number} slot
 * @property {number} die
 * @property {number[]} dice
 * @property {Taking[]} takings
 * @property {number[][]} [points]
 * @property {string} name
 * @property {string} icon
 * @property {string} words
 * @property {string} [crew]
 * @property {boolean} [other]
 */
/**
 * What an animation knows and changes.
 * @typedef {object} Scene
 * @property {Snapshot} before
 * @property {Record<Side, Die[]>} lying
 * @property {() => void} rolled
 * @property {(of: Side, slot: number) => HTMLElement | undefined} landing
 * @property {(step: Step) => boolean} last
 * @property {(node: Element) => Rectangle} at
 * @property {HTMLElement} [remains]
 * @property {HTMLElement} [faceUp]
 */

/** @type {Record<string, (scene: Scene, step: Step) => Promise<void>>} */
const SCENES = {
  roll: dice.rolls,
  place: dice.places,
  back: dice.returns,
  turn: cards.turnsDown,
  trick: cards.tricks,
  take: cards.takes,
  objected: cards.objects,
  shanghai: cards.sharesOut,
  deal: cards.deals,
  undo: dice.takesBack,
};

// What keeps the old picture until a scene begins; nothing is measured for it, so that the page is drawn once only.
/** @type {Record<string, (scene: Scene, step: Step) => void>} */
const KEEPING = {
  end: cards.numbers,
  place: dice.keepLeaning,
  turn: cards.keepFaceUp,
  shanghai: cards.keepUntold,
  deal: cards.keepOldRow,
  undo: dice.keepUndone,
};
const DRAWN = 20; // after so many milliseconds the page is drawn, and asking where things are costs nothing

// About how long each takes, in milliseconds.
/** @type {Record<string, number>} */
const LENGTHS = { roll: 1100, place: 900, trick: 1400, objected: 1260, shanghai: 3500, deal: 1400, undo: 460 };

/** @param {Step[]} [steps] */
export const lengthOf = (steps = []) => steps.reduce((sum, step) => sum + (LENGTHS[step.do] ?? 300), 0);

// The counter as it stands, and what will be needed of it when the page has changed; null where nothing is to be shown.
/** @param {Step[] | null | undefined} steps @returns {Promise<Snapshot | null>} */
export async function pictured(steps) {
  if (still() || !steps?.length) return null;
  const before = snapshot();
  await nextTask();
  if (!steps.some((step) => step.do === "deal")) return before;
  const remains = await cards.oldRow(before);
  unveil(remains); // whatever comes below it, the old row is seen until the new is dealt
  await afterPaint();
  return { ...before, remains };
}

// Shows the steps that led from a picture of the counter to the page as it stands now; what is around the counter may
// follow, and is waited for.
/** @param {Snapshot} before @param {Step[] | null | undefined} steps @param {Promise<void>} [whole] */
export async function perform(before, steps, whole) {
  if (still() || !steps?.length || !find("#counter")) {
    clearStage();
    return;
  }
  await play(() => performed(asSeenNow(before), seenOnes(steps), whole));
}

// What was before the last deal cannot be seen any more: its row is gone.
/** @param {Step[]} steps */
function seenOnes(steps) {
  const deal = steps.findLastIndex((step) => step.do === "deal");
  return deal > 0 ? steps.slice(deal) : steps;
}

/** @param {Snapshot} before @param {Step[]} steps @param {Promise<void>} [whole] */
async function performed(before, steps, whole) {
  const main = get("#main");
  const coming = landings(steps);
  let toRoll = steps.filter((step) => step.do === "roll").length;
  main.toggleAttribute("data-rolling", toRoll > 0); // the page does not tell what was rolled before it is seen
  /** @type {Scene} */
  const scene = {
    before,
    rolled: () => main.toggleAttribute("data-rolling", --toRoll > 0),
    lying: bySide((of) => dice.layOut(of, before.lying[of])),
    at: () => new DOMRect(), // known once the page is drawn
    landing: (of, slot) => coming[of][slot].shift(),
    last: (step) => !steps.slice(steps.indexOf(step) + 1).some(({ do: what }) => what === "place"),
  };
  for (const step of steps) KEEPING[step.do]?.(scene, step);
  try {
    await Promise.all([whole, wait(DRAWN)]);
    await nextTask();
    scene.at = placesNow();
    for (const step of steps) await SCENES[step.do]?.(scene, step);
    await Promise.all(SIDES.map((of) => dice.goHome(scene, of)));
  } finally {
    main.removeAttribute("data-rolling");
    for (const slot of findAll("[data-untold], [data-lean]")) {
      delete slot.dataset.untold;
      delete slot.dataset.lean;
    }
    clearStage();
  }
}

// The dice in the page that have yet to land, for each side and card; they are not seen until then.
/** @param {Step[]} steps */
function landings(steps) {
  /** @type {Record<Side, HTMLElement[][]>} */
  const coming = { them: [], me: [] };
  for (const of of SIDES) {
    for (let slot = 0; slot < 6; slot++) {
      const count = steps.filter((step) => step.do === "place" && step.of === of && step.slot === slot).length;
      coming[of][slot] = count ? stackAt(slot, of).slice(-count) : [];
      veil(...coming[of][slot]);
    }
  }
  return coming;
}
