// Long work in short tasks, so that the page never seems to stick. Whoever presses something meanwhile does not wait:
// the rest is then done at once, before the press counts.

/** @type {Set<() => void>} */
const waiting = new Set(); // what goes on after each pause
let hurried = false;

/** @typedef {{ postTask(work: () => void, options: { priority: string }): unknown }} Scheduler */
const { scheduler } = /** @type {{ scheduler?: Scheduler }} */ (globalThis);

/** @param {(goOn: () => void) => unknown} schedule @returns {Promise<void>} */
const pause = (schedule) =>
  hurried || globalThis.document?.hidden ? Promise.resolve() : new Promise((goOn) => resumeBy(schedule, goOn));

// In a task of its own; the page may be drawn meanwhile, or not.
export const nextTask = () => pause(setTimeout);

// When the page has been drawn as it stands.
export const afterPaint = () => pause((goOn) => requestAnimationFrame(() => setTimeout(goOn)));

// In a task of its own before the page is drawn; without a pause where the browser has no way to do that.
export const beforePaint = () =>
  scheduler ? pause((goOn) => scheduler.postTask(goOn, { priority: "user-blocking" })) : Promise.resolve();

/** @param {(goOn: () => void) => unknown} schedule @param {() => void} goOn */
function resumeBy(schedule, goOn) {
  waiting.add(goOn);
  schedule(() => {
    waiting.delete(goOn);
    goOn();
  });
}

function hurry() {
  if (!waiting.size) return;
  hurried = true;
  setTimeout(() => (hurried = false));
  for (const goOn of waiting) goOn();
}

for (const kind of ["pointerdown", "keydown", "click", "visibilitychange"]) {
  globalThis.document?.addEventListener(kind, hurry, true); // the dice are also checked where there is no page
}
