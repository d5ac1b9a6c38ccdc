// The first voyage without page loads: a press fetches the next page, its middle is exchanged, and what changed moves.
import { fly, move, play, veil, unveiled, wait } from "./stage.js?v=84cd000618";

const FLIGHT = { ms: 460, arc: 64, turn: -14 };
const LEAN = 420;
const QUIET = 250;

const main = () => document.getElementById("main");
const own = (where) => where.origin === location.origin && where.pathname.startsWith("/voyage");
const dice = (slot, of) => [...slot.querySelectorAll(`.dice[data-of="${of}"] > .die`)];
let asking = false;

// How the table stood: where the chosen die lay, how many lay on each card, and which way each card leant.
function remember(pressed) {
  const rolled = pressed?.value && document.querySelector(`.put[value="${pressed.value}"] .die`);
  const chosen = rolled || (pressed?.querySelector(".die, svg") ?? pressed);
  return {
    from: chosen?.getBoundingClientRect(),
    scrolled: scrollY,
    slots: [...document.querySelectorAll(".slot")].map((slot) => ({
      me: dice(slot, "me").length,
      them: dice(slot, "them").length,
      lean: getComputedStyle(slot.querySelector(".card")).translate,
    })),
    rolled: document.querySelectorAll(".rolled .die").length,
    dark: document.querySelector("[data-dark]") !== null,
  };
}

// Dice that were not there before, each with the place it comes from.
function come({ slots, from, scrolled }) {
  const seat = (of) => document.querySelector(`.seat[data-of="${of}"] .die`) ?? document.querySelector(".seat");
  const hand = from ? new DOMRect(from.x, from.y + scrolled - scrollY, from.width, from.height) : seat("me");
  return [...document.querySelectorAll(".counter:not(.told) .slot")].flatMap((slot, place) => {
    const old = slots[place] ?? { me: 6, them: 6 };
    const fresh = (of, start) =>
      dice(slot, of)
        .slice(old[of])
        .map((die) => ({ die, slot, from: start, lean: old.lean }));
    return [...fresh("me", hand), ...fresh("them", seat("them"))];
  });
}

// The die flies; only when it lies there does the tab appear, and the card leans to whoever would win it.
async function land({ die, slot, from, lean }, order) {
  const tab = slot.querySelector(".taker");
  const card = slot.querySelector(".card");
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
  const rolled = [...document.querySelectorAll(".rolled .die")];
  await Promise.all(rolled.map((die, place) => move(die, fallen, { duration: LEAN, delay: 60 * place })));
}

// First what happened, then the words about it.
async function act(before) {
  const arriving = come(before);
  const words = [...document.querySelectorAll(".words, .teller > .acts, .teller > .answers")];
  if (arriving.length) {
    veil(...arriving.map(({ die }) => die), ...words);
    await Promise.all(arriving.map(land));
    await wait(LEAN + QUIET);
    for (const each of words) unveiled(each);
  }
  if (!before.rolled) await tumble();
}

function exchange(fresh, before) {
  main().replaceWith(fresh.getElementById("main"));
  document.title = fresh.title;
  const counter = document.querySelector("[data-dark]");
  if (counter && before.dark) counter.dataset.night = "";
  document.querySelector("#ask")?.focus({ preventScroll: true });
  document.querySelector("#tray")?.scrollIntoView({ block: "nearest" });
}

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
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const before = remember(pressed);
  if (remembered) history.pushState(null, "", answer.url);
  exchange(fresh, before);
  await play(() => act(before));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const where = new URL(form.getAttribute("action"), location);
  if (form.method !== "get" || !own(where)) return;
  event.preventDefault();
  where.search = new URLSearchParams(new FormData(form, event.submitter));
  go(where, event.submitter);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".voyage a[href]");
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button;
  if (!link || elsewhere || !own(new URL(link.href))) return;
  event.preventDefault();
  go(new URL(link.href), link);
});

// Enter on the heading goes on, once there is something to go on to.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.id === "ask") document.querySelector("[data-on]")?.click();
});

addEventListener("popstate", () => own(location) && go(new URL(location), null, false));
document.querySelector("#ask")?.focus({ preventScroll: true });
