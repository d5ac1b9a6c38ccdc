// The clocks at the seats count on by themselves. The page says how much was left at which moment, and what time the
// server has; between, the browser's own steady clock counts, which nobody sets, and every word of the server sets it
// right.

const HEARD = 8; // as many of the server's last words about the time are kept; the quickest on its way is believed
const HOUR = 3600000;
const TENTHS_BELOW = 20000;
const MARKS = [60, 30, 10]; // seconds at which a reader is told
const A_HAIR = 8;

const teller = document.getElementById("clock");
const words = teller.dataset;
const offsets = [];
let timer;
let before = Infinity; // what was left on one's own clock at the last look

function hearTime(time, at = performance.now()) {
  offsets.push(time - at);
  if (offsets.length > HEARD) offsets.shift();
}

const serverTime = () => Math.max(...offsets) + performance.now();
const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
const two = (number) => String(number).padStart(2, "0");

export function written(left, days) {
  const minutes = Math.floor(left / 60000);
  const hours = Math.floor(left / HOUR);
  if (days && hours >= 24) return fill(words.days, { days: Math.floor(hours / 24), hours: hours % 24 });
  if (days && hours) return fill(words.hours, { hours, minutes: two(minutes % 60) });
  const shown = `${minutes}:${two(Math.floor(left / 1000) % 60)}`;
  return days || left >= TENTHS_BELOW || !left ? shown : `${shown}${words.point}${Math.floor(left / 100) % 10}`;
}

// The times in which a clock stands: pairs of moments, in order.
const pausesOf = (clock) => (clock.dataset.pauses.match(/\d+-\d+/g) ?? []).map((pause) => pause.split("-").map(Number));

function leftOn(clock, time) {
  const { left, since } = clock.dataset;
  if (clock.dataset.run === undefined) return Number(left);
  let span = Math.max(0, time - since);
  for (const [begins, ends] of pausesOf(clock))
    span -= Math.max(0, Math.min(time, ends) - Math.max(Number(since), begins));
  return Math.max(0, Math.floor(left - span));
}

// Shows one clock as it stands, and says after how many milliseconds it will show something else.
function show(clock, time) {
  const days = clock.dataset.days !== undefined;
  const left = leftOn(clock, time);
  const stands = pausesOf(clock).some(([begins, ends]) => begins <= time && time < ends);
  const runs = clock.dataset.run !== undefined && !stands;
  mark(clock, "data-paused", stands);
  mark(clock, "data-low", runs && left <= Number(clock.dataset.lowAt));
  const text = clock.querySelector("b");
  if (text.textContent !== written(left, days)) text.textContent = written(left, days);
  for (const away of clock.parentElement.querySelectorAll(".away"))
    mark(away, "hidden", !(away.dataset.from <= time && time < away.dataset.until));
  if (runs && clock.closest("#seat-me")) tell(left);
  if (!runs || !left) return 60000;
  if (days && left > HOUR) return left % 60000;
  return left % (days || left > TENTHS_BELOW ? 1000 : 100);
}

function mark(node, name, on) {
  if (node.hasAttribute(name) !== on) node.toggleAttribute(name, on);
}

// Three times, and no more, a reader hears how much is left.
function tell(left) {
  const passed = MARKS.filter((seconds) => before > seconds * 1000 && left <= seconds * 1000);
  if (passed.length && before !== Infinity && words.said)
    teller.textContent = fill(words.said, { seconds: passed.at(-1) });
  before = left;
}

function look() {
  clearTimeout(timer);
  const time = serverTime();
  const waits = [...document.querySelectorAll(".clock")].map((clock) => show(clock, time));
  if (waits.length) timer = setTimeout(look, Math.min(...waits) + A_HAIR);
}

addEventListener("server-time", ({ detail }) => {
  hearTime(detail);
  look();
});
document.addEventListener("visibilitychange", look);
// A change of the table brings clocks as they stood when it was made: they are set before anybody sees them.
new MutationObserver(look).observe(document.getElementById("board"), {
  subtree: true,
  childList: true,
  attributeFilter: ["data-since", "data-left", "data-run"],
});

hearTime(Number(words.time), performance.getEntriesByType("navigation")[0]?.responseStart);
look();
