// Dice and cards move from where they were to where they are (View Transitions); nothing waits for it.

const still = matchMedia("(prefers-reduced-motion: reduce)");
let flying = null; // the transition that runs now

function name(named, node, as, kind) {
  if (!node) return;
  node.style.viewTransitionName = as;
  node.style.viewTransitionClass = kind;
  named.push(node);
}

// Cards keep their place in the row; after a Shanghai they leave for their owner, and the new ones are dealt.
function cards(named, told) {
  const kind = { me: "to-me", them: "to-them", none: "to-nobody" };
  document.querySelectorAll(".slot").forEach((slot, place) => {
    name(
      named,
      slot.querySelector(".card"),
      `${told ? "told" : "card"}-${place}`,
      told ? kind[slot.dataset.takes] : "dealt",
    );
  });
}

const told = () => document.querySelector("#counter.told") !== null;

function pressedDie(pressed) {
  const [verb, die] = (pressed?.value ?? "").split(" ");
  return verb === "place" ? Number(die) : 0;
}

// What still flies is where it belongs at once, when the next thing happens.
async function landed() {
  flying?.skipTransition();
  await flying?.finished.catch(() => {});
}

export async function flight(change, pressed) {
  if (still.matches || !document.startViewTransition || document.hidden) {
    change();
    return;
  }
  await landed();
  const named = []; // each flight has its own: one that comes quickly after must not take them away
  const before = told();
  const die = pressedDie(pressed);
  const row = document.querySelectorAll(".slot").length;
  cards(named, before);
  if (die) name(named, pressed.querySelector(".die, svg"), "moving-die", "die");
  const transition = document.startViewTransition(() => {
    for (const node of named.splice(0)) node.style.viewTransitionName = "none";
    change();
    cards(named, before && told());
    if (die && row) name(named, dieOn(die), "moving-die", "die");
  });
  flying = transition;
  const settle = () => {
    for (const node of named.splice(0)) node.style.removeProperty("view-transition-name");
  };
  transition.ready.catch(() => {}); // the next change came before this one was drawn
  transition.finished.then(settle, settle);
  await transition.updateCallbackDone;
}

// The die that has just been put: the last of its kind on that card, whichever side it lies on now.
function dieOn(die) {
  const slot = [...document.querySelectorAll(".slot")].find(
    (each) => each.querySelector(".plate b").textContent === String(die),
  );
  const dice = slot?.querySelectorAll('.dice[data-of="me"] > .die');
  return dice?.[dice.length - 1];
}
