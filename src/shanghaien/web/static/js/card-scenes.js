// Cards in motion: a Shanghai is shared out card by card, and a new row is dealt once the old one is gone.
import { takeBreath } from "./breath.js";
import { seatAt, SIDES, slotAt } from "./picture.js";
import { ring } from "./sound.js";
import { fly, move, oneOnStage, onStage, rectangle, unveiled, veil, wait } from "./stage.js";

const NEXT = 520; // from one card to the next
const BESIDE = 200; // so much longer where neighbours decide
const POP = [
  { opacity: 0, scale: 0.4 },
  { opacity: 1, scale: 1 },
];

// A picture of the sprite, by the address that the page itself uses.
export function pictureOf(name) {
  const known = document.querySelector("use[href*='art.svg']").getAttribute("href").split("#")[0];
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${known}#${name}`);
  svg.append(use);
  return svg;
}

// A square in the middle of the counter, or in front of a seat.
export function inFrontOf(scene, of, size) {
  const area = scene.at(document.getElementById("counter"));
  const down = { me: 0.72, them: 0.28 }[of] ?? 0.5;
  return {
    left: area.left + (area.width - size) / 2,
    top: area.top + area.height * down - size / 2,
    width: size,
    height: size,
  };
}

// Nothing is told of what has not been shared out.
export function keepUntold(scene, { takings, points }) {
  for (const { slot, counts, beside, mark } of takings.map((taking) => toldOf(taking.slot))) {
    slot.dataset.untold = "";
    veil(...counts, ...beside, ...mark);
  }
  score(points?.[0]);
}

export async function sharesOut(scene, { of, takings, points }) {
  const shown = takings.map((taking) => toldOf(taking.slot));
  await bell(scene, of);
  let later = 0;
  await Promise.all(
    takings.map((taking, place) => {
      later += place && NEXT + (takings[place - 1].beside ? BESIDE : 0);
      return shares(scene, taking, shown[place], points?.[place + 1], later);
    }),
  );
}

// What the row shows of one card when it has been shared out.
function toldOf(place) {
  const slot = slotAt(place);
  return {
    slot,
    card: slot.querySelector(".card"),
    counts: [...slot.querySelectorAll(".tally")],
    beside: [...slot.querySelectorAll(".tally small")],
    mark: [...slot.querySelectorAll(".goes, .gone")],
  };
}

async function bell(scene, of) {
  const [frame] = onStage(pictureOf("i-bell"), inFrontOf(scene, of, 84));
  frame.className = "bell";
  ring("bell");
  const swing = [0, -24, 20, -12, 0].map((turn) => ({ rotate: `${turn}deg` }));
  await move(frame, swing, { duration: 300, easing: "ease-in-out" });
  await move(frame, [{ opacity: 1 }, { opacity: 0 }], { duration: 160 });
  frame.remove();
}

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

async function pop(nodes, ms) {
  for (const node of nodes) unveiled(node);
  if (nodes.length) ring("tick");
  await Promise.all(nodes.map((node) => move(node, POP, { duration: ms })));
}

async function toSeat(scene, card, of) {
  const from = scene.at(card);
  const points = scene.at(seatAt(of).querySelector(".pts") ?? seatAt(of));
  const width = points.width * 0.8;
  const to = { left: points.left, top: points.top, width, height: width * 1.4 };
  await fly(card, from, to, { ms: 380, easing: "ease-in", before: 1, fade: 0.3 });
  ring("paper");
}

// The points at both seats, above first, ticking where they change.
export function score(points) {
  if (!points) return;
  SIDES.forEach((of, side) => {
    const plate = seatAt(of)?.querySelector(".pts");
    if (!plate || plate.textContent.trim() === String(points[side])) return;
    plate.textContent = points[side];
    move(plate, [{ scale: 1.35 }, { scale: 1 }], { duration: 240 });
  });
}

const cardsNow = () => [...document.querySelectorAll("#counter .slot .card")];

// A copy of a row on the stage, unseen; it takes long to draw, so that there is a breath between its cards.
export async function oldRow({ slots, told }) {
  const row = oneOnStage("remains");
  row.dataset.veiled = "";
  row.classList.toggle("told", told);
  for (const { card, place, dice, takes } of slots) {
    onStage(card, place, row)[0].dataset.takes = takes;
    for (const die of SIDES.flatMap((of) => dice[of])) onStage(die.node, die.place, row);
    rectangle(row.lastElementChild);
    await takeBreath();
  }
  return row;
}

// The old row lies there until the new one is dealt.
export function keepOldRow(scene) {
  veil(...cardsNow());
  scene.remains = scene.before.remains;
}

export async function deals(scene) {
  await move(scene.remains, [{ opacity: 1 }, { opacity: 0 }], { duration: 240 });
  scene.remains?.remove();
  const pile = scene.at(document.getElementById("where") ?? document.querySelector(".bar"));
  const from = { left: pile.left + pile.width - 40, top: pile.top, width: 30, height: 42 };
  await Promise.all(cardsNow().map((card, place) => dealt(scene, card, from, place)));
}

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
async function turnsOver(frame, card) {
  await move(frame, [{ scale: 1 }, { scale: "0 1" }], { duration: 90, easing: "ease-in" });
  frame.remove();
  unveiled(card);
  await move(card, [{ scale: "0 1" }, { scale: 1 }], { duration: 120, easing: "ease-out" });
}

// A card of the row lies face up until it is turned down.
export function keepFaceUp(scene, { slot }) {
  const was = scene.before.slots[slot];
  scene.faceUp = was && onStage(was.card, was.place)[0];
  veil(...(slotAt(slot)?.querySelectorAll(".card") ?? []));
}

export async function turnsDown(scene, { slot }) {
  const card = slotAt(slot)?.querySelector(".card");
  ring("paper");
  if (card && scene.faceUp) await turnsOver(scene.faceUp, card);
}

// The plates get their numbers.
export function numbers(scene) {
  document.querySelectorAll("#counter .plate b").forEach((plate, place) => {
    if (scene.before.slots[place]?.number !== plate.textContent) move(plate, POP, { duration: 180, delay: place * 30 });
  });
}
