// Much work in bites, each a task of its own, so that nothing seems to stick. Whoever presses something meanwhile does
// not wait for the rest, for it is done at once, before the press counts.

const breathing = new Set(); // what goes on after each breath that is being taken
let hurried = false;

const breathe = (way) => (hurried || document.hidden ? Promise.resolve() : new Promise((goOn) => inhale(goOn, way)));

// The page may be drawn meanwhile, or not.
export const takeBreath = () => breathe(setTimeout);

// The page is drawn as it stands.
export const untilDrawn = () => breathe((goOn) => requestAnimationFrame(() => setTimeout(goOn)));

// Before the page is drawn; where the browser has no way to do that, without a breath.
export const holdBreath = () =>
  globalThis.scheduler?.postTask
    ? breathe((goOn) => scheduler.postTask(goOn, { priority: "user-blocking" }))
    : Promise.resolve();

function inhale(goOn, way) {
  breathing.add(goOn);
  way(() => {
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
