// Much work in bites: between two of them the page can be drawn. Whoever presses something does not wait for the rest,
// for it is done at once, before the press counts.

const breathing = new Set(); // what goes on after each breath that is being taken
let hurried = false;

export const takeBreath = () => (hurried || document.hidden ? Promise.resolve() : new Promise(inhale));

function inhale(goOn) {
  breathing.add(goOn);
  setTimeout(() => {
    breathing.delete(goOn);
    goOn();
  });
}

function noTime() {
  if (!breathing.size) return;
  hurried = true;
  setTimeout(() => (hurried = false));
  for (const goOn of breathing) goOn();
}

for (const kind of ["pointerdown", "keydown", "click", "visibilitychange"]) {
  document.addEventListener(kind, noTime, true);
}
