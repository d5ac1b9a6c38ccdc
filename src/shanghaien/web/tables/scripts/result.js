// The end of a game is told: nation by nation the crews meet, and the points go where they go. What it ends in stands
// in the page already; any press or key leads there, and the space bar holds it. Then what follows: a rematch.
import { byId, closest, field, find, findAll, get } from "../../site/scripts/dom.js";
import { ring } from "../../site/scripts/sound.js";
import { afterPaint } from "../../site/scripts/yield.js";
import { watchLog } from "./log_watch.js";
import { otherSide } from "./snapshot.js";
import { move, play, setSpeed, still, wait } from "./stage.js";

/** @import { UpdateQueue } from "./requests.js" */
/** @import { Side } from "./snapshot.js" */
/** @typedef {(pause?: () => Promise<void>) => void | Promise<void>} Change */
/** @typedef {{ row: HTMLElement, crew: HTMLElement }} Crew */
/** @typedef {Record<Side, Crew>} Crews */

const LONGEST = 10500;
/** @type {Record<string, number>} */
const LENGTH = { taken: 1400, equal: 1100, alone: 800, tricks: 800 };
const ASIDE = { them: -1, me: 1 }; // from where a crew comes
const isSpace = (/** @type {Event} */ event) => event instanceof KeyboardEvent && event.key === " ";

let filmHeld = false;

// Plays the reckoning of a page over it, if there is one and things may move. When it covers everything, the page below
// may change: that takes long, and nobody sees it.
/** @param {Document} [fresh] @param {Change} [change] */
async function playFinale(fresh = document, change = () => {}) {
  const template = /** @type {HTMLTemplateElement | null} */ (fresh.getElementById("reckoning"));
  if (!template || still()) {
    await change();
    return;
  }
  const film = document.importNode(/** @type {HTMLElement} */ (template.content.firstElementChild), true);
  film.dataset.bare = ""; // at first it only covers the page: both at once would be felt
  document.body.append(film);
  addEventListener("keydown", holdIt, true);
  try {
    await play(async () => {
      await afterPaint();
      delete film.dataset.bare;
      await afterPaint();
      get(".capt button", film).focus({ preventScroll: true });
      await change(afterPaint);
      await afterPaint();
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

/** @param {KeyboardEvent} event */
function holdIt(event) {
  if (!isSpace(event)) return;
  event.preventDefault();
  if (!event.repeat) holdFilm(!filmHeld);
}

/** @param {boolean} hold */
function holdFilm(hold) {
  filmHeld = hold;
  setSpeed(filmHeld ? 0 : chosenSpeed());
}

/** @param {HTMLElement} film */
async function reckon(film) {
  const encounters = findAll(".encounter", film);
  const total = encounters.reduce((sum, each) => sum + LENGTH[each.dataset.kind ?? ""], 0);
  const pace = Math.min(1, LONGEST / total);
  for (const [at, each] of encounters.entries()) await meeting(film, each, findAll(".strip li", film)[at], pace);
  await wait(300);
}

// One nation: crews in, strengths, the stronger one thrown away, the weaker one taken, points counted.
/** @param {HTMLElement} film @param {HTMLElement} encounter @param {HTMLElement} mark @param {number} pace */
async function meeting(film, encounter, mark, pace) {
  const { kind, points = "", soFar = "" } = encounter.dataset;
  const to = /** @type {Side | undefined} */ (encounter.dataset.to);
  const sides = { them: rowFor(film, encounter, "them"), me: rowFor(film, encounter, "me") };
  const ms = (/** @type {number} */ time) => time * pace;
  mark.dataset.k = "now";
  get(".capt p", film).replaceChildren(...get("p", encounter).childNodes);
  get(".between", film).replaceChildren(get(".natbig", encounter));
  await Promise.all([comesIn(sides.them, ASIDE.them, ms(240)), comesIn(sides.me, ASIDE.me, ms(240))]);
  if (kind === "taken" || kind === "equal") await showStrengths(sides, encounter.dataset, ms(200));
  if (kind === "taken" && to) await thrownAway([sides[to]], ms(260));
  if (kind === "equal") await thrownAway(Object.values(sides), ms(400));
  if (to) await fliesOver(film, encounter, sides, to, ms(kind === "taken" ? 620 : 320));
  countUp(sides, soFar.split(" "), mark, points, to);
  await wait(ms(kind === "taken" ? 80 : 240));
}

/** @param {HTMLElement} film @param {HTMLElement} encounter @param {Side} of @returns {Crew} */
function rowFor(film, encounter, of) {
  const row = get(`.clashrow[data-of="${of}"]`, film);
  const crew = get(`.clashcrew[data-of="${of}"]`, encounter);
  row.classList.remove("lose");
  get(".crewplace", row).replaceChildren(crew);
  get(".force", row).hidden = true;
  return { row, crew };
}

/** @param {Crew} side @param {number} aside @param {number} duration */
function comesIn({ crew }, aside, duration) {
  if (crew.childElementCount) ring("paper");
  return move(crew, [{ translate: `0 ${aside * 60}px`, opacity: 0 }, {}], { duration });
}

/** @param {Crews} sides @param {DOMStringMap} numbers @param {number} duration */
function showStrengths(sides, numbers, duration) {
  const shown = Object.entries(sides).map(([of, { row }]) => {
    const place = get(".force", row);
    const word = get("small", place);
    const more = Number(numbers[of]) - Number(numbers[of === "me" ? "them" : "me"]);
    word.textContent = (more > 0 ? word.dataset.stronger : more < 0 ? word.dataset.weaker : "") ?? "";
    get("b", place).textContent = numbers[of] ?? "";
    place.hidden = false;
    return move(place, [{ scale: 0.6, opacity: 0 }, {}], { duration });
  });
  ring("knock");
  return Promise.all(shown);
}

/** @param {Crew[]} sides @param {number} duration */
function thrownAway(sides, duration) {
  for (const { row } of sides) row.classList.add("lose");
  const away = [{ rotate: "0deg", translate: "0" }, {}];
  return Promise.all(sides.map(({ crew }) => move(crew, away, { duration })));
}

// The weaker crew's cards, or one's own, fly to whom they count for.
/**
 * @param {HTMLElement} film
 * @param {HTMLElement} encounter
 * @param {Crews} sides
 * @param {Side} to
 * @param {number} duration
 */
async function fliesOver(film, encounter, sides, to, duration) {
  const from = encounter.dataset.kind === "taken" ? otherSide(to) : to;
  const target = get(".sum", sides[to].row).getBoundingClientRect();
  get(".between", film).append(get(".plus", encounter));
  const cards = findAll(":scope > *", sides[from].crew);
  await Promise.all(cards.map((card, at) => landsAt(card, target, at, duration)));
  ring("tick");
}

/** @param {HTMLElement} card @param {DOMRect} target @param {number} at @param {number} duration */
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

/** @param {Crews} sides @param {string[]} sums @param {HTMLElement} mark @param {string} points @param {Side} [to] */
function countUp(sides, [them, me], mark, points, to) {
  get(".sum", sides.them.row).textContent = them;
  get(".sum", sides.me.row).textContent = me;
  mark.dataset.k = "done";
  const figure = get("b", mark);
  figure.textContent = points;
  if (to) figure.className = to === "me" ? "dn me" : "up them";
}

// Afterwards the rows of the table are chalked one after the other.
function chalked() {
  const rows = findAll("#slate .story tbody tr");
  play(() =>
    Promise.all(rows.map((row, at) => move(row, [{ opacity: 0 }, { opacity: 1 }], { duration: 240, delay: at * 90 }))),
  );
}

// What decided it comes from the review, which is made meanwhile; its place is kept.
/** @param {HTMLElement | null} place */
async function fetchInto(place) {
  const address = place?.dataset.from;
  while (place && address && place.isConnected) {
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
  watchLog().catch(() => null); // whatever it was, the game is over all the same
}

function offerAgain() {
  const again = find("[data-again]");
  if (again) again.hidden = still() || !find("#reckoning");
}

document.addEventListener("click", (event) => closest(event, "[data-again]") && playFinale());
offerAgain();
tellWhatComes();

// When the game is over: `fresh` is the page that says so, and `change(pause)` turns the one that is shown into it.
/** @param {Document} fresh @param {Change} change */
export const showResult = (fresh, change) =>
  playFinale(fresh, async (pause) => {
    await change(pause);
    offerAgain();
    tellWhatComes();
  });

// ---- a game of bots ----

// Bots play on quickly at the server, and here it is shown at a pace that can be read. It can be held, gone on with
// step by step, and hurried; the space bar holds it, too.
const panel = document.getElementById("show");

// How fast the game runs that was chosen here; 1 where there is nothing to choose.
const chosenSpeed = () => (panel ? Number(field("[name=speed]:checked", panel).value) : 1);

/** @param {UpdateQueue} updates */
export function controlBotGame(updates) {
  if (!panel) return;
  const button = get("[data-hold]", panel);
  /** @param {boolean} on */
  const hold = (on) => {
    updates.hold(on);
    button.setAttribute("aria-pressed", String(on));
  };
  byId("main").dataset.film = ""; // makes room for the panel
  updates.whole = true;
  button.addEventListener("click", () => hold(button.getAttribute("aria-pressed") !== "true"));
  get("[data-step]", panel).addEventListener("click", () => {
    hold(true);
    updates.step();
  });
  panel.addEventListener("change", () => setSpeed(chosenSpeed()));
  document.addEventListener("keydown", (event) => {
    const taken = closest(event, "a, button, input, textarea, select, summary, .reckon");
    if (!isSpace(event) || event.repeat || taken) return;
    event.preventDefault();
    button.click();
  });
}

// ---- a rematch ----

// Between two people: whoever pressed is led to the new table when the other has pressed, too. If both pressed at the
// same moment, the slower one is shown the offer of the other, and the press that was made counts for it; if the other
// sat down before the page has come that tells of the press, it leads on at once.
const PRESSED = "rematch"; // the game after which a rematch was asked for here, and when
const A_PRESS = 20000; // so long a press counts for whatever the page shows next
let pressedAt = pressBefore(byId("main").dataset.game);

/** @param {string | undefined} game @returns {number} */
function pressBefore(game) {
  try {
    const [after, at] = JSON.parse(sessionStorage.getItem(PRESSED) ?? "[]");
    sessionStorage.removeItem(PRESSED);
    return after === game ? at : 0;
  } catch {
    return 0;
  }
}

document.addEventListener("submit", ({ target }) => {
  const { after } = /** @type {HTMLFormElement} */ (target).dataset;
  if (!after) return;
  pressedAt = Date.now();
  try {
    sessionStorage.setItem(PRESSED, JSON.stringify([after, pressedAt]));
  } catch {
    // Then it has to be pressed once more.
  }
});

const toNewTable = () => /** @type {HTMLAnchorElement | null} */ (find("#board a[data-go]"));
const begunBefore = toNewTable() !== null;
const changes = new MutationObserver(goToRematch);

function goToRematch() {
  const pressed = Date.now() - pressedAt < A_PRESS;
  const [link, offer] = [toNewTable(), find("#board form[data-sit]")];
  if (link && (pressed || !begunBefore)) {
    changes.disconnect(); // one way there is enough, however much else changes meanwhile
    if (begunBefore) location.replace(link.href);
    else location.assign(link.href);
  } else if (pressed && offer) {
    pressedAt = 0;
    /** @type {HTMLFormElement} */ (offer).requestSubmit();
  }
}

changes.observe(byId("board"), { childList: true, subtree: true, attributeFilter: ["data-sit"] });
goToRematch();
