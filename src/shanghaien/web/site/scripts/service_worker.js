// The service worker: shows notices, plays a turn from one, and says what is missing when there is no network. It is
// served at /sw.js, where the server puts `self.site` before it: the page to show without network, and what it needs.

const DONE = 4000; // how long "Done." stays
const PATIENCE = 8000; // after which the table is opened instead
const ENDPOINT = "/notices/endpoint"; // under this name the page notes where this browser is reached

/** @typedef {{ id: string, label: string }} Act */
/**
 * @typedef {object} Notice
 * @property {string} title
 * @property {string} line
 * @property {string} [tag]
 * @property {string} url
 * @property {string} game
 * @property {number} version
 * @property {Act[]} [acts]
 * @property {boolean} [done]
 */
/** @typedef {{ version: string, offline: string, files: string[], icon: string, badge: string }} Site */
/** @typedef {{ oldSubscription?: PushSubscription, newSubscription?: PushSubscription }} Subscriptions */
/** @typedef {ExtendableEvent & Subscriptions} SubscriptionChange */

const worker = /** @type {ServiceWorkerGlobalScope & { site: Site }} */ (/** @type {unknown} */ (self));
const { clients, registration, site } = worker;

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(site.version).then((kept) => kept.addAll([site.offline, ...site.files])));
});

worker.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys()) {
    if (name.startsWith("offline-") && name !== site.version) await caches.delete(name);
  }
  await registration.navigationPreload?.enable();
  await clients.claim();
}

// Pages always come from the server; only where it cannot be reached there is a page that says so.
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(visit(event));
    event.waitUntil(settle(new URL(request.url).pathname));
  } else if (site.files.includes(request.url.slice(location.origin.length))) event.respondWith(keptFile(request));
});

/** @param {FetchEvent} event */
async function visit(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(site.offline)) ?? Response.error();
  }
}

// Whoever opens a table has seen what its notice says.
/** @param {string} path */
async function settle(path) {
  const tag = /^\/t\/([^/]+)$/.exec(path)?.[1];
  if (tag) for (const shown of await registration.getNotifications({ tag })) shown.close();
}

/** @param {Request} request */
async function keptFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));

/** @param {Notice} notice @param {object} [more] */
function show(notice, more = {}) {
  const buttons = (notice.acts ?? []).slice(0, 2);
  /** @type {NotificationOptions & { renotify: boolean, actions: { action: string, title: string }[] }} */
  const options = {
    body: notice.line,
    tag: notice.tag,
    renotify: Boolean(notice.tag),
    icon: site.icon,
    badge: site.badge,
    data: notice,
    actions: buttons.map((act, place) => ({ action: String(place), title: act.label })),
    ...more,
  };
  return registration.showNotification(notice.title, options);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  /** @type {Notice} */
  const notice = event.notification.data;
  const act = event.action ? notice.acts?.[Number(event.action)] : null;
  event.waitUntil(act ? play(notice, act) : open(notice.url));
});

// What cannot be done from here, because the game has moved on or for whatever reason, is done at the table.
/** @param {Notice} notice @param {Act} act */
async function play(notice, act) {
  const answer = await post(`/t/${notice.game}/from-notice`, { version: String(notice.version), id: act.id });
  if (!answer?.ok) return open(notice.url);
  const { said, next } = await answer.json();
  if (next) return show({ ...next, line: `${said} ${next.line}` }, { renotify: false, silent: true });
  await show({ ...notice, line: said, acts: [], done: true }, { renotify: false, silent: true });
  await new Promise((resolve) => setTimeout(resolve, DONE));
  for (const shown of await registration.getNotifications({ tag: notice.tag })) if (shown.data?.done) shown.close();
}

// A worker has no page that holds the token of a form, so it asks for it; only pages of this site can read the answer.
/** @param {string} address @param {Record<string, string>} fields */
async function post(address, fields) {
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const token = await (await fetch("/notices/token", { signal })).text();
    const headers = { "x-csrftoken": token };
    return await fetch(address, { method: "POST", headers, body: new URLSearchParams(fields), signal });
  } catch {
    return null;
  }
}

/** @param {string} address */
async function open(address) {
  const wanted = new URL(address, location.origin);
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === wanted.pathname);
  return there ? there.focus() : clients.openWindow(wanted.href);
}

// The push service has given this browser another address; whoever knows the old one may exchange it.
worker.addEventListener("pushsubscriptionchange", (event) =>
  /** @type {SubscriptionChange} */ (event).waitUntil(move(/** @type {SubscriptionChange} */ (event))),
);

/** @param {SubscriptionChange} event */
async function move(event) {
  const known = await caches.open("endpoint");
  const old = event.oldSubscription?.endpoint ?? (await (await known.match(ENDPOINT))?.text());
  if (!old) return;
  const fresh = event.newSubscription ?? (await subscribe());
  const { endpoint = "", keys = {} } = fresh.toJSON();
  await post("/notices/moved", { old, endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await known.put(ENDPOINT, new Response(endpoint));
}

async function subscribe() {
  const key = await (await fetch("/notices/key")).text();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
