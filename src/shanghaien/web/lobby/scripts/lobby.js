// Open tables without reloads: rows come and go by their ids, and never move under a finger. Sitting down first asks
// what is fixed about the dice of that table, so that this browser can add its own part (new_game.js). It is a
// comfort: without it the same list is loaded with the page, and the same form is sent.
import { byId, elementOf, find, findAll, get } from "../../site/scripts/dom.js";
import "../../tables/scripts/new_game.js";

/**
 * What has changed in the list.
 * @typedef {object} News
 * @property {string[]} gone
 * @property {Record<string, string>} changed HTML by id
 * @property {string[]} fresh HTML
 * @property {string[]} order ids as the server orders them
 * @property {string} said
 * @property {Record<string, string>} [rest] texts elsewhere by id
 */

const list = byId("offers");
const note = byId("offers-wait");
const SILENCE = 45000; // signs of life come every 15 seconds
const FADES = 4000;

/** @type {News[]} */
let held = []; // what has changed while somebody is about to press something
let heardAt = new Date();

// ---- the list ----

/** @param {string} id */
const row = (id) => find(`[data-offer="${CSS.escape(id)}"]`, list);
const busy = () => list.matches(":hover, :focus-within") && list.children.length > 0;

/** @param {News} news */
function apply({ gone, changed, fresh, order, said, rest }) {
  for (const old of gone.map(row)) if (old?.dataset.taken === undefined) old?.remove();
  for (const [id, html] of Object.entries(changed)) row(id)?.replaceWith(elementOf(html));
  for (const html of fresh) {
    const young = elementOf(html);
    const id = young.dataset.offer ?? "";
    if (row(id)) continue;
    young.dataset.fresh = "";
    list.insertBefore(young, follower(id, order));
  }
  tell(said);
  elsewhere(rest);
}

// What stands behind a row in the list as the server orders it, of those that are here.
/** @param {string} id @param {string[]} order */
function follower(id, order) {
  const later = order.slice(order.indexOf(id) + 1);
  return later.map(row).find(Boolean) ?? null;
}

/** @param {string} said */
function tell(said) {
  const place = document.getElementById("offers-said");
  if (place && place.textContent !== said) place.textContent = said;
  byId("no-offers").hidden = list.children.length > 0;
}

// Other parts of the page that say how much life there is.
/** @param {Record<string, string>} [texts] */
function elsewhere(texts = {}) {
  for (const [id, text] of Object.entries(texts)) {
    const place = document.getElementById(id);
    if (place && place.textContent !== text) place.textContent = text;
    if (place?.parentElement?.hasAttribute("data-if-any")) place.parentElement.hidden = !text;
  }
}

/** @param {News} news */
function hear(news) {
  heardAt = new Date();
  held.push(news);
  if (busy()) waiting();
  else settle();
}

/** @param {"new" | "old" | "gone"} name */
const textOf = (name) => list.dataset[name] ?? "";

// What waits is told, so that nobody wonders; what is gone already is told when it is pressed.
function waiting() {
  const count = held.reduce((sum, news) => sum + news.fresh.length, 0);
  note.textContent = count ? textOf("new").replace("%(count)s", String(count)) : "";
}

function settle() {
  const all = held;
  held = [];
  note.textContent = "";
  all.forEach(apply);
}

for (const leaving of ["pointerleave", "focusout"])
  list.addEventListener(leaving, () => setTimeout(() => !busy() && settle(), 300));

// ---- the stream ----

function follow() {
  /** @type {EventSource | undefined} */
  let source;
  let silence = 0;
  let wait = 1000;
  const again = () => {
    source?.close();
    clearTimeout(silence);
    const time = heardAt.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    note.textContent = textOf("old").replace("%(time)s", time);
    setTimeout(listen, wait * (1 + Math.random()));
    wait = Math.min(wait * 2, 15000);
  };
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE);
  };
  function listen() {
    const known = findAll(":scope > *", list)
      .map((each) => each.dataset.offer)
      .join(",");
    source = new EventSource(`${list.dataset.live}&known=${known}`);
    source.addEventListener("offers", (event) => {
      wait = 1000;
      alive();
      if (!held.length) note.textContent = "";
      hear(JSON.parse(event.data));
    });
    source.addEventListener("alive", alive);
    source.addEventListener("come-back", again);
    source.onerror = again;
    alive();
  }
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && listen());
  listen();
}

// ---- sitting down ----

const FIELDS = {
  game: "game",
  server: "server",
  creator_held: "creatorHeld",
  guest_held: "guestHeld",
  contract: "contract",
  head: "head",
  groups: "group",
  receipt: "receipt",
  key: "key",
};

// Ahead of everything that listens at the document: the form is not sent before it knows what is agreed on.
addEventListener(
  "submit",
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = /** @type {HTMLButtonElement} */ (event.submitter);
    if (form.id !== "sit" || form.dataset.asked === button?.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!form.dataset.asking) sitDown(form, button);
  },
  true,
);

/** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
async function sitDown(form, button) {
  form.dataset.asking = "";
  button.setAttribute("aria-busy", "true");
  for (const name of Object.values(FIELDS)) delete form.dataset[name];
  const answer = await fetch(`/lobby/${button.value}/promise`, { headers: { Accept: "application/json" } }).catch(
    () => null,
  );
  const said = await answer?.json().catch(() => null);
  delete form.dataset.asking;
  button.removeAttribute("aria-busy");
  if (answer?.status === 409) {
    faster(button.value);
    return;
  }
  if (answer?.ok) for (const [field, name] of Object.entries(FIELDS)) form.dataset[name] = said[field];
  form.dataset.asked = button.value;
  form.requestSubmit(button);
}

// The row says so for a while; the rest stays where it is.
/** @param {string} id */
function faster(id) {
  const gone = row(id);
  if (!gone) return;
  gone.dataset.taken = "";
  const why = Object.assign(document.createElement("span"), { className: "notnow og", role: "status" });
  why.textContent = textOf("gone");
  get(".og", gone).replaceWith(why);
  setTimeout(() => (gone.dataset.leaving = ""), FADES - 400);
  setTimeout(() => {
    gone.remove();
    tell(find("#offers-said")?.textContent ?? "");
  }, FADES);
}

addEventListener("pageshow", () => {
  for (const name of [...Object.values(FIELDS), "asked", "asking"]) delete byId("sit").dataset[name];
});

if (list.dataset.live) follow();
