// The page of notices: switches take effect as they are pressed, and this browser is switched on or off. Nobody is
// asked to allow anything before they have pressed the switch.

const form = document.getElementById("wishes");
const here = document.getElementById("here");
const own = here.querySelector("input");
const told = document.getElementById("told");
const KEPT = "/notices/endpoint"; // where the service worker looks for the address of this browser

async function post(address, fields) {
  const headers = { accept: "application/json", "x-csrftoken": form.elements._csrf_token.value };
  const sent = { method: "POST", headers, body: new URLSearchParams(fields), credentials: "same-origin" };
  const answer = await fetch(address, sent).catch(() => null);
  const { said } = (await answer?.json().catch(() => null)) ?? {};
  told.textContent = said ?? document.getElementById("lost").textContent.trim();
  return answer?.ok ?? false;
}

// ---- this browser

// Which line is true: the first reason why it can't be switched, or that it can.
function state() {
  if (!window.isSecureContext) return "insecure";
  const held = /iPhone|iPad/.test(navigator.userAgent) && !navigator.standalone;
  if (!("PushManager" in window && "serviceWorker" in navigator)) return held ? "home" : "unable";
  return Notification.permission === "denied" ? "blocked" : "ready";
}

function say(word) {
  for (const line of here.querySelectorAll("[data-state]")) line.hidden = line.dataset.state !== word;
  own.disabled = word !== "ready" && word !== "failed";
}

const subscription = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

// The row of this browser among all: it has its own switch above.
async function ownRow() {
  const present = await subscription();
  if (!present) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(present.endpoint));
  const mark = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return form.querySelector(`[data-mark="${mark.slice(0, 16)}"]`);
}

async function begin() {
  if (!here.dataset.key) return;
  say(state());
  if (own.disabled) return;
  const row = await ownRow();
  if (!row) return;
  own.checked = row.querySelector("[role=switch]").checked;
  row.remove();
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: here.dataset.key };
  const { endpoint, keys } = (await worker.pushManager.subscribe(options)).toJSON();
  const done = await post("/notices/browsers", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await (await caches.open("endpoint")).put(KEPT, new Response(endpoint));
  return done;
}

async function switchOff() {
  const present = await subscription();
  if (present) await post("/notices/browsers/off", { endpoint: present.endpoint });
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
  if (target !== own) post("/notices", new FormData(form)).then(offerTrial);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const address = event.submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  post(address, new FormData(form));
});

// One can be sent as soon as there is anywhere to send it.
function offerTrial() {
  const trial = form.querySelector("[formaction]");
  const places = [own, ...form.querySelectorAll("[data-mark] [role=switch], [name=mail], [name=webhook]")];
  trial.disabled = !places.some((place) => place.checked);
  trial.querySelector("small")?.toggleAttribute("hidden", !trial.disabled);
}

const zone = form.elements.time_zone;
if (!zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
begin();
