// What every page has: the menu, settings that take effect as they are changed, copying, keys, and what an installed
// app needs.
import { asParams, byId, closest, field, find, findAll, findField, get } from "./dom.js";
import { keyTarget } from "./keys.js";
import "./sound.js";

const RELOADING = ["lang", "confirm", "guide"]; // settings that change the page's text
const TYPED = "input, textarea, select, [contenteditable]";
const IN_FRONT = "dialog[open], :popover-open, details.menu[open]";

const root = document.documentElement;
const menu = /** @type {HTMLDetailsElement} */ (byId("menu"));
const settings = /** @type {HTMLFormElement} */ (byId("settings"));

// What the menu says about how the page looks, at once; the page as it is sent says how it was chosen before.
function dress() {
  root.dataset.theme = field("[name=theme]:checked", settings).value;
  root.dataset.figures = field("[name=worth]", settings).checked ? "" : "none";
}

// What only works with a script is hidden in the page as it is sent.
export function showScripted() {
  for (const button of findAll("[data-copy]")) button.hidden = false;
  if ("share" in navigator) for (const button of findAll("[data-share]")) button.hidden = false;
}

/** @param {HTMLElement} source */
const copiedFrom = (source) => byId(/** @type {string} */ (source.dataset.copy ?? source.dataset.share));

/** @param {HTMLElement} source */
const textOf = (source) =>
  source instanceof HTMLAnchorElement ? source.href : /** @type {HTMLInputElement} */ (source).value;

document.addEventListener("click", async (event) => {
  if (menu.open && (closest(event, "a[data-live]") || !menu.contains(/** @type {Node} */ (event.target))))
    menu.open = false;
  const copy = closest(event, "[data-copy]");
  if (copy && (await copied(copiedFrom(copy)))) copy.textContent = copy.dataset.done ?? "";
});

// Whether it is in the clipboard now. A page opened by plain http on a local network has none of its own, and a browser
// may refuse it: then what is to be copied is marked, and the browser copies what is marked.
/** @param {HTMLElement} source */
async function copied(source) {
  try {
    await navigator.clipboard.writeText(textOf(source));
    return true;
  } catch {
    getSelection()?.removeAllRanges();
    if ("select" in source) /** @type {HTMLInputElement} */ (source).select();
    else selectCopy(textOf(source));
    return document.execCommand("copy");
  }
}

// The address of a link can only be copied from a field.
/** @param {string} text */
function selectCopy(text) {
  const typed = document.createElement("input");
  typed.value = text;
  menu.append(typed);
  typed.select();
  setTimeout(() => typed.remove());
}

// What the device itself can do with a link: send it on by whatever is installed there.
document.addEventListener("click", (event) => {
  const share = closest(event, "[data-share]");
  if (!share) return;
  navigator.share({ title: share.dataset.title, url: textOf(copiedFrom(share)) }).catch(() => {}); // broken off
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  get("summary", menu).focus();
});

// The server keeps settings in cookies.
settings.addEventListener("change", async ({ target }) => {
  const { name } = /** @type {HTMLInputElement} */ (target);
  if (!name) return;
  dress();
  const body = asParams(new FormData(settings));
  await fetch(/** @type {string} */ (settings.getAttribute("action")), {
    method: "POST",
    body,
    credentials: "same-origin",
  });
  if (RELOADING.includes(name)) location.reload();
});

// Single keys press what can be pressed anyway: the button or link that bears the key, and nothing else.
document.addEventListener("keydown", (event) => {
  const mixed = event.ctrlKey || event.altKey || event.metaKey;
  if (event.defaultPrevented || event.repeat || mixed || !findField("#settings [name=keys]")?.checked) return;
  if (closest(event, `${TYPED}, #menu`) || find(IN_FRONT)) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const bearers = /** @type {HTMLButtonElement[]} */ (findAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`));
  const target = keyTarget(
    bearers.filter((each) => !each.disabled && each.checkVisibility()),
    document.activeElement,
  );
  if (!target) return;
  event.preventDefault();
  if (target.press) target.bearer.click();
  else target.bearer.focus();
});

// Marks the icon of an installed app with the number of games that wait, and lets the browser keep the service worker.
// A table leaves that to other pages, so that it is there sooner.
function serveApp() {
  const waiting = find("[data-waiting]")?.dataset.waiting;
  if (waiting) navigator.setAppBadge?.(Number(waiting)).catch(() => {}); // only an installed app has a badge
  addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => {})); // a browser may refuse
}

const atTable = document.getElementById("now") !== null;
dress();
root.classList.add("scripted");
root.classList.toggle("at-table", atTable);
showScripted();
if (!atTable) serveApp();
