// A puzzle without reloads: an answer, the next question of a choice, the solution. Without this the same forms and
// links load pages.

import { byId, closest, find, findAll, get, opensElsewhere, pageOf, sentBy } from "../../site/scripts/dom.js";
import "../../tables/scripts/popover.js";
// Only what differs is exchanged, so that the table lies still.
/** @param {Document} fresh */
function renewPuzzle(fresh) {
  for (const old of findAll("#main [data-part]")) {
    const young = fresh.getElementById(old.id);
    if (young && !old.isEqualNode(young)) old.replaceWith(young);
  }
  byId("pops").replaceWith(get("#pops", fresh));
  byId("status").textContent = get("#status", fresh).textContent;
}

// Where the eye goes next: on to the next puzzle, to what came of the answer, or to what is asked.
/** @param {boolean} answered */
function focusNext(answered) {
  const next = find("#on") ?? (answered ? find("#came") : null) ?? find("#counter :is(a, button).end");
  (next ?? find("#tray :is(button:not([disabled]), a[href])"))?.focus({ preventScroll: true });
  byId(answered ? "answer" : "tray").scrollIntoView({ block: "nearest" });
}

/** @param {string} where @param {RequestInit} options */
async function fetched(where, options) {
  const answer = await fetch(where, { credentials: "same-origin", headers: { Accept: "text/html" }, ...options });
  if (!answer.ok) throw new Error(answer.statusText);
  return pageOf(await answer.text());
}

/** @param {string} where @param {RequestInit} options @param {HTMLElement} [pressed] */
async function renewFrom(where, options, pressed) {
  pressed?.setAttribute("aria-busy", "true");
  renewPuzzle(await fetched(where, options));
  focusNext(options.method === "POST");
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  if (form.id !== "move") return;
  event.preventDefault();
  const body = sentBy(form, button);
  renewFrom(form.getAttribute("action") ?? "", { method: "POST", body }, button).catch(() => {
    form.append(Object.assign(document.createElement("input"), { name: button.name, value: button.value }));
    form.submit();
  });
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (closest(event, "#board a[data-live]"));
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  renewFrom(link.href, {}, link).catch(() => location.assign(link.href));
});
