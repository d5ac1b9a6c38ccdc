// The clocks at the seats count on by themselves. The page says how much was left at which moment, and what time the
// server has.
import { byId, findAll, get } from "../../site/scripts/dom.js";
import { ServerTime, fill, leftOn, passedMark, pausesIn, stands, untilNext, written } from "./clock_time.js";

/** @import { ClockState } from "./clock_time.js" */

const A_HAIR = 8;
const SELDOM = 60000;

const teller = byId("clock");
const words = teller.dataset;
const server = new ServerTime();
let timer = 0;
let before = Infinity; // what was left on one's own clock at the last look

/** @param {HTMLElement} clock @returns {ClockState} */
const stateOf = ({ dataset }) => ({
  left: Number(dataset.left),
  since: Number(dataset.since),
  running: dataset.run !== undefined,
  days: dataset.days !== undefined,
  pauses: pausesIn(dataset.pauses),
});

// Shows one clock as it stands, and says after how many milliseconds it will show something else.
/** @param {HTMLElement} clock @param {number} time */
function show(clock, time) {
  const state = stateOf(clock);
  const left = leftOn(state, time);
  const paused = stands(state, time);
  const runs = state.running && !paused;
  mark(clock, "data-paused", paused);
  mark(clock, "data-low", runs && left <= Number(clock.dataset.lowAt));
  const text = get("b", clock);
  const shown = written(left, state.days, words);
  if (text.textContent !== shown) text.textContent = shown;
  for (const away of clock.parentElement ? findAll(".away", clock.parentElement) : [])
    mark(away, "hidden", !(Number(away.dataset.from) <= time && time < Number(away.dataset.until)));
  if (runs && clock.closest("#seat-me")) tell(left);
  return runs ? untilNext(left, state.days) : SELDOM;
}

/** @param {Element} node @param {string} name @param {boolean} on */
function mark(node, name, on) {
  if (node.hasAttribute(name) !== on) node.toggleAttribute(name, on);
}

/** @param {number} left */
function tell(left) {
  const seconds = passedMark(before, left);
  if (seconds && before !== Infinity && words.said) teller.textContent = fill(words.said, { seconds });
  before = left;
}

function look() {
  clearTimeout(timer);
  const time = server.at(performance.now());
  const waits = findAll(".clock").map((clock) => show(clock, time));
  if (waits.length) timer = setTimeout(look, Math.min(...waits) + A_HAIR);
}

addEventListener("server-time", (event) => {
  server.hear(/** @type {CustomEvent<number>} */ (event).detail, performance.now());
  look();
});
document.addEventListener("visibilitychange", look);
// A change of the table brings clocks as they stood when it was made: they are set before anybody sees them.
new MutationObserver(look).observe(byId("board"), {
  subtree: true,
  childList: true,
  attributeFilter: ["data-since", "data-left", "data-run", "data-pauses"],
});

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
server.hear(Number(words.time), navigation?.responseStart ?? performance.now());
look();
