// The pictures of the rules page: a press, or a die dragged onto a card, and only that picture is drawn anew.
import { fly, play, unveiled, veil } from "./stage.js?v=84cd000618";

const tries = (picture) => [...picture.querySelectorAll("[data-try]")];
const dice = (side) => side.querySelectorAll(".die").length;
const far = (event, { x, y }) => Math.hypot(event.clientX - x, event.clientY - y) > 6;
let held = null; // the die under a finger: whose it is, its copy, and where it was taken up

async function tryOut(link, from) {
  const old = link.closest(".trial");
  const place = tries(old).indexOf(link);
  const counts = tries(old).map(dice);
  const where = new URL(link.href);
  const answer = await fetch(`/rules/row${where.search}`).catch(() => null);
  if (!answer?.ok) {
    location.assign(where);
    return;
  }
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  const young = holder.content.firstElementChild;
  const start = from ?? old.querySelector(`.supply[data-of="${link.dataset.of}"] .die`)?.getBoundingClientRect();
  old.replaceWith(young);
  history.replaceState(null, "", where);
  tries(young)[place]?.focus({ preventScroll: true });
  await land(tries(young)[place], counts[place], start);
}

// The die that is new flies to its card.
async function land(side, before, start) {
  const die = [...side.querySelectorAll(".die")].at(-1);
  if (!start || !die || dice(side) <= before) return;
  await play(async () => {
    veil(die);
    await fly(die, start, die, { arc: 24, turn: -14 });
    unveiled(die);
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-try]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  tryOut(link);
});

document.addEventListener("pointerdown", (event) => {
  const die = event.target.closest(".trial .loose");
  if (!die || event.button) return;
  event.preventDefault();
  const { width, left, top } = die.getBoundingClientRect();
  held = { die, of: die.dataset.of, x: event.clientX, y: event.clientY, width, left, top, copy: null };
});

document.addEventListener("pointermove", (event) => {
  if (!held || (!held.copy && !far(event, held))) return;
  held.copy ??= taken(held);
  held.copy.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`;
});

function taken({ die, width, left, top }) {
  const copy = die.cloneNode(true);
  copy.classList.add("held");
  Object.assign(copy.style, { width: `${width}px`, left: `${left}px`, top: `${top}px` });
  document.body.append(copy);
  die.dataset.veiled = "";
  return copy;
}

function drop(event) {
  if (!held) return;
  const { copy, of, die } = held;
  const from = copy?.getBoundingClientRect();
  held = null;
  copy?.remove();
  delete die.dataset.veiled;
  const slot = copy && document.elementFromPoint(event.clientX, event.clientY)?.closest(".trial .slot");
  const side = slot?.querySelector(`[data-try][data-of="${of}"]`);
  if (side && slot.closest(".trial") === die.closest(".trial")) tryOut(side, from);
}

document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", () => drop({ clientX: -1, clientY: -1 }));
