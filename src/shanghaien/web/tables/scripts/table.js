// The table without reloads: the stream brings the parts that changed, a move is answered by a number, and only where
// the page is built differently it is fetched once. It is a comfort: without it the same forms and links load pages.
import { byId, closest, find, findAll, get, opensElsewhere, pageOf, sentBy } from "../../site/scripts/dom.js";
import { showScripted } from "../../site/scripts/page.js";
import { chime } from "../../site/scripts/sound.js";
import { nextTask } from "../../site/scripts/yield.js";
import { lengthOf, perform, pictured } from "./animations.js";
import { linkFor, tendDice } from "./dice_chain.js";
import "./new_game.js";
import { applyRest, applyRow, foretell, now, putBack, readied, refocus, renew, version } from "./parts.js";
import { dropOverviews } from "./popover.js";
import { UpdateQueue, ask, follow, notice, reason, sendChange, showConnection } from "./requests.js";
import { controlBotGame, showResult } from "./result.js";
import { finish, wait } from "./stage.js";

/** @import { Step } from "./animations.js" */
/** @import { News, Update } from "./parts.js" */
/** @typedef {{ wasYours: boolean, inside: boolean }} Standing */

const A_MOMENT = 1500; // after which a move's parts are fetched if the stream has not brought them
const CHANGES = /^\/t\/[^/]+\/(act|undo|resign|name|chance|retype|call-off|claim-win|give-time|abandon|orders)(\?.*)?$/;
const CHOICE = ["end", "half", "ask", "dice"];
const side = new URLSearchParams(location.search).get("side");

const updates = new UpdateQueue({ finish, wait });
let choice = choiceIn(location.search); // which question of the page is open: news must not put it away
let bare = choice === ""; // whether it is known how the page stands without that question
/** @type {{ pressed: HTMLElement, from: number } | null} */
let sending = null; // what was pressed last, until the page shows what came of it
let settle = () => {}; // moves the focus, if it has yet to be moved
let listen = () => {};

/** @param {string} search */
function choiceIn(search) {
  const asked = new URLSearchParams(search);
  return CHOICE.filter((name) => asked.get(name))
    .map((name) => `&${name}=${encodeURIComponent(asked.get(name) ?? "")}`)
    .join("");
}

const address = () => byId("main").dataset.address;
const isYours = () => now()?.dataset.yours !== undefined;
/** @param {string} number @param {string} [more] */
const query = (number, more = "") => `?${number}${side ? `&side=${side}` : ""}${more}`;
const place = () => `${location.pathname}?${side ? `side=${side}` : ""}${choice}`;

// ---- showing a change ----

// The row changes at once, the rest of the page after a pause; then it is shown how that came about, over a page that
// can be pressed already.
/**
 * @param {() => unknown} change
 * @param {Step[] | null} [steps]
 * @param {() => Promise<void>} [rest]
 * @param {() => Promise<void>} [ready]
 */
async function show(change, steps, rest, ready) {
  const then = standing();
  if (ready) await ready();
  const before = await pictured(steps);
  await change();
  const whole = wholly(then, rest);
  if (before) await perform(before, steps, whole);
  await whole;
}

// What is to be known afterwards about the page before a change.
/** @returns {Standing} */
function standing() {
  settle();
  const active = document.activeElement;
  return { wasYours: isYours(), inside: active?.closest("#board") !== null && active !== document.body };
}

/** @param {Standing} then @param {() => Promise<void>} [rest] */
async function wholly(then, rest) {
  if (rest) await rest();
  changed(then);
}

/** @param {Standing} then */
function changed({ wasYours, inside }) {
  const pressed = sending?.pressed;
  showScripted();
  showConnection(true);
  byId("notice").replaceChildren();
  onceDrawn(() => focusAgain(pressed, inside));
  if (isYours() && !wasYours && !pressed) chime();
  markTitle();
  pressed?.removeAttribute("aria-busy");
  if (sending && version() > sending.from) sending = null;
  tended();
}

// The focus goes where it belongs when the page is drawn, for to move it before would draw it twice; or when a key
// wants to know where it is.
/** @param {() => void} work */
function onceDrawn(work) {
  settle = () => {
    settle = () => {};
    work();
  };
  if (document.hidden) settle();
  else requestAnimationFrame(() => setTimeout(() => settle()));
}

/** @param {HTMLElement | undefined} pressed @param {boolean} inside */
function focusAgain(pressed, inside) {
  const active = document.activeElement;
  if (pressed) toTray();
  else if ((active === document.body || active === byId("main")) && !refocus() && inside) toTray();
}

// This browser's part in the dice; the stream brings what comes of it.
const tended = async () => bring((await tendDice()) ?? 0);

// To the first thing that can be pressed; where there is none, the question itself has the focus, so that it never
// falls to the page.
function toTray() {
  const question = document.getElementById("ask");
  const first = find("#tray :is(button:not([disabled]), a[href], input):not(noscript *)");
  const end = find("#counter :is(a, button).end");
  if (question && !first && !end) question.tabIndex = -1;
  (first ?? end ?? question)?.focus({ preventScroll: true });
}

function markTitle() {
  document.title = document.title.replace(/^\(1\) /, "");
  if (isYours() && document.hidden) document.title = `(1) ${document.title}`;
}

// ---- what the server tells ----

// It knows nothing of an open choice, and a message may have been lost: then parts are fetched.
/** @param {News} news @param {boolean} hurry */
async function hear(news, hurry) {
  if (news.whole) return visit(news.happened);
  if (news.version <= version()) return true;
  const follows = bare && !choice && (news.since === undefined || news.since === version());
  return follows ? change(news, hurry) : catchUp(hurry);
}

/** @param {News} news @param {boolean} [hurry] */
async function change(news, hurry) {
  const update = nextTask().then(() => readied(news));
  await show(
    async () => applyRow(await update),
    hurry ? null : news.happened,
    async () => takeRest(await update),
    () => update.then(nextTask),
  );
  return true;
}

/** @param {Update} update */
async function takeRest(update) {
  await applyRest(update);
  bare = true;
  if (update.news.parts.slate) dropOverviews();
}

// Whatever is new since the version on the page, with the choice that is open.
/** @param {boolean} [hurry] */
async function catchUp(hurry) {
  const answer = await ask(`${address()}/parts${query(`since=${bare ? version() : 0}`, choice)}`);
  if (!answer) return false;
  if (answer.status === 204) return true;
  if (!answer.ok) return visit();
  const news = await answer.json();
  return news.whole ? visit(news.happened) : change(news, hurry);
}

const catchUpInTurn = () => updates.add(catchUp);

// The page is built differently now: fetch it once. The last cards are shared out before the row is gone.
/** @param {Step[]} [steps] */
async function visit(steps) {
  const answer = await ask(place(), { headers: { Accept: "text/html" } });
  if (!answer) return false;
  const fresh = pageOf(await answer.text());
  const then = find("#now", fresh);
  if (!then) {
    if (!sending) location.assign(answer.url); // else the answer to what was sent says where to go
    return true;
  }
  const ends = byId("now").dataset.over === undefined && then.dataset.over !== undefined;
  await nextTask();
  if (ends && steps) await show(() => foretell(fresh), steps);
  /** @param {() => Promise<void>} [pause] */
  const exchange = async (pause) => {
    await show(() => renew(fresh, pause));
    bare = choice === "";
    dropOverviews();
    listen();
  };
  await (ends ? showResult(fresh, exchange) : exchange());
  return true;
}

// Why the bot keeps one waiting, if it does; the next parts say something else again. Nothing else is new: what could
// not be done for the dice on a line that was dead is done now. A clock that runs learns of outages, when it stood.
/** @param {string | undefined} waits @param {string | undefined} pauses */
function asBefore(waits, pauses) {
  if (pauses) for (const clock of findAll(".clock[data-run]")) clock.dataset.pauses = pauses;
  const said = waits && find("#tray .ask p");
  if (said) said.textContent = waits;
  tended();
}

// ---- what the player does ----

/** @param {string} where @param {HTMLFormElement} form @param {HTMLButtonElement | null} button */
async function send(where, form, button) {
  sending = { pressed: button ?? form, from: version() };
  choice = choiceIn(new URL(where, location.href).search);
  const body = sentBy(form, button);
  const fields = /** @type {Iterable<HTMLInputElement>} */ (form.elements);
  for (const field of fields) field.defaultValue = field.value; // sent, so no longer half typed
  button?.setAttribute("aria-busy", "true");
  const link = button?.name === "action" ? await linkFor(button.value) : "";
  if (link) body.set("link", link);
  const answer = await sendChange(where, body);
  if (answer.ok) reach(await answer.json());
  else await refused(answer, button);
}

/** @param {{ version?: number, to?: string }} told */
function reach({ version: number = 0, to }) {
  if (to) location.assign(to);
  bring(number);
}

// The stream brings what came of a change; if it does not, it is fetched.
/** @param {number} number */
function bring(number) {
  if (version() < number) setTimeout(() => version() < number && catchUpInTurn(), A_MOMENT);
}

// The server said no: tell why, and see how the table stands.
/** @param {Response} answer @param {HTMLElement | null} button */
async function refused(answer, button) {
  sending = null;
  button?.removeAttribute("aria-busy");
  await catchUpInTurn();
  notice(await reason(answer));
}

// The next question of a choice, or back: nothing is played, so nothing but this page changes.
/** @param {HTMLAnchorElement} link */
async function choose(link) {
  choice = choiceIn(new URL(link.href).search);
  sending = { pressed: link, from: version() };
  if (choice || !bare) await catchUp();
  else await show(putBack);
  sending = null;
}

// The address says which question is open, so that a reload forgets neither an end nor a trick that was looked at.
/** @param {string} where */
function keepAddress(where) {
  const { search } = new URL(where, location.href);
  if (search !== location.search) history.replaceState(history.state, "", location.pathname + search);
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const where = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  if (!now()) return;
  if (CHANGES.test(where)) {
    event.preventDefault();
    if (!sending) send(where, form, button);
  }
  if (form.dataset.change !== undefined) keepAddress(button?.getAttribute("formaction") ?? location.pathname);
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (closest(event, "a[data-live]"));
  if (!link || opensElsewhere(event) || !now()) return;
  event.preventDefault();
  if (!sending) updates.add(() => choose(link));
  keepAddress(link.href);
});

document.addEventListener("keydown", () => settle(), true);

document.addEventListener("visibilitychange", () => {
  markTitle();
  // Somebody comes back to the tab: look whether a line that died without a word has hidden something.
  if (!document.hidden && now()) catchUpInTurn().then(tended);
});

controlBotGame(updates);
if (address()) {
  const heard = () => `&said=${get("#log").dataset.heard ?? 0}`; // what was said so far
  listen = follow((kind) => `${address()}/${kind}${query(`version=${version()}`, heard())}`, {
    hear: (/** @type {News} */ news) => updates.add((hurry) => hear(news, hurry), lengthOf(news.happened)),
    alive: ({ version: number, waits, pauses }) => (number > version() ? catchUpInTurn() : asBefore(waits, pauses)),
    ended: () => updates.add(() => visit()), // the page of whoever looks now
  });
  tended();
}
