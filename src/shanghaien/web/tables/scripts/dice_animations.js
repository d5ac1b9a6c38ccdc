// Dice in motion: they roll on the wood, fly to their card, and go home.
import { findAll, get } from "../../site/scripts/dom.js";
import { ring } from "../../site/scripts/sound.js";
import { SIDES, lyingAt, pips, rollAreaAt, setPips, slotAt, stackAt, supplyAt } from "./snapshot.js";
import { fly, move, onStage, unveil, veil, wait } from "./stage.js";

/** @import { Scene, Step } from "./animations.js" */
/** @import { Die, Side } from "./snapshot.js" */
/** @import { Rectangle } from "./stage.js" */

const ROLL = 900;
const SECOND = 70; // the second die comes later
const FACE = 160; // so long one face is seen while it rolls
const LEAN = 420;
const ARC = 460;
const HOME = 300;
/** @type {Record<string, string>} */
const LEANS = { me: "0 4px", them: "0 -4px", none: "0 0" };

// Where each die is on its way: across, down, turned and how large; the last is where it comes to rest.
const THROWS = [
  [
    [210, 150, 560, 1.6],
    [40, -34, 190, 1.2],
    [-8, 6, 30, 1],
    [3, 0, -12, 1],
    [0, 0, -5, 1],
  ],
  [
    [260, 150, 640, 1.6],
    [60, -14, 220, 1.2],
    [10, -4, 50, 1],
    [-2, 1, -4, 1],
    [0, 0, 7, 1],
  ],
];
const MOMENTS = [0, 0.45, 0.7, 0.84, 1];

// Dice that are on the stage until somebody takes them: what lay there before and does not lie so any more.
/** @param {Side} of @param {Die[]} before @returns {Die[]} */
export function layOut(of, before) {
  const there = lyingAt(of);
  const same = there.length === before.length && there.every((die, place) => pips(die) === before[place].pips);
  if (same) return before.map((die, place) => ({ ...die, node: there[place] }));
  veil(...there);
  return before.map((die, place) => staged(die.node, die.pips, die.place, place));
}

/** @param {HTMLElement} node @param {number} number @param {Rectangle} place @param {number} count */
function staged(node, number, place, count) {
  const [frame, copy] = onStage(node, place);
  copy.style.rotate = `${count % 2 ? 7 : -5}deg`;
  return { node: copy, frame, pips: number, place };
}

// Where dice of this number lie that are not in the page any more, or not yet.
/** @param {Scene} scene @param {Side} of @param {number} count */
function restingPlaces(scene, of, count) {
  const area = scene.at(rollAreaAt(of) ?? get("#counter"));
  const size = area.height * 0.9;
  const from = area.left + area.width / 2 - (count * (size + 12) - 12) / 2;
  return Array.from({ length: count }, (_, place) => ({
    left: from + place * (size + 12),
    top: area.top + (area.height - size) / 2,
    width: size,
    height: size,
  }));
}

/** @param {Scene} scene @param {Step} step */
export async function rolls(scene, { of, dice }) {
  const before = scene.lying[of];
  for (const die of before) die.frame?.remove();
  const real = lyingAt(of);
  const stays = real.length === dice.length && real.every((die, place) => pips(die) === dice[place]);
  const places = stays ? real.map(scene.at) : restingPlaces(scene, of, dice.length);
  const model = real[0] ?? supplyAt(of);
  scene.lying[of] = dice.map((number, place) =>
    staged(stays ? real[place] : drawn(model, number), number, places[place], place),
  );
  if (stays) veil(...real);
  await Promise.all(scene.lying[of].map((die, place) => thrown(die, place, of)));
  if (stays) {
    for (const [place, die] of scene.lying[of].entries()) {
      die.frame?.remove();
      scene.lying[of][place] = { ...die, frame: null, node: real[place] };
      unveil(real[place]);
    }
  }
  await wait(120);
  scene.rolled();
}

// A die like another, with these pips.
/** @param {HTMLElement} model @param {number} number */
function drawn(model, number) {
  const die = /** @type {HTMLElement} */ (model.cloneNode(true));
  if (die.querySelector("use")) setPips(die, number);
  return die;
}

/** @param {Die} die @param {number} place @param {Side} of */
async function thrown({ frame, node, pips: number }, place, of) {
  const sign = of === "me" ? 1 : -1;
  const near = Math.min(1, innerWidth / 900);
  const way = THROWS[place % 2].map(([x, y, turn, scale], step) => ({
    translate: `${sign * near * (x + 26 * (place >> 1))}px ${sign * near * y}px`,
    rotate: `${turn}deg`,
    scale,
    offset: MOMENTS[step],
    easing: step ? "ease-in-out" : "ease-out",
  }));
  const options = { duration: ROLL, delay: place * SECOND, easing: "linear" };
  node.style.rotate = "none";
  ring("knock", options.delay + ROLL * 0.42);
  ring("knock", options.delay + ROLL * 0.7);
  const ways = [move(frame, way, options), move(frame, [{ opacity: 0 }, { opacity: 1 }], { ...options, duration: 60 })];
  await Promise.all([...ways, faces(node, number, options.delay)]);
  node.style.rotate = `${place % 2 ? 7 : -5}deg`;
}

// Three other faces are seen before the rolled one.
/** @param {HTMLElement} node @param {number} number @param {number} delay */
async function faces(node, number, delay) {
  await wait(delay);
  for (const other of [2, 5, 3]) {
    setPips(node, ((number + other) % 6) + 1);
    await wait(FACE);
  }
  setPips(node, number);
}

/** @param {Scene} scene @param {Step} step */
export async function places(scene, step) {
  const { of, slot } = step;
  const target = scene.landing(of, slot);
  const die = taken(scene, of, step.die);
  if (!target) return;
  const from = die?.place ?? scene.at(supplyAt(of));
  die?.frame?.remove();
  const leaning = scene.last(step) ? leans() : null;
  const home = scene.last(step) ? goHome(scene, of) : null;
  ring("knock", ARC);
  await fly(target, from, scene.at(target), { ms: ARC, arc: of === "me" ? 64 : -40, turn: -14 });
  unveil(target);
  await Promise.all([home, leaning]);
}

/** @param {Scene} scene @param {Side} of @param {number} number */
function taken(scene, of, number) {
  const at = scene.lying[of].findIndex((die) => die.pips === number);
  return at < 0 ? null : scene.lying[of].splice(at, 1)[0];
}

// What was rolled and not placed goes back to the supply.
/** @param {Scene} scene @param {Side} of */
export async function goHome(scene, of) {
  const rest = scene.lying[of].splice(0).filter((die) => die.frame);
  await Promise.all(rest.map((die) => homeward(scene, die, of)));
}

/** @param {Scene} scene @param {Die} die @param {Side} of */
async function homeward(scene, { node, place, frame }, of) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  copy.style.rotate = "none";
  frame?.remove();
  const home = supplyAt(of);
  if (home.matches(".die")) veil(home);
  await fly(copy, place, small(scene.at(home)), { ms: HOME, delay: 60, before: 1, fade: 0.2 });
  unveil(home);
}

// The supply is drawn small; where none is left there, the seat itself stands for it.
/** @param {Rectangle} place */
function small({ left, width, top, height }) {
  const size = Math.min(height, 15);
  return { left: left + width - size, top: top + (height - size) / 2, width: size, height: size };
}

// Cards that somebody else would take now lie as before until the die has come.
/** @param {Scene} scene */
export function keepLeaning({ before }) {
  before.slots.forEach(({ takes }, place) => {
    const slot = slotAt(place);
    if (!slot || takes === slot.dataset.takes) return;
    slot.dataset.lean = takes;
    veil(...findAll(".taker", slot));
  });
}

// Then tab and lean.
async function leans() {
  await wait(ARC);
  await Promise.all(
    findAll("#counter .slot[data-lean]").flatMap((slot) => {
      const { lean: from = "", takes: to = "" } = slot.dataset;
      const lean = [{ translate: LEANS[from] }, { translate: LEANS[to] }];
      const [tab] = findAll(".taker", slot);
      delete slot.dataset.lean;
      if (tab) unveil(tab);
      return [
        move(slot.querySelector(".card"), lean, { duration: LEAN }),
        tab &&
          move(
            tab,
            [
              { opacity: 0, scale: 0.4 },
              { opacity: 1, scale: 1 },
            ],
            { duration: LEAN },
          ),
      ];
    }),
  );
}

// A die comes back from its card, or from the roll.
/** @param {Scene} scene @param {Step} step */
export async function returns(scene, { of, die, slot }) {
  if (slot === undefined) {
    const back = taken(scene, of, die);
    if (back) await homeward(scene, back, of);
    return;
  }
  const was = scene.before.slots[slot]?.dice[of].pop(); // the next one that comes back is another
  if (was) await homeward(scene, was, of);
}

// Dice that are on their way back are not on the wood yet.
export function keepUndone() {
  for (const of of SIDES) veil(...lyingAt(of));
}

// What was taken back: dice that lie on fewer cards than before are on the wood again.
/** @param {Scene} scene */
export async function takesBack(scene) {
  const gone = scene.before.slots.flatMap(({ dice }, slot) =>
    SIDES.flatMap((of) => dice[of].slice(stackAt(slot, of).length).map((die) => ({ ...die, of }))),
  );
  await Promise.all(
    gone.map((die) => {
      const target = lyingAt(die.of).find((each) => pips(each) === die.pips);
      if (!target) return null;
      return fly(target, die.place, scene.at(target), { ms: ARC, arc: 30 }).then(() => unveil(target));
    }),
  );
}
