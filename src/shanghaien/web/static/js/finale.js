// The end of a game is told: nation by nation the crews meet, and the points go where they go. What it ends in stands
// in the page already; any press or key leads there, and the space bar holds it.
import { untilDrawn } from "./breath.js";
import { atTheEnd } from "./queue.js";
import { chosenSpeed } from "./show.js";
import { ring } from "./sound.js";
import { move, play, setSpeed, still, wait } from "./stage.js";

const LONGEST = 10500;
const LENGTH = { taken: 1400, equal: 1100, alone: 800, tricks: 800 };
const ASIDE = { them: -1, me: 1 }; // from where a crew comes
const reckoningIn = () => document.getElementById("reckoning");
const isSpace = (event) => event.key === " ";

let filmHeld = false;

// Plays the reckoning of a page over it, if there is one and things may move. When it covers everything, the page below
// may change: that takes long, and nobody sees it.
async function finale(fresh = document, change = () => {}) {
  const template = fresh.getElementById("reckoning");
  if (!template || still()) {
    await change();
    return;
  }
  const film = document.importNode(template.content.firstElementChild, true);
  film.dataset.bare = ""; // at first it only covers the page: both at once would be felt
  document.body.append(film);
  addEventListener("keydown", holdIt, true);
  try {
    await play(async () => {
      await untilDrawn();
      delete film.dataset.bare;
      await untilDrawn();
      film.querySelector(".capt button").focus({ preventScroll: true });
      await change(untilDrawn);
      await untilDrawn();
      await reckon(film);
    }, isSpace);
  } finally {
    removeEventListener("keydown", holdIt, true);
    holdFilm(false);
    film.remove();
  }
  document.getElementById("res")?.focus({ preventScroll: true }); // no button: the key that ended it must not press one
  scrollTo({ top: 0 });
  chalked();
}

function holdIt(event) {
  if (!isSpace(event)) return;
  event.preventDefault();
  if (!event.repeat) holdFilm(!filmHeld);
}

function holdFilm(hold) {
  filmHeld = hold;
  setSpeed(filmHeld ? 0 : chosenSpeed());
}

async function reckon(film) {
  const encounters = [...film.querySelectorAll(".encounter")];
  const total = encounters.reduce((sum, each) => sum + LENGTH[each.dataset.kind], 0);
  const pace = Math.min(1, LONGEST / total);
  for (const [at, each] of encounters.entries())
    await meeting(film, each, film.querySelectorAll(".strip li")[at], pace);
  await wait(300);
}

// One nation: crews in, strengths, the stronger one thrown away, the weaker one taken, points counted.
async function meeting(film, encounter, mark, pace) {
  const { kind, to, points, soFar } = encounter.dataset;
  const sides = Object.fromEntries(["them", "me"].map((of) => [of, rowFor(film, encounter, of)]));
  const ms = (time) => time * pace;
  mark.dataset.k = "now";
  film.querySelector(".capt p").replaceChildren(...encounter.querySelector("p").childNodes);
  film.querySelector(".between").replaceChildren(encounter.querySelector(".natbig"));
  await Promise.all(Object.entries(sides).map(([of, side]) => comesIn(side, of, ms(240))));
  if (kind === "taken" || kind === "equal") await showStrengths(sides, encounter.dataset, ms(200));
  if (kind === "taken") await thrownAway([sides[to]], ms(260));
  if (kind === "equal") await thrownAway(Object.values(sides), ms(400));
  if (to) await fliesOver(film, encounter, sides, ms(kind === "taken" ? 620 : 320));
  countUp(sides, soFar.split(" "), mark, points, to);
  await wait(ms(kind === "taken" ? 80 : 240));
}

function rowFor(film, encounter, of) {
  const row = film.querySelector(`.clashrow[data-of="${of}"]`);
  const crew = encounter.querySelector(`.clashcrew[data-of="${of}"]`);
  row.classList.remove("lose");
  row.querySelector(".crewplace").replaceChildren(crew);
  row.querySelector(".force").hidden = true;
  return { row, crew };
}

function comesIn({ crew }, of, duration) {
  if (crew.childElementCount) ring("paper");
  return move(crew, [{ translate: `0 ${ASIDE[of] * 60}px`, opacity: 0 }, {}], { duration });
}

function showStrengths(sides, numbers, duration) {
  const shown = Object.entries(sides).map(([of, { row }]) => {
    const place = row.querySelector(".force");
    const word = place.querySelector("small");
    const more = Number(numbers[of]) - Number(numbers[of === "me" ? "them" : "me"]);
    word.textContent = more > 0 ? word.dataset.stronger : more < 0 ? word.dataset.weaker : "";
    place.querySelector("b").textContent = numbers[of];
    place.hidden = false;
    return move(place, [{ scale: 0.6, opacity: 0 }, {}], { duration });
  });
  ring("knock");
  return Promise.all(shown);
}

function thrownAway(sides, duration) {
  for (const { row } of sides) row.classList.add("lose");
  const away = [{ rotate: "0deg", translate: "0" }, {}];
  return Promise.all(sides.map(({ crew }) => move(crew, away, { duration })));
}

// The weaker crew's cards, or one's own, fly to whom they count for.
async function fliesOver(film, encounter, sides, duration) {
  const { to, kind } = encounter.dataset;
  const from = kind === "taken" && to === "me" ? "them" : kind === "taken" ? "me" : to;
  const target = sides[to].row.querySelector(".sum").getBoundingClientRect();
  film.querySelector(".between").append(encounter.querySelector(".plus"));
  await Promise.all([...sides[from].crew.children].map((card, at) => landsAt(card, target, at, duration)));
  ring("tick");
}

async function landsAt(card, target, at, duration) {
  const place = card.getBoundingClientRect();
  const x = target.left + target.width / 2 - place.left - place.width / 2;
  const y = target.top + target.height / 2 - place.top - place.height / 2;
  const half = { translate: `${x * 0.45}px ${y * 0.45}px`, rotate: `${at % 2 ? -8 : 9}deg`, opacity: 1, offset: 0.6 };
  await move(card, [{}, half, { translate: `${x}px ${y}px`, scale: 0.3, opacity: 0 }], {
    duration: duration - 60,
    delay: Math.min(at * 40, 120),
    easing: "ease-in-out",
  });
  card.style.visibility = "hidden";
  ring("paper");
}

function countUp(sides, [them, me], mark, points, to) {
  sides.them.row.querySelector(".sum").textContent = them;
  sides.me.row.querySelector(".sum").textContent = me;
  mark.dataset.k = "done";
  const figure = mark.querySelector("b");
  figure.textContent = points;
  if (to) figure.className = to === "me" ? "dn me" : "up them";
}

// Afterwards the rows of the table are chalked one after the other.
function chalked() {
  const rows = document.querySelectorAll("#slate .story tbody tr");
  const written = (row, at) => move(row, [{ opacity: 0 }, { opacity: 1 }], { duration: 240, delay: at * 90 });
  play(() => Promise.all([...rows].map(written)));
}

// What decided it comes from the review, which is made meanwhile; its place is kept.
async function fetchInto(place) {
  const address = place?.dataset.from;
  while (address && place.isConnected) {
    const answer = await fetch(address, { credentials: "same-origin" }).catch(() => null);
    if (answer?.status === 200) {
      place.innerHTML = await answer.text();
      delete place.dataset.from;
      return;
    }
    if (answer && answer.status !== 202) return;
    await new Promise((later) => setTimeout(later, 1500));
  }
}

// Ratings are worked out just after a game has ended.
function tellWhatComes() {
  fetchInto(document.getElementById("decided"));
  fetchInto(document.getElementById("strength"));
}

function offerAgain() {
  const again = document.querySelector("[data-again]");
  if (again) again.hidden = still() || !reckoningIn();
}

document.addEventListener("click", (event) => event.target.closest("[data-again]") && finale());
atTheEnd((fresh, change) =>
  finale(fresh, async (breath) => {
    await change(breath);
    offerAgain();
    tellWhatComes();
  }),
);
offerAgain();
tellWhatComes();
