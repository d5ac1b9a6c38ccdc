// The page of notices: switches take effect as they are pressed, and this browser is switched on or off. Nobody is
// asked to allow anything before they have pressed the switch.

import { asParams, byId, field, find, findAll, get } from "../../site/scripts/dom.js";

const form = /** @type {HTMLFormElement} */ (byId("wishes"));
const here = byId("here");
const own = field("input", here);
const told = byId("told");
const KEPT = "/notices/endpoint"; // where the service worker looks for the address of this browser

/** @param {string} address @param {URLSearchParams} body */
async function post(address, body) {
  const headers = { accept: "application/json", "x-csrftoken": field("[name=_csrf_token]", form).value };
  const answer = await fetch(address, { method: "POST", headers, body, credentials: "same-origin" }).catch(() => null);
  const { said } = (await answer?.json().catch(() => null)) ?? {};
  told.textContent = said ?? byId("lost").textContent.trim();
  return answer?.ok ?? false;
}

// ---- this browser

// Which line is true: the first reason why it can't be switched, or that it can.
function state() {
  if (!window.isSecureContext) return "insecure";
  const held = /iPhone|iPad/.test(navigator.userAgent) && !("standalone" in navigator && navigator.standalone);
  if (!("PushManager" in window && "serviceWorker" in navigator)) return held ? "home" : "unable";
  return Notification.permission === "denied" ? "blocked" : "ready";
}

/** @param {string} word */
function say(word) {
  for (const line of findAll("[data-state]", here)) line.hidden = line.dataset.state !== word;
  own.disabled = word !== "ready" && word !== "failed";
}

const subscription = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

// The row of this browser among all: it has its own switch above.
async function ownRow() {
  const present = await subscription();
  if (!present) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(present.endpoint));
  const mark = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return find(`[data-mark="${mark.slice(0, 16)}"]`, form);
}

async function begin() {
  if (!here.dataset.key) return;
  say(state());
  if (own.disabled) return;
  const row = await ownRow();
  if (!row) return;
  own.checked = field("[role=switch]", row).checked;
  row.remove();
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: here.dataset.key };
  const { endpoint = "", keys = {} } = (await worker.pushManager.subscribe(options)).toJSON();
  const sent = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  const done = await post("/notices/browsers", sent);
  await (await caches.open("endpoint")).put(KEPT, new Response(endpoint));
  return done;
}

async function switchOff() {
  const present = await subscription();
  if (present) await post("/notices/browsers/off", new URLSearchParams({ endpoint: present.endpoint }));
  await present?.unsubscribe();
  await caches.delete("endpoint");
  return true;
}

own.addEventListener("change", async () => {
  const wanted = own.checked;
  own.disabled = true;
  try {
    const done = await (wanted ? switchOn() : switchOff());
    own.checked = done ? wanted : !wanted;
    say(state());
  } catch {
    own.checked = !wanted;
    say("failed");
  }
  offerTrial();
});

// ---- everything else

form.addEventListener("change", ({ target }) => {
  if (target !== own) post("/notices", asParams(new FormData(form))).then(offerTrial);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const address = event.submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  post(address ?? "", asParams(new FormData(form)));
});

// One can be sent as soon as there is anywhere to send it.
function offerTrial() {
  const trial = /** @type {HTMLButtonElement} */ (get("[formaction]", form));
  const others = findAll("[data-mark] [role=switch], [name=mail], [name=webhook]", form);
  trial.disabled = !(/** @type {HTMLInputElement[]} */ ([own, ...others]).some((place) => place.checked));
  trial.querySelector("small")?.toggleAttribute("hidden", !trial.disabled);
}

const zone = field("[name=time_zone]", form);
if (!zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
begin();
