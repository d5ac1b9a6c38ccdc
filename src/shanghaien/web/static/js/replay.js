// The replay without page loads: steps come in stretches and are shown in place, by hand or by themselves. Without this
// the same links load pages.

const board = document.getElementById("board");
const { film, side, told } = board.dataset;
const [last, stretch] = [Number(board.dataset.last), Number(board.dataset.stretch)];
const byId = (id) => document.getElementById(id);
const [slider, player, count, status] = ["slider", "play", "count", "status"].map(byId);
const [playWord, copyWord] = [player.textContent, document.querySelector("[data-copy]").textContent];
const READING = 1100; // milliseconds for which a step can be read before the next one

// The table's own script, which every page loads: its scenes move what changes here, too.
const table = await import(document.querySelector("script[src*='/table.js']").src);

const stretches = new Map(); // by the first step: its steps, or the promise of them
const shown = new Map(); // by the id of a part: what stands in the page
let at = Number(board.dataset.at);
let wanted = at; // where to, while its stretch is still on its way
let playing = false;
let speed = 1;
let scored = false; // whether the score has just changed

function fetched(first) {
  if (!stretches.has(first)) {
    const coming = fetch(`${film}/steps?from=${first}${side}`).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json().then(({ steps }) => whole(steps));
    });
    coming.catch(() => stretches.delete(first));
    stretches.set(first, coming);
  }
  return stretches.get(first);
}

// A step tells what differs from the one before; here each gets all of it.
function whole(steps) {
  let parts = {};
  return steps.map((step) => ({ ...step, parts: (parts = { ...parts, ...step.parts }) }));
}

const firstOf = (step) => step - (step % stretch);
const frameAt = async (step) => (await fetched(firstOf(step)))[step % stretch];

function exchange(id, html) {
  if (shown.get(id) === html) return;
  shown.set(id, html);
  const old = byId(id);
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const young = holder.content.firstElementChild;
  if (!old || old.isEqualNode(young)) return;
  old.replaceWith(young);
  if (id === "slate") scored = true;
}

function put(step, frame) {
  at = step;
  scored = false;
  for (const [id, html] of Object.entries(frame.parts)) exchange(id, html);
  byId("counter").classList.toggle("told", frame.told);
  tellPlace(frame);
  tellLog();
  if (scored) table.dropOverviews();
}

const placeOf = (step) => `${film}?step=${step}${side}`;

function tellPlace({ text, decision }) {
  const words = told.replace("{step}", at).replace("{last}", last);
  count.textContent = words;
  status.textContent = `${words}. ${text}`;
  slider.value = at;
  slider.setAttribute("aria-valuetext", words);
  const before = Math.max(0, at - 1);
  const ways = { first: [0, at === 0], back: [before, at === 0], on: [at + 1, at === last], last: [last, at === last] };
  for (const [name, [step, off]] of Object.entries(ways)) {
    const link = document.querySelector(`[data-go="${name}"]`);
    link.href = placeOf(Math.min(step, last));
    link.setAttribute("aria-disabled", off);
  }
  byId("here").href = placeOf(at);
  document.querySelector("[data-copy]").textContent = copyWord;
  const review = byId("review");
  if (review) review.search = `?step=${decision}${side}`;
  for (const link of document.querySelectorAll("a[data-side]")) link.search = `?step=${at}&side=${link.dataset.side}`;
  document.title = document.title.replace(/\d+/, at);
  history.replaceState(null, "", placeOf(at));
}

// The log scrolls by itself; the page stays where it is.
function tellLog() {
  const links = [...document.querySelectorAll("#moves [data-step]")];
  const now = at ? links.find((link) => Number(link.dataset.step) >= at)?.parentElement : null;
  for (const link of links) link.parentElement.removeAttribute("aria-current");
  now?.setAttribute("aria-current", "step");
  const list = byId("moves");
  const scrolls = list.scrollHeight > list.clientHeight + 1 ? list : list.closest("details");
  const from = scrolls.getBoundingClientRect();
  if (now) scrolls.scrollTop += now.getBoundingClientRect().top - from.top - from.height / 2;
  else scrolls.scrollTop = 0;
}

// One step on moves as at the table; everything else is there at once.
async function show(step) {
  wanted = Math.max(0, Math.min(step, last));
  const goal = wanted;
  const frame = await frameAt(goal).catch(() => null);
  if (!frame) return location.assign(placeOf(goal));
  if (goal !== wanted) return null; // somebody has gone on meanwhile
  const follows = goal === at + 1;
  table.finish();
  const before = follows ? await table.pictured(frame.happened) : null;
  if (goal !== wanted) return table.clearStage();
  put(goal, frame);
  if (goal % stretch > stretch / 2 && goal + stretch <= last) fetched(firstOf(goal) + stretch).catch(() => {});
  if (before) await table.perform(before, frame.happened);
  return null;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function playOn() {
  if (at === last) await show(0);
  while (playing && at < last) {
    const from = at;
    await show(from + 1);
    if (playing) await pause(READING / speed);
    if (at !== from + 1) break; // somebody has gone elsewhere
  }
  if (playing && at === last) setPlaying(false);
  else if (playing) playOn();
}

function setPlaying(on) {
  if (on === playing) return;
  playing = on;
  player.textContent = on ? player.dataset.pause : playWord;
  if (on) playOn();
}

function byHand(step) {
  setPlaying(false);
  show(step);
}

const WAYS = { first: () => 0, back: () => wanted - 1, on: () => wanted + 1, last: () => last };
const KEYS = { Home: WAYS.first, ArrowLeft: WAYS.back, ArrowRight: WAYS.on, End: WAYS.last };

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go], a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  byHand(link.dataset.go ? WAYS[link.dataset.go]() : Number(link.dataset.step));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("textarea, select, dialog, [popover]"))
    return;
  if (event.key === " " && !event.target.closest("button, summary, input:not(#slider)")) setPlaying(!playing);
  else if (KEYS[event.key] && !event.target.closest("input")) byHand(KEYS[event.key]());
  else return;
  event.preventDefault();
});

slider.addEventListener("input", () => byHand(Number(slider.value)));
player.addEventListener("click", () => setPlaying(!playing));
byId("along").addEventListener("change", ({ target }) => {
  if (target.name !== "speed") return;
  speed = Number(target.value);
  table.setSpeed(speed);
});

player.hidden = false;
byId("along").hidden = false;
tellLog();
fetched(firstOf(at)).catch(() => {});
