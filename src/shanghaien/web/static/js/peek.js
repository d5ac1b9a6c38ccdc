// Overviews on hover and on keyboard focus: what a press opens and keeps is peeked for a moment beside its button.
// A press keeps it; a tap opens it by itself (popovertarget), without any of this.

const GAP = 8;
const LATER = 140;
let peeked = null;
let peekSoon = 0;
let closing = false;

const overviewOf = (button) => document.getElementById(button.dataset.peek);

function putBeside(pop, button) {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = pop;
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP);
  const top =
    at.top - height - GAP > GAP ? at.top - height - GAP : Math.min(at.bottom + GAP, innerHeight - height - GAP);
  pop.style.inset = `${Math.max(GAP, top)}px auto auto ${left}px`;
}

function peek(button) {
  const pop = overviewOf(button);
  if (!pop?.showPopover || document.querySelector(".pop:popover-open:not(.peek)")) return;
  unpeek();
  pop.classList.add("peek");
  pop.showPopover();
  putBeside(pop, button);
  peeked = pop;
}

function unpeek() {
  clearTimeout(peekSoon);
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
  if (!button || !overviewOf(button)?.matches(".peek:popover-open")) return;
  event.preventDefault();
  const pop = peeked;
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
