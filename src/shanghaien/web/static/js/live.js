// The table without reloads: forms and links of the page are fetched and only the parts that changed are renewed.
// Everything here is a comfort. Without it the same forms and links load whole pages.
import { chime } from "./sound.js";
import { flight } from "./motion.js";
import { address, unveil } from "./page.js";
import { part, renew } from "./parts.js";
import { follow } from "./stream.js";

const PATIENCE = 8000;
let pending = 0;
let sending = false;
let heard = 0;
let query = location.search; // which question of the page is open: news must not put it away
const CHANGES = /^\/t\/[^/]+\/(act|undo|resign|name)(\?.*)?$/;

const now = () => document.getElementById("now");

async function load(address, options = {}) {
  const mine = ++pending;
  const signal = AbortSignal.timeout(PATIENCE); // on a line that died without a word nothing ever fails by itself
  const answer = await fetch(address, {
    headers: { Accept: "text/html" },
    credentials: "same-origin",
    signal,
    ...options,
  });
  const text = await answer.text();
  if (mine !== pending) return null; // something newer is on its way
  return { fresh: new DOMParser().parseFromString(text, "text/html"), url: answer.url, ok: answer.ok };
}

async function show(fresh, pressed) {
  const wasYours = now()?.dataset.yours !== undefined;
  const inside = document.activeElement?.closest("#board") !== null && document.activeElement !== document.body;
  await flight(() => renew(fresh), pressed);
  unveil();
  lost(false);
  const yours = now()?.dataset.yours !== undefined;
  if (pressed || (inside && !document.activeElement?.closest("#board"))) toTray();
  if (yours && !wasYours && !pressed) chime();
  mark();
}

function toTray() {
  const first =
    document.querySelector("#counter :is(a, button).end") ??
    document.querySelector("#tray :is(button:not([disabled]), a[href], input)");
  first?.focus({ preventScroll: true });
}

function mark() {
  const waits = now()?.dataset.yours !== undefined && document.hidden;
  document.title = document.title.replace(/^\(1\) /, "");
  if (waits) document.title = `(1) ${document.title}`;
}

async function visit(address, options, pressed) {
  let loaded;
  try {
    loaded = await load(address, options);
  } catch {
    lost(true);
    return false;
  }
  if (!loaded) return true;
  if (!loaded.ok && !part(loaded.fresh, "now")) return refused(loaded.fresh);
  if (!part(loaded.fresh, "now") || !now() || other(loaded.fresh)) {
    location.assign(loaded.url);
    return true;
  }
  await show(loaded.fresh, pressed);
  return true;
}

// The server said no without showing the table: tell why, and leave the table as it is.
function refused(fresh) {
  lost(false);
  const why = document.createElement("p");
  why.className = "lost";
  why.textContent = fresh.querySelector("main p")?.textContent ?? fresh.title;
  document.getElementById("notice").replaceChildren(why);
  return true;
}

const other = (fresh) => part(fresh, "main").dataset.game !== document.getElementById("main").dataset.game;

function lost(gone) {
  document.getElementById("lost").hidden = !gone;
  const chip = document.getElementById("live");
  if (!chip) return;
  chip.hidden = false;
  chip.dataset.s = gone ? "off" : "";
  if (!gone) chip.textContent = chip.dataset.liveText;
}

// A move is sent until it has been answered: its id makes a repeat harmless.
async function send(form, button) {
  sending = true;
  query = new URL(address(form), location).search;
  const body = new URLSearchParams(new FormData(form, button));
  button?.setAttribute("aria-busy", "true");
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    if (await visit(address(form), { method: "POST", body }, button ?? form)) break;
    await new Promise((done) => setTimeout(done, wait));
  }
  sending = false;
  if (heard > version()) news();
}

// While a move is on its way its answer brings the news; what was heard meanwhile is looked at afterwards.
const version = () => Number(now()?.dataset.version ?? 0);
const place = () => location.pathname + query;
const news = () => (sending ? Promise.resolve(true) : visit(place(), {}));

// Somebody comes back to the tab: look whether a line that died without a word has hidden something.
async function lookAgain() {
  if (document.hidden || sending || !now()) return;
  const game = document.getElementById("main").dataset.game;
  const answer = await fetch(`/t/${game}/state?since=${version()}`, { headers: { Accept: "text/html" } }).catch(
    () => null,
  );
  if (answer && answer.status !== 204) news();
}

function hear(number) {
  heard = number;
  if (number !== version()) news();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!now() || !CHANGES.test(address(form))) return;
  event.preventDefault();
  if (!sending) send(form, event.submitter);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-live]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && now()) {
    event.preventDefault();
    query = new URL(link.href).search;
    visit(link.href, {}, link);
  }
});

document.addEventListener("visibilitychange", mark);
document.addEventListener("visibilitychange", lookAgain);

const main = document.getElementById("main");
if (main?.dataset.events) {
  follow(main.dataset.events, { hear, news, lost });
}
