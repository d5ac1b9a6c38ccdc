// The first voyage without page loads: a press fetches the next page, its middle is exchanged, and what changed moves.
import { fly, move, play, veil, unveiled, wait } from "./stage.js?v=3fd363dcda";

const FLIGHT = { ms: 460, arc: 64, turn: -14 };
const LEAN = 420;
const QUIET = 250;

const main = () => document.getElementById("main");
const own = (where) => where.origin === location.origin && where.pathname.startsWith("/voyage");
const dice = (slot, of) => [...slot.querySelectorAll(`.dice[data-of="${of}"] > .die`)];
let asking = false;

// How the table stood: where each die lay that could be chosen, how many lay on each card, and where the seats are.
function remember(pressed) {
  const chosen = pressed?.querySelector(".die, svg") ?? pressed;
  return {
    from: chosen?.getBoundingClientRect(),
    counts: [...document.querySelectorAll(".slot")].map((slot) => [dice(slot, "me").length, dice(slot, "them").length]),
    rolled: document.querySelectorAll(".rolled .die").length,
    dark: document.querySelector("[data-dark]") !== null,
    step: main().dataset.step,
  };
}

// Dice that were not there before, each with the place it comes from.
function come(before) {
  const seat = (of) => document.querySelector(`.seat[data-of="${of}"] .die`) ?? document.querySelector(".seat");
  const slots = [...document.querySelectorAll(".counter:not(.told) .slot")];
  return slots.flatMap((slot, place) => {
    const [mine = 0, theirs = 0] = before.counts[place] ?? [];
    const own = dice(slot, "me").slice(mine);
    const other = dice(slot, "them").slice(theirs);
    return [
      ...own.map((die) => ({ die, slot, from: before.from ?? seat("me") })),
      ...other.map((die) => ({ die, slot, from: seat("them") })),
    ];
  });
}

async function land({ die, slot, from }) {
  await fly(die, from, die, FLIGHT);
  unveiled(die);
  const tab = slot.querySelector(".taker");
  const lean = [{ translate: "0 0" }, {}];
  await Promise.all([
    move(tab, [{ opacity: 0, scale: 0.4 }, {}], { duration: LEAN }),
    move(slot.querySelector(".card"), lean, { duration: LEAN }),
  ]);
}

async function tumble() {
  const fallen = [{ translate: "0 -22px", rotate: "-90deg", opacity: 0 }, {}];
  const rolled = [...document.querySelectorAll(".rolled .die")];
  await Promise.all(rolled.map((die, place) => move(die, fallen, { duration: LEAN, delay: 60 * place })));
}

// First what happened, then the words about it.
async function act(before) {
  const arriving = before.step === main().dataset.step || before.counts.length ? come(before) : [];
  const words = [...document.querySelectorAll(".words, .teller > .acts, .teller > .answers")];
  const tells = arriving.length > 0;
  if (tells) veil(...arriving.map(({ die }) => die), ...words);
  for (const each of arriving) await land(each);
  if (tells) await wait(QUIET);
  for (const each of words) unveiled(each);
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
