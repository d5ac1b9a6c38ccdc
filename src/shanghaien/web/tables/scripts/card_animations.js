// Cards in motion: a Shanghai is shared out card by card, a new row is dealt once the old one is gone, and a trick card
// turns up in front of its owner, stands with its words, acts, and leaves.
import { find, findAll, get } from "../../site/scripts/dom.js";
import { ring } from "../../site/scripts/sound.js";
import { nextTask } from "../../site/scripts/yield.js";
import { SIDES, findSeat, lyingAt, otherSide, pips, seatAt, setPips } from "./snapshot.js";
import { fly, move, oneOnStage, onStage, rectangle, unveil, veil, wait } from "./stage.js";

/** @import { Scene, Step, Taking } from "./animations.js" */
/** @import { Side, Snapshot } from "./snapshot.js" */
/** @import { Rectangle } from "./stage.js" */
/** @typedef {ReturnType<typeof toldOf>} Told */

const NEXT = 520; // from one card to the next
const BESIDE = 200; // so much longer where neighbours decide
const POP = [
  { opacity: 0, scale: 0.4 },
  { opacity: 1, scale: 1 },
];
const UP = 240; // milliseconds that a trick card takes to turn up, to stand, to leave
const STANDS = 500;
const LEAVES = 300;
const FLIP = 130;

// A picture of the sprite, by the address that the page itself uses.
/** @param {string} name */
function pictureOf(name) {
  const known = get("use[href*='art.svg']").getAttribute("href")?.split("#")[0];
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${known}#${name}`);
  svg.append(use);
  return svg;
}

// A square in the middle of the counter, or in front of a seat.
/** @param {Scene} scene @param {Side} of @param {number} size @returns {Rectangle} */
function inFrontOf(scene, of, size) {
  const area = scene.at(get("#counter"));
  const down = { me: 0.72, them: 0.28 }[of] ?? 0.5;
  return {
    left: area.left + (area.width - size) / 2,
    top: area.top + area.height * down - size / 2,
    width: size,
    height: size,
  };
}

// Nothing is told of what has not been shared out.
/** @param {Scene} scene @param {Step} step */
export function keepUntold(scene, { takings, points }) {
  for (const { slot, counts, beside, mark } of takings.map((taking) => toldOf(taking.slot))) {
    slot.dataset.untold = "";
    veil(...counts, ...beside, ...mark);
  }
  score(points?.[0]);
}

/** @param {Scene} scene @param {Step} step */
export async function sharesOut(scene, { of, takings, points }) {
  const shown = takings.map((taking) => toldOf(taking.slot));
  await bell(scene, of);
  let later = 0;
  await Promise.all(
    takings.map((taking, place) => {
      if (place) later += NEXT + (takings[place - 1].beside ? BESIDE : 0);
      return shares(scene, taking, shown[place], points?.[place + 1], later);
    }),
  );
}

// What the row shows of one card when it has been shared out.
/** @param {number} place */
function toldOf(place) {
  const slot = get(`#slot-${place}`);
  return {
    slot,
    card: get(".card", slot),
    counts: findAll(".tally", slot),
    beside: findAll(".tally small", slot),
    mark: findAll(".goes, .gone", slot),
  };
}

/** @param {Scene} scene @param {Side} of */
async function bell(scene, of) {
  const [frame] = onStage(pictureOf("i-bell"), inFrontOf(scene, of, 84));
  frame.className = "bell";
  ring("bell");
  const swing = [0, -24, 20, -12, 0].map((turn) => ({ rotate: `${turn}deg` }));
  await move(frame, swing, { duration: 300, easing: "ease-in-out" });
  await move(frame, [{ opacity: 1 }, { opacity: 0 }], { duration: 160 });
  frame.remove();
}

/**
 * @param {Scene} scene
 * @param {Taking} taking
 * @param {Told} told
 * @param {number[] | undefined} points
 * @param {number} later
 */
async function shares(scene, { to, beside }, { slot, card, counts, beside: small, mark }, points, later) {
  await wait(later);
  if (beside) await pop(small, BESIDE);
  await pop([...counts, ...small], 180);
  await pop(mark, 160);
  delete slot.dataset.untold;
  if (to === "none") {
    await move(card, [{ rotate: "0deg", filter: "none" }, {}], { duration: 380 });
  } else {
    await toSeat(scene, card, to);
  }
  score(points);
}

/** @param {HTMLElement[]} nodes @param {number} ms */
async function pop(nodes, ms) {
  for (const node of nodes) unveil(node);
  if (nodes.length) ring("tick");
  await Promise.all(nodes.map((node) => move(node, POP, { duration: ms })));
}

/** @param {Side} of */
const pointsAt = (of) => find(".pts", seatAt(of)) ?? seatAt(of);

/** @param {Scene} scene @param {HTMLElement} card @param {Side} of */
async function toSeat(scene, card, of) {
  const from = scene.at(card);
  const points = scene.at(pointsAt(of));
  const width = points.width * 0.8;
  const to = { left: points.left, top: points.top, width, height: width * 1.4 };
  await fly(card, from, to, { ms: 380, easing: "ease-in", before: 1, fade: 0.3 });
  ring("paper");
}

// The points at both seats, above first, ticking where they change.
/** @param {number[] | undefined} points */
function score(points) {
  if (!points) return;
  SIDES.forEach((of, side) => {
    const plate = findSeat(of)?.querySelector(".pts");
    if (!plate || plate.textContent.trim() === String(points[side])) return;
    plate.textContent = String(points[side]);
    move(plate, [{ scale: 1.35 }, { scale: 1 }], { duration: 240 });
  });
}

const cardsNow = () => findAll("#counter .slot .card");

// A copy of a row on the stage, unseen; it takes long to draw, so that there is a breath between its cards.
/** @param {Snapshot} before */
export async function oldRow({ slots, told }) {
  const row = oneOnStage("remains");
  row.dataset.veiled = "";
  row.classList.toggle("told", told);
  for (const { card, place, dice, takes } of slots) {
    onStage(card, place, row)[0].dataset.takes = String(takes);
    for (const die of SIDES.flatMap((of) => dice[of])) onStage(die.node, die.place, row);
    rectangle(/** @type {Element} */ (row.lastElementChild));
    await nextTask();
  }
  return row;
}

// The old row lies there until the new one is dealt.
/** @param {Scene} scene */
export function keepOldRow(scene) {
  veil(...cardsNow());
  scene.remains = scene.before.remains;
}

/** @param {Scene} scene */
export async function deals(scene) {
  await move(scene.remains, [{ opacity: 1 }, { opacity: 0 }], { duration: 240 });
  scene.remains?.remove();
  const pile = scene.at(find("#where") ?? get(".bar"));
  const from = { left: pile.left + pile.width - 40, top: pile.top, width: 30, height: 42 };
  await Promise.all(cardsNow().map((card, place) => dealt(scene, card, from, place)));
}

/** @param {Scene} scene @param {HTMLElement} card @param {Rectangle} from @param {number} place */
async function dealt(scene, card, from, place) {
  const back = document.createElement("span");
  back.className = "card down";
  back.append(pictureOf("back"));
  await wait(place * 70);
  ring("paper", 320);
  const to = scene.at(card);
  await fly(back, from, to, { ms: 320, turn: 8 });
  const [frame] = onStage(back, to);
  await wait((5 - place) * 70 + place * 60); // all lie before the first is turned, then from left to right
  await turnsOver(frame, card);
}

// What lies on the stage is turned over and is the card in the page.
/** @param {HTMLElement} frame @param {HTMLElement} card */
async function turnsOver(frame, card) {
  await move(frame, [{ scale: 1 }, { scale: "0 1" }], { duration: 90, easing: "ease-in" });
  frame.remove();
  unveil(card);
  await move(card, [{ scale: "0 1" }, { scale: 1 }], { duration: 120, easing: "ease-out" });
}

// A card of the row lies face up until it is turned down.
/** @param {Scene} scene @param {Step} step */
export function keepFaceUp(scene, { slot }) {
  const was = scene.before.slots[slot];
  scene.faceUp = was && onStage(was.card, was.place)[0];
  veil(...findAll(`#slot-${slot} .card`));
}

/** @param {Scene} scene @param {Step} step */
export async function turnsDown(scene, { slot }) {
  const card = find(`#slot-${slot} .card`);
  ring("paper");
  if (card && scene.faceUp) await turnsOver(scene.faceUp, card);
}

// The plates get their numbers.
/** @param {Scene} scene */
export function numbers(scene) {
  document.querySelectorAll("#counter .plate b").forEach((plate, place) => {
    if (scene.before.slots[place]?.number !== plate.textContent) move(plate, POP, { duration: 180, delay: place * 30 });
  });
}

// ---- trick cards ----

/** @param {string} name @param {string} className @param {(Node | string)[]} inside */
function element(name, className, ...inside) {
  const node = document.createElement(name);
  node.className = className;
  node.append(...inside);
  return node;
}

/** @param {Scene} scene @param {Step} step */
export async function tricks(scene, step) {
  const { of, name, icon, words } = step;
  const face = element("span", "face", element("span", "half", pictureOf(icon), element("span", "", name)));
  const card = element("div", "card tricky", face);
  card.dataset.actions = "1";
  const played = element("div", "played", card, element("p", "", words));
  const place = inFrontOf(scene, of, Math.min(110, innerWidth * 0.24));
  const [frame] = onStage(played, place);
  const from = scene.at(find(".mini", seatAt(of)) ?? get("dl", seatAt(of)));
  const y = from.top - place.top;
  const x = from.left - place.left;
  ring("paper");
  const up = [
    { translate: `${x}px ${y}px`, scale: "0 0.2" },
    { translate: "0 0", scale: 1 },
  ];
  await move(frame, up, { duration: UP });
  captain(of);
  await wait(STANDS);
  await acts(scene, step);
  await move(frame, [{ opacity: 1 }, { opacity: 0, translate: `0 ${of === "me" ? 40 : -40}px` }], { duration: LEAVES });
  frame.remove();
}

/** @param {Scene} scene @param {Step} step */
async function acts(scene, { of, dice, crew }) {
  if (dice) await turnsDie(scene, of, dice[0], dice[1]);
  if (crew) {
    const plate = pointsAt(of);
    const sailor = element("span", "", pictureOf("i-two"));
    sailor.dataset.nation = crew;
    await fly(sailor, inFrontOf(scene, of, 60), scene.at(plate), { ms: 420, arc: 30, before: 1, fade: 0.4 });
    move(plate, [{ scale: 1.35 }, { scale: 1 }], { duration: 240 });
    ring("tick");
  }
}

// A die turns to its new face.
/** @param {Scene} scene @param {Side} of @param {number} old @param {number} number */
async function turnsDie(scene, of, old, number) {
  const die = scene.lying[of].find((each) => each.pips === old);
  if (!die) return;
  await move(die.node, [{ scale: 1 }, { scale: "0 1" }], { duration: FLIP, easing: "ease-in" });
  if (die.frame) setPips(die.node, number);
  ring("knock");
  await move(die.node, [{ scale: "0 1" }, { scale: 1 }], { duration: FLIP, easing: "ease-out" });
  die.pips = number;
  settles(scene, of);
}

// What lies on the stage lies in the page as well now.
/** @param {Scene} scene @param {Side} of */
function settles(scene, of) {
  const real = lyingAt(of);
  const sorted = (/** @type {number[]} */ list) => list.toSorted().join();
  if (sorted(real.map(pips)) !== sorted(scene.lying[of].map((die) => die.pips))) return;
  for (const die of scene.lying[of]) die.frame?.remove();
  real.forEach(unveil);
}

// The captain of whoever has used their trick changes colour; they stand beside the row, on a phone at the seat.
/** @param {Side} of */
function captain(of) {
  const beside = find(`.end.${of === "me" ? "right" : "left"} svg`);
  for (const each of [beside, find(".cap", seatAt(of))]) move(each, [{ scale: 1.3 }, { scale: 1 }], { duration: 400 });
}

// A trick card comes to a hand, from the middle or from the other one.
/** @param {Scene} scene @param {Step} step */
export async function takes(scene, { of, other }) {
  const to = findAll(".mini", seatAt(of)).pop();
  if (!to) return;
  const source = other ? get("dl", seatAt(otherSide(of))) : get("#counter");
  const { left, top, width, height } = scene.at(source);
  const from = { left: left + width / 2, top: top + height / 2, width: 24, height: 34 };
  await fly(to, from, scene.at(to), { ms: 420, arc: 30 });
}

// Somebody objects: said in front of their seat.
/** @param {Scene} scene @param {Step} step */
export async function objects(scene, { of, words }) {
  const said = element("div", "played", element("p", "", words));
  const [frame] = onStage(said, inFrontOf(scene, of, Math.min(220, innerWidth * 0.5)));
  ring("bell");
  await move(
    frame,
    [
      { opacity: 0, scale: 0.6 },
      { opacity: 1, scale: 1 },
    ],
    { duration: 160 },
  );
  await wait(900);
  await move(frame, [{ opacity: 1 }, { opacity: 0 }], { duration: 200 });
  frame.remove();
}
