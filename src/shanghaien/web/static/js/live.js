// The table without reloads: forms and links of the page are fetched and only the parts that changed are renewed.
// Everything here is a comfort. Without it the same forms and links load whole pages.
import { chime } from "./sound.js";
import { flight } from "./motion.js";
import { follow } from "./stream.js";

const page = document.documentElement;
page.classList.add("scripted");
const PATIENCE = 8000;
let pending = 0;
let sending = false;
let heard = 0;
const CHANGES = /^\/t\/[^/]+\/(act|undo|resign)$/;

const part = (root, id) => root.querySelector(`#${CSS.escape(id)}`);
const now = () => document.getElementById("now");

async function load(address, options = {}) {
  const mine = ++pending;
  const signal = AbortSignal.timeout(PATIENCE); // on a line that died without a word nothing ever fails by itself
  const answer = await fetch(address, { headers: { Accept: "text/html" }, credentials: "same-origin", signal, ...options });
  const text = await answer.text();
  if (mine !== pending) return null; // something newer is on its way
  return { fresh: new DOMParser().parseFromString(text, "text/html"), url: answer.url, ok: answer.ok };
}

// Renew what differs. If the page is built differently now (a game has ended), renew the whole board.
function renew(fresh) {
  const ids = (root) => [...root.querySelectorAll("#board [data-part]")].map((node) => node.id).join();
  if (ids(document) !== ids(fresh)) document.getElementById("board").replaceChildren(...part(fresh, "board").children);
  for (const old of document.querySelectorAll("[data-part]")) {
    const young = part(fresh, old.id);
    if (!young || old.isEqualNode(young)) continue;
    if (old.dataset.keyed === undefined) old.replaceWith(young);
    else renewLines(old, young);
  }
  document.title = fresh.title;
  const said = part(fresh, "status");
  const status = document.getElementById("status");
  if (status && said && status.textContent !== said.textContent) status.textContent = said.textContent;
}

// The log is a live region: lines that stay are left alone, so that only what is new is read out.
function renewLines(list, fresh) {
  const known = new Map([...list.children].map((line) => [line.dataset.key, line]));
  const lines = [...fresh.children].map((line) => {
    const old = known.get(line.dataset.key);
    return old && old.isEqualNode(line) ? old : line;
  });
  for (const old of [...list.children]) if (!lines.includes(old)) old.remove();
  lines.forEach((line, place) => {
    if (list.children[place] !== line) list.insertBefore(line, list.children[place] ?? null);
  });
}

async function show(fresh, pressed) {
  const wasYours = now()?.dataset.yours !== undefined;
  const inside = document.activeElement?.closest("#board") !== null && document.activeElement !== document.body;
  await flight(() => renew(fresh), pressed);
  const yours = now()?.dataset.yours !== undefined;
  if (pressed || (inside && !document.activeElement?.closest("#board"))) toTray();
  if (yours && !wasYours && !pressed) chime();
  mark();
}

function toTray() {
  const first = document.querySelector("#counter :is(a, button).end") ?? document.querySelector("#tray :is(button:not([disabled]), a[href], input)");
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
  lost(false);
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

// A form may hold buttons called "action", which hide the property of that name.
const address = (form) => form.getAttribute("action");

// A move is sent until it has been answered: its id makes a repeat harmless.
async function send(form, button) {
  sending = true;
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
// The page itself; of its query only the side from which somebody watches.
const place = () => {
  const side = new URLSearchParams(location.search).get("side");
  return location.pathname + (side ? `?side=${side}` : "");
};
const news = () => (sending ? Promise.resolve(true) : visit(place(), {}));

// Somebody comes back to the tab: look whether a line that died without a word has hidden something.
async function lookAgain() {
  if (document.hidden || sending || !now()) return;
  const game = document.getElementById("main").dataset.game;
  const answer = await fetch(`/t/${game}/state?since=${version()}`, { headers: { Accept: "text/html" } }).catch(() => null);
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
    visit(link.href, {}, link);
  }
  const menu = document.getElementById("menu");
  if (menu.open && (link || !menu.contains(event.target))) menu.open = false;
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value);
    copy.textContent = copy.dataset.done;
  }
});

// Settings take effect as they are changed; the server keeps them in cookies.
document.getElementById("settings")?.addEventListener("change", async (event) => {
  const form = event.currentTarget;
  await fetch(address(form), { method: "POST", body: new URLSearchParams(new FormData(form)), credentials: "same-origin" });
  if (["lang", "confirm", "guide"].includes(event.target.name)) location.reload();
});

// The arrow keys step through a replay, and the log shows where one is.
document.addEventListener("keydown", (event) => {
  if (!event.target.closest("input, textarea, select")) document.querySelector(`[data-way="${CSS.escape(event.key)}"]`)?.click();
});
document.querySelector(".log [aria-current]")?.scrollIntoView({ block: "nearest" });

document.addEventListener("keydown", (event) => {
  const menu = document.getElementById("menu");
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

document.addEventListener("visibilitychange", mark);
document.addEventListener("visibilitychange", lookAgain);
for (const copy of document.querySelectorAll("[data-copy]")) copy.hidden = false;

const main = document.getElementById("main");
if (main?.dataset.events) {
  follow(main.dataset.events, { hear, news, lost });
}
