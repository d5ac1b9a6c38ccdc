// What happened, shown: the steps that the server tells, each by its scene, over a page that has changed already.
import { takeBreath, untilDrawn } from "./breath.js";
import { deals, keepFaceUp, keepOldRow, keepUntold, oldRow, numbers, sharesOut, turnsDown } from "./card-scenes.js";
import { goHome, keepLeaning, keepUndone, layOut, places, returns, rolls, takesBack } from "./dice-scenes.js";
import { asSeenNow, picture, placesNow, SIDES, stackAt } from "./picture.js";
import { clearStage, play, still, unveiled, veil, wait } from "./stage.js";
import { objects, takes, tricks } from "./trick-scenes.js";

const SCENES = {
  roll: rolls,
  place: places,
  back: returns,
  turn: turnsDown,
  trick: tricks,
  take: takes,
  objected: objects,
  shanghai: sharesOut,
  deal: deals,
  undo: takesBack,
};

// What keeps the old picture until a scene begins; nothing is measured for it, so that the page is drawn once only.
const KEEPING = {
  end: numbers,
  place: keepLeaning,
  turn: keepFaceUp,
  shanghai: keepUntold,
  deal: keepOldRow,
  undo: keepUndone,
};
const DRAWN = 20; // after so many milliseconds the page is drawn, and asking where things are costs nothing

// About how long each takes, in milliseconds.
const LENGTHS = { roll: 1100, place: 900, trick: 1400, objected: 1260, shanghai: 3500, deal: 1400, undo: 460 };

export const lengthOf = (steps = []) => steps.reduce((sum, step) => sum + (LENGTHS[step.do] ?? 300), 0);

// The counter as it stands, and what will be needed of it when the page has changed; null where nothing is to be shown.
export async function pictured(steps) {
  if (still() || !steps?.length) return null;
  const before = picture();
  await takeBreath();
  if (!steps.some((step) => step.do === "deal")) return before;
  const remains = await oldRow(before);
  unveiled(remains); // whatever comes below it, the old row is seen until the new is dealt
  await untilDrawn();
  return { ...before, remains };
}

// Shows the steps that led from a picture of the counter to the page as it stands now; what is around the counter may
// follow, and is waited for.
export async function perform(before, steps, whole) {
  if (still() || !steps?.length || !document.getElementById("counter")) {
    clearStage();
    return;
  }
  await play(() => performed(asSeenNow(before), seenOnes(steps), whole));
}

// What was before the last deal cannot be seen any more: its row is gone.
function seenOnes(steps) {
  const deal = steps.findLastIndex((step) => step.do === "deal");
  return deal > 0 ? steps.slice(deal) : steps;
}

async function performed(before, steps, whole) {
  const main = document.getElementById("main");
  const coming = landings(steps);
  let toRoll = steps.filter((step) => step.do === "roll").length;
  main.toggleAttribute("data-rolling", toRoll > 0); // the page does not tell what was rolled before it is seen
  const scene = {
    before,
    rolled: () => main.toggleAttribute("data-rolling", --toRoll > 0),
    lying: Object.fromEntries(SIDES.map((of) => [of, layOut(of, before.lying[of])])),
    landing: (of, slot) => coming[of][slot].shift(),
    last: (step) => !steps.slice(steps.indexOf(step) + 1).some(({ do: what }) => what === "place"),
  };
  for (const step of steps) KEEPING[step.do]?.(scene, step);
  try {
    await Promise.all([whole, wait(DRAWN)]);
    await takeBreath();
    scene.at = placesNow();
    for (const step of steps) await SCENES[step.do]?.(scene, step);
    await Promise.all(SIDES.map((of) => goHome(scene, of)));
  } finally {
    main.removeAttribute("data-rolling");
    for (const slot of document.querySelectorAll("[data-untold], [data-lean]")) settled(slot);
    clearStage();
  }
}

function settled(slot) {
  delete slot.dataset.untold;
  delete slot.dataset.lean;
}

// The dice in the page that have yet to land, for each side and card; they are not seen until then.
function landings(steps) {
  const coming = Object.fromEntries(SIDES.map((of) => [of, {}]));
  for (const of of SIDES) {
    for (let slot = 0; slot < 6; slot++) {
      const count = steps.filter((step) => step.do === "place" && step.of === of && step.slot === slot).length;
      coming[of][slot] = count ? stackAt(slot, of).slice(-count) : [];
      veil(...coming[of][slot]);
    }
  }
  return coming;
}
