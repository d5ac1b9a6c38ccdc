// Overviews on hover and on keyboard focus: what a press opens and keeps is peeked for a moment beside its button.
// A press keeps it; a tap opens it by itself (popovertarget), without any of this.

const GAP = 8;
const LATER = 140;
let peeked = null;
let wanted = null; // the button whose overview is to be peeked at once it is there
let peekSoon = 0;
let closing = false;

const overviewOf = (button) => document.getElementById(button.dataset.peek);

// At a table the overviews are fetched when somebody first wants to see one, and again once the score has changed.
let coming = null;

function whereFrom() {
  const { overviews: place, address: table } = document.getElementById("main").dataset;
  return place ?? table;
}

function overviews() {
  const where = whereFrom();
  const there = document.querySelector("#pops .pop");
  if (there || !where) return Promise.resolve();
  coming ??= fetch(`${where}/overviews${location.search}`)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .then((text) => {
      if (coming) document.getElementById("pops").innerHTML = text;
    })
    .catch(() => {})
    .finally(() => {
      coming = null;
    });
  return coming;
}

// What is open stays open, renewed.
export async function dropOverviews() {
  const open = document.querySelector("#pops .pop:popover-open:not(.peek)")?.id;
  coming = null;
  if (!open) {
    document.getElementById("pops").replaceChildren();
    return;
  }
  const where = whereFrom();
  const answer = await fetch(`${where}/overviews${location.search}`).catch(() => null);
  if (!answer?.ok || !document.getElementById(open)?.matches(":popover-open")) return;
  document.getElementById("pops").innerHTML = await answer.text();
  document.getElementById(open)?.showPopover();
}

function putBeside(pop, button) {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = pop;
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP);
  const top =
    at.top - height - GAP > GAP ? at.top - height - GAP : Math.min(at.bottom + GAP, innerHeight - height - GAP);
  pop.style.inset = `${Math.max(GAP, top)}px auto auto ${left}px`;
}

async function peek(button) {
  wanted = button;
  await overviews();
  const pop = wanted === button && overviewOf(button);
  if (!pop?.showPopover || document.querySelector(".pop:popover-open:not(.peek)")) return;
  unpeek();
  pop.classList.add("peek");
  pop.showPopover();
  putBeside(pop, button);
  peeked = pop;
}

function unpeek() {
  clearTimeout(peekSoon);
  wanted = null;
  if (peeked?.matches(".peek:popover-open")) peeked.hidePopover();
  peeked = null;
}

document.addEventListener("pointerover", (event) => {
  const button = event.target.closest("[data-peek]");
  if (event.pointerType !== "mouse" || !button || button.contains(event.relatedTarget)) return;
  clearTimeout(peekSoon);
  peekSoon = setTimeout(() => peek(button), LATER);
});

document.addEventListener("pointerout", (event) => {
  const button = event.target.closest("[data-peek]");
  if (button && !button.contains(event.relatedTarget)) unpeek();
});

document.addEventListener("focusin", (event) => {
  if (!closing && event.target.matches("[data-peek]:focus-visible")) peek(event.target);
});

document.addEventListener("focusout", (event) => {
  if (event.target.matches("[data-peek]")) unpeek();
});

// A press on the button of what is only peeked at keeps it open instead of closing it.
document.addEventListener("click", (event) => {
  clearTimeout(peekSoon);
  const button = event.target.closest("[data-peek]");
  if (!button) return;
  wanted = null;
  if (!overviewOf(button)) overviews().then(() => overviewOf(button)?.showPopover({ source: button }));
  if (!overviewOf(button)?.matches(".peek:popover-open")) return;
  event.preventDefault();
  const pop = overviewOf(button);
  peeked = null;
  pop.hidePopover(); // opened anew it remembers that the focus goes back to this button
  button.focus();
  pop.classList.remove("peek");
  pop.showPopover();
  pop.querySelector("button")?.focus();
});

// Closing what was kept gives the focus back to the button; that is no reason to peek again.
document.addEventListener(
  "beforetoggle",
  (event) => {
    closing = event.newState === "closed" && event.target.matches?.(".pop:not(.peek)");
  },
  true,
);

// Closed, it forgets where it was: the next press may come from a finger, which opens it in the middle.
document.addEventListener(
  "toggle",
  (event) => {
    closing = false;
    if (event.newState !== "closed" || !event.target.matches?.(".pop")) return;
    event.target.classList.remove("peek");
    event.target.style.removeProperty("inset");
  },
  true,
);
