// Cards in motion: a Shanghai is shared out card by card, and a new row is dealt once the old one is gone.
import { seatAt, SIDES, slotAt, supplyAt } from "./picture.js";
import { ring } from "./sound.js";
import { fly, move, onStage, rectangle, unveiled, veil, wait } from "./stage.js";

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
export function inFrontOf(of, size) {
  const area = document.getElementById("counter").getBoundingClientRect();
  const down = { me: 0.72, them: 0.28 }[of] ?? 0.5;
  return {
    left: area.left + (area.width - size) / 2,
    top: area.top + area.height * down - size / 2,
    width: size,
    height: size,
  };
}

export async function sharesOut(scene, { of, takings, points }) {
  const shown = takings.map((taking) => toldOf(taking.slot));
  for (const { slot, counts, beside, mark } of shown) {
    slot.dataset.untold = "";
    veil(...counts, ...beside, ...mark);
  }
  score(points?.[0]);
  await bell(of);
  let later = 0;
  await Promise.all(
    takings.map((taking, place) => {
      later += place && NEXT + (takings[place - 1].beside ? BESIDE : 0);
      return shares(taking, shown[place], points?.[place + 1], later);
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

async function bell(of) {
  const [frame] = onStage(pictureOf("i-bell"), inFrontOf(of, 84));
  frame.className = "bell";
  ring("bell");
  const swing = [0, -24, 20, -12, 0].map((turn) => ({ rotate: `${turn}deg` }));
  await move(frame, swing, { duration: 300, easing: "ease-in-out" });
  await move(frame, [{ opacity: 1 }, { opacity: 0 }], { duration: 160 });
  frame.remove();
}

async function shares({ to, beside }, { slot, card, counts, beside: small, mark }, points, later) {
  await wait(later);
  if (beside) await pop(small, BESIDE);
  await pop([...counts, ...small], 180);
  await pop(mark, 160);
  delete slot.dataset.untold;
  if (to === "none") {
    await move(card, [{ rotate: "0deg", filter: "none" }, {}], { duration: 380 });
  } else {
    await toSeat(card, to);
  }
  score(points);
}

async function pop(nodes, ms) {
  for (const node of nodes) unveiled(node);
  if (nodes.length) ring("tick");
  await Promise.all(nodes.map((node) => move(node, POP, { duration: ms })));
}

async function toSeat(card, of) {
  const from = rectangle(card);
  const points = rectangle(seatAt(of).querySelector(".pts") ?? seatAt(of));
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

export async function deals(scene) {
  const cards = [...document.querySelectorAll("#counter .slot .card")];
  veil(...cards);
  await cleared(scene);
  const pile = rectangle(document.querySelector("#where") ?? document.querySelector(".bar"));
  const from = { left: pile.right - 40, top: pile.top, width: 30, height: 42 };
  await Promise.all(cards.map((card, place) => dealt(card, from, place)));
}

// The row is empty before the next one is dealt: dice go home, cards leave.
async function cleared({ before: { slots } }) {
  const leave = slots.map(async ({ card, place }) => {
    const [frame] = onStage(card, place);
    await move(frame, [{ opacity: 1 }, { opacity: 0, scale: 0.9 }], { duration: 200 });
    frame.remove();
  });
  const home = slots.flatMap(({ dice }) =>
    SIDES.flatMap((of) =>
      dice[of].map(({ node, place }) => fly(node, place, supplyAt(of), { ms: 300, before: 1, fade: 0.2 })),
    ),
  );
  await Promise.all([...leave, ...home]);
}

async function dealt(card, from, place) {
  const back = document.createElement("span");
  back.className = "card down";
  back.append(pictureOf("back"));
  await wait(place * 70);
  ring("paper", 320);
  const to = rectangle(card);
  await fly(back, from, to, { ms: 320, turn: 8 });
  const [frame] = onStage(back, to);
  await wait((5 - place) * 70 + place * 60); // all lie before the first is turned, then from left to right
  await move(frame, [{ scale: 1 }, { scale: "0 1" }], { duration: 90, easing: "ease-in" });
  frame.remove();
  unveiled(card);
  await move(card, [{ scale: "0 1" }, { scale: 1 }], { duration: 120, easing: "ease-out" });
}

// A card of the row is turned face down.
export async function turnsDown(scene, { slot }) {
  const was = scene.before.slots[slot];
  const card = slotAt(slot)?.querySelector(".card");
  if (!was || !card) return;
  veil(card);
  const [frame] = onStage(was.card, was.place);
  await move(frame, [{ scale: 1 }, { scale: "0 1" }], { duration: 160, easing: "ease-in" });
  frame.remove();
  unveiled(card);
  ring("paper");
  await move(card, [{ scale: "0 1" }, { scale: 1 }], { duration: 160, easing: "ease-out" });
}

// The plates get their numbers.
export function numbers(scene) {
  document.querySelectorAll("#counter .plate b").forEach((plate, place) => {
    if (scene.before.slots[place]?.number !== plate.textContent) move(plate, POP, { duration: 180, delay: place * 30 });
  });
}
