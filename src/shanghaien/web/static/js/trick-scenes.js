// Trick cards in motion: one turns up in front of its owner, stands with its words, acts, and leaves.
import { inFrontOf, pictureOf } from "./card-scenes.js";
import { lyingAt, pips, seatAt, setPips } from "./picture.js";
import { ring } from "./sound.js";
import { fly, move, onStage, unveiled, wait } from "./stage.js";

const UP = 240;
const STANDS = 500;
const LEAVES = 300;
const FLIP = 130;

function element(name, className, ...inside) {
  const node = document.createElement(name);
  node.className = className;
  node.append(...inside);
  return node;
}

export async function tricks(scene, step) {
  const { of, name, icon, words } = step;
  const face = element("span", "face", element("span", "half", pictureOf(icon), element("span", "", name)));
  const card = element("div", "card tricky", face);
  card.dataset.actions = 1;
  const played = element("div", "played", card, element("p", "", words));
  const place = inFrontOf(scene, of, Math.min(110, innerWidth * 0.24));
  const [frame] = onStage(played, place);
  const from = scene.at(seatAt(of).querySelector(".mini") ?? seatAt(of).querySelector("dl"));
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

async function acts(scene, { of, dice, crew }) {
  if (dice) await turnsDie(scene, of, ...dice);
  if (crew) {
    const plate = seatAt(of).querySelector(".pts") ?? seatAt(of);
    const sailor = element("span", "", pictureOf("i-two"));
    sailor.dataset.nation = crew;
    await fly(sailor, inFrontOf(scene, of, 60), scene.at(plate), { ms: 420, arc: 30, before: 1, fade: 0.4 });
    move(plate, [{ scale: 1.35 }, { scale: 1 }], { duration: 240 });
    ring("tick");
  }
}

// A die turns to its new face.
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
export function settles(scene, of) {
  const real = lyingAt(of);
  const sorted = (list) => list.toSorted().join();
  if (sorted(real.map(pips)) !== sorted(scene.lying[of].map((die) => die.pips))) return;
  for (const die of scene.lying[of]) die.frame?.remove();
  real.forEach(unveiled);
}

// The captain of whoever has used their trick changes colour; they stand beside the row, on a phone at the seat.
function captain(of) {
  const beside = document.querySelector(`.end.${of === "me" ? "right" : "left"} svg`);
  for (const each of [beside, seatAt(of).querySelector(".cap")]) {
    if (each) move(each, [{ scale: 1.3 }, { scale: 1 }], { duration: 400 });
  }
}

// A trick card comes to a hand, from the middle or from the other one.
export async function takes(scene, { of, other }) {
  const to = [...seatAt(of).querySelectorAll(".mini")].pop();
  if (!to) return;
  const source = other ? seatAt(of === "me" ? "them" : "me").querySelector("dl") : document.getElementById("counter");
  const { left, top, width, height } = scene.at(source);
  const from = { left: left + width / 2, top: top + height / 2, width: 24, height: 34 };
  await fly(to, from, scene.at(to), { ms: 420, arc: 30 });
}

// Somebody objects: said in front of their seat.
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
