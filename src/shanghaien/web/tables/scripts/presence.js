// Who is at the table: a dot beside the other's name with a word, and how many watch beside one's own. What the stream
// renews knows nothing of it, so it is put back when a seat is drawn anew.
import { byId, field, find, get } from "../../site/scripts/dom.js";

/** @typedef {{ said: string, presence: string, watchers: string }} People */

const LOOKED_EVERY = 60000;
/** @type {People | null} */
let people = null;

/** @param {string} kind */
function made(kind) {
  const place = Object.assign(document.createElement("span"), { className: kind });
  if (kind === "presence") place.append(Object.assign(document.createElement("i"), { className: "pres" }));
  place.append(document.createElement("span"));
  return place;
}

/** @param {string} seat @param {string} kind @param {string} said @param {string} [state] */
function put(seat, kind, said, state) {
  const name = find(`#${seat} h2`);
  if (!name) return;
  let place = find(`.${kind}`, name);
  if (!said) {
    place?.remove();
    return;
  }
  if (!place) name.append((place = made(kind)));
  const words = get(":scope > :last-child", place);
  if (words.textContent !== said) words.textContent = said;
  const dot = find(".pres", place);
  if (dot && dot.dataset.p !== state) dot.dataset.p = state;
}

function show() {
  if (!people) return;
  put("seat-them", "presence", people.said, people.presence);
  put("seat-me", "watchers", people.watchers);
}

addEventListener("people", (event) => {
  people = /** @type {CustomEvent<People>} */ (event).detail;
  show();
});
new MutationObserver(show).observe(byId("board"), { childList: true, subtree: true });

// Says once a minute that somebody looks at this table, so that they get no notice of what they see; and when they turn
// to something else, so that the other player knows.
/** @param {"seen" | "away"} what */
function say(what) {
  const token = field("#settings [name=_csrf_token]").value;
  const request = { method: "POST", headers: { "x-csrftoken": token }, keepalive: true };
  fetch(`/t/${byId("main").dataset.game}/${what}`, request).catch(() => {}); // offline
}

setInterval(() => document.hidden || say("seen"), LOOKED_EVERY);
document.addEventListener("visibilitychange", () => say(document.hidden ? "away" : "seen"));
