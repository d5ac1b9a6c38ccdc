// The first voyage without page loads: a press fetches the next page, its middle is exchanged, and what changed moves.
import { closest, find, findAll, get, opensElsewhere, pageOf, sentBy } from "../../site/scripts/dom.js";
import { fly, move, play, unveil, veil, wait } from "../../tables/scripts/stage.js";

/** @import { Side } from "../../tables/scripts/snapshot.js" */
/** @import { Place } from "../../tables/scripts/stage.js" */
/**
 * How many dice of each side, and which way the card leant.
 * @typedef {object} Slot
 * @property {number} me
 * @property {number} them
 * @property {string} lean
 */
/** @typedef {{ from?: DOMRect, scrolled: number, slots: Slot[], rolled: number, dark: boolean }} Before */
/** @typedef {{ die: HTMLElement, slot: HTMLElement, from: Place, lean: string }} Arriving */

const FLIGHT = { ms: 460, arc: 64, turn: -14 };
const LEAN = 420;
const QUIET = 250;

/** @param {URL | Location} where */
const own = (where) => where.origin === location.origin && where.pathname.startsWith("/voyage");
/** @param {HTMLElement} slot @param {Side} of */
const dice = (slot, of) => findAll(`.dice[data-of="${of}"] > .die`, slot);
let asking = false;

// How the table stood: where the chosen die lay, how many lay on each card, and which way each card leant.
/** @param {HTMLElement | null} pressed @returns {Before} */
function remember(pressed) {
  const value = pressed instanceof HTMLButtonElement && pressed.value;
  const rolled = value && find(`.put[value="${value}"] .die`);
  const chosen = rolled || (pressed?.querySelector(".die, svg") ?? pressed);
  return {
    from: chosen?.getBoundingClientRect(),
    scrolled: scrollY,
    slots: findAll(".slot").map((slot) => ({
      me: dice(slot, "me").length,
      them: dice(slot, "them").length,
      lean: getComputedStyle(get(".card", slot)).translate,
    })),
    rolled: document.querySelectorAll(".rolled .die").length,
    dark: find("[data-dark]") !== null,
  };
}

// Dice that were not there before, each with the place it comes from.
/** @param {Before} before @returns {Arriving[]} */
function come({ slots, from, scrolled }) {
  const seat = (/** @type {Side} */ of) => find(`.seat[data-of="${of}"] .die`) ?? find(".seat") ?? document.body;
  const hand = from ? new DOMRect(from.x, from.y + scrolled - scrollY, from.width, from.height) : seat("me");
  return findAll(".counter:not(.told) .slot").flatMap((slot, place) => {
    const old = slots[place] ?? { me: 6, them: 6, lean: "" };
    /** @param {Side} of @param {Place} start */
    const fresh = (of, start) =>
      dice(slot, of)
        .slice(old[of])
        .map((die) => ({ die, slot, from: start, lean: old.lean }));
    return [...fresh("me", hand), ...fresh("them", seat("them"))];
  });
}

// The die flies; only when it lies there does the tab appear, and the card leans to whoever would win it.
/** @param {Arriving} arriving @param {number} order */
async function land({ die, slot, from, lean }, order) {
  const tab = slot.querySelector(".taker");
  const card = get(".card", slot);
  const landing = { duration: LEAN, delay: FLIGHT.ms * (order + 1) };
  if (lean !== getComputedStyle(card).translate) {
    move(tab, [{ opacity: 0, scale: 0.4 }, {}], landing);
    move(card, [{ translate: lean }, {}], landing);
  }
  await wait(FLIGHT.ms * order);
  await fly(die, from, die, FLIGHT);
}

async function tumble() {
  const fallen = [{ translate: "0 -22px", rotate: "-90deg", opacity: 0 }, {}];
  const rolled = findAll(".rolled .die");
  await Promise.all(rolled.map((die, place) => move(die, fallen, { duration: LEAN, delay: 60 * place })));
}

// First what happened, then the words about it.
/** @param {Before} before */
async function act(before) {
  const arriving = come(before);
  const words = findAll(".words, .teller > .acts, .teller > .answers");
  if (arriving.length) {
    veil(...arriving.map(({ die }) => die), ...words);
    await Promise.all(arriving.map(land));
    await wait(LEAN + QUIET);
    for (const each of words) unveil(each);
  }
  if (!before.rolled) await tumble();
}

const focusQuestion = () => find("#ask")?.focus({ preventScroll: true });

/** @param {Document} fresh @param {Before} before */
function exchange(fresh, before) {
  get("#main").replaceWith(get("#main", fresh));
  document.title = fresh.title;
  const counter = find("[data-dark]");
  if (counter && before.dark) counter.dataset.night = "";
  focusQuestion();
  find("#tray")?.scrollIntoView({ block: "nearest" });
}

/** @param {URL} where @param {HTMLElement | null} pressed @param {boolean} [remembered] */
async function go(where, pressed, remembered = true) {
  if (asking) return;
  asking = true;
  pressed?.setAttribute("aria-busy", "true");
  const answer = await fetch(where, { headers: { Accept: "text/html" } }).catch(() => null);
  asking = false;
  if (!answer?.ok) {
    location.assign(where);
    return;
  }
  const fresh = pageOf(await answer.text());
  const before = remember(pressed);
  if (remembered) history.pushState(null, "", answer.url);
  exchange(fresh, before);
  await play(() => act(before));
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const where = new URL(form.getAttribute("action") ?? "", location.href);
  if (form.method !== "get" || !own(where)) return;
  event.preventDefault();
  where.search = String(sentBy(form, event.submitter));
  go(where, event.submitter);
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (closest(event, ".voyage a[href]"));
  if (!link || opensElsewhere(event) || !own(new URL(link.href))) return;
  event.preventDefault();
  go(new URL(link.href), link);
});

// Enter on the heading goes on, once there is something to go on to.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && closest(event, "#ask") === event.target) find("[data-on]")?.click();
});

addEventListener("popstate", () => own(location) && go(new URL(location.href), null, false));
focusQuestion();
