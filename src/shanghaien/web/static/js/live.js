// The table without reloads: the stream brings the parts that changed, a move is answered by a number, and only where
// the page is built differently it is fetched once. It is a comfort: without it the same forms and links load pages.
import { ask, notice, reason, sendChange } from "./asking.js";
import { takeBreath } from "./breath.js";
import { linkFor, tendDice } from "./links.js";
import { chime } from "./sound.js";
import { address, unveil } from "./page.js";
import { applyRest, applyRow, foretell, now, part, putBack, readied, refocus, renew, version } from "./parts.js";
import { dropOverviews } from "./peek.js";
import { ended, inTurn } from "./queue.js";
import { lengthOf, perform, pictured } from "./scenes.js";
import { follow, lost } from "./stream.js";

const A_MOMENT = 1500; // after which a move's parts are fetched if the stream has not brought them
const CHANGES = /^\/t\/[^/]+\/(act|undo|resign|name|chance|retype|call-off|claim-win|give-time|abandon|orders)(\?.*)?$/;
const CHOICE = ["end", "half", "ask", "dice"];
const side = new URLSearchParams(location.search).get("side");

let choice = choiceIn(location.search); // which question of the page is open: news must not put it away
let bare = choice === ""; // whether it is known how the page stands without that question
let sending = null; // what was pressed last, until the page shows what came of it
let settle = () => {}; // moves the focus, if it has yet to be moved
let listen = () => {};

function choiceIn(search) {
  const asked = new URLSearchParams(search);
  return CHOICE.filter((name) => asked.get(name))
    .map((name) => `&${name}=${encodeURIComponent(asked.get(name))}`)
    .join("");
}

const main = () => document.getElementById("main");
const query = (number, more = "") => `?${number}${side ? `&side=${side}` : ""}${more}`;
const place = () => `${location.pathname}?${side ? `side=${side}` : ""}${choice}`;

// The row changes at once, the rest of the page after a breath; then it is shown how that came about, over a page that
// can be pressed already.
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
function standing() {
  settle();
  return {
    wasYours: now()?.dataset.yours !== undefined,
    inside: document.activeElement?.closest("#board") !== null && document.activeElement !== document.body,
  };
}

async function wholly(then, rest) {
  if (rest) await rest();
  changed(then);
}

function changed({ wasYours, inside }) {
  const pressed = sending?.pressed;
  unveil();
  lost(false);
  document.getElementById("notice").replaceChildren();
  const yours = now()?.dataset.yours !== undefined;
  onceDrawn(() => focusAgain(pressed, inside));
  if (yours && !wasYours && !pressed) chime();
  mark();
  pressed?.removeAttribute("aria-busy");
  if (sending && version() > sending.from) sending = null;
  tended();
}

// The focus goes where it belongs when the page is drawn, for to move it before would draw it twice; or when a key
// wants to know where it is.
function onceDrawn(work) {
  settle = () => {
    settle = () => {};
    work();
  };
  if (document.hidden) settle();
  else requestAnimationFrame(() => setTimeout(() => settle()));
}

function focusAgain(pressed, inside) {
  if (pressed) toTray();
  else if ([document.body, main()].includes(document.activeElement) && !refocus() && inside) toTray();
}

// This browser's part in the dice; the stream brings what comes of it.
const tended = async () => bring((await tendDice()) ?? 0);

// To the first thing that can be pressed; where there is none, the question itself has the focus, so that it never
// falls to the page.
function toTray() {
  const question = document.getElementById("ask");
  const first = document.querySelector("#tray :is(button:not([disabled]), a[href], input):not(noscript *)");
  const end = document.querySelector("#counter :is(a, button).end");
  if (question && !first && !end) question.tabIndex = -1;
  (first ?? end ?? question)?.focus({ preventScroll: true });
}

function mark() {
  const waits = now()?.dataset.yours !== undefined && document.hidden;
  document.title = document.title.replace(/^\(1\) /, "");
  if (waits) document.title = `(1) ${document.title}`;
}

// Why the bot keeps one waiting, if it does; the next parts say something else again.
function say(why) {
  const said = why && document.querySelector("#tray .ask p");
  if (said) said.textContent = why;
}

// Nothing is new: what could not be done for the dice on a line that was dead is done now.
function asBefore(waits) {
  say(waits);
  tended();
}

// What the stream tells. It knows nothing of an open choice, and a message may have been lost: then parts are fetched.
async function hear(news, hurry) {
  if (news.whole) return visit(news.happened);
  if (news.version <= version()) return true;
  const follows = bare && !choice && (news.since === undefined || news.since === version());
  return follows ? change(news, hurry) : catchUp(hurry);
}

async function change(news, hurry) {
  let before = null;
  const ready = async () => {
    await takeBreath();
    before = readied(news);
    await takeBreath();
  };
  await show(
    () => applyRow(news),
    hurry ? null : news.happened,
    () => takeRest(news, before),
    ready,
  );
  return true;
}

async function takeRest(news, before) {
  await applyRest(news, before);
  bare = true;
  if (news.parts.slate) dropOverviews();
}

// Whatever is new since the version on the page, with the choice that is open.
async function catchUp(hurry) {
  const answer = await ask(`${main().dataset.address}/parts${query(`since=${bare ? version() : 0}`, choice)}`);
  if (!answer) return false;
  if (answer.status === 204) return true;
  if (!answer.ok) return visit();
  const news = await answer.json();
  return news.whole ? visit(news.happened) : change(news, hurry);
}

// The page is built differently now: fetch it once. The last cards are shared out before the row is gone.
async function visit(steps) {
  const answer = await ask(place(), { headers: { Accept: "text/html" } });
  if (!answer) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!part(fresh, "now")) {
    if (!sending) location.assign(answer.url); // else the answer to what was sent says where to go
    return true;
  }
  const ends = now().dataset.over === undefined && part(fresh, "now").dataset.over !== undefined;
  await takeBreath();
  if (ends && steps) await show(() => foretell(fresh), steps);
  const exchange = async (breath) => {
    await show(() => renew(fresh, breath));
    bare = choice === "";
    dropOverviews();
    listen();
  };
  await (ends ? ended(fresh, exchange) : exchange());
  return true;
}

async function send(where, form, button) {
  sending = { pressed: button ?? form, from: version() };
  choice = choiceIn(new URL(where, location).search);
  const body = new URLSearchParams(new FormData(form, button));
  for (const field of form.elements) field.defaultValue = field.value; // sent, so no longer half typed
  button?.setAttribute("aria-busy", "true");
  const link = button?.name === "action" ? await linkFor(button.value) : "";
  if (link) body.set("link", link);
  const answer = await sendChange(where, body);
  if (answer.ok) reach(await answer.json());
  else await refused(answer, button);
}

function reach({ version: number = 0, to }) {
  if (to) location.assign(to);
  bring(number);
}

// The stream brings what came of a change; if it does not, it is fetched.
function bring(number) {
  if (version() < number) setTimeout(() => version() < number && inTurn(catchUp), A_MOMENT);
}

// The server said no: tell why, and see how the table stands.
async function refused(answer, button) {
  sending = null;
  button?.removeAttribute("aria-busy");
  await inTurn(catchUp);
  notice(await reason(answer));
}

// The next question of a choice, or back: nothing is played, so nothing but this page changes.
async function choose(link) {
  choice = choiceIn(new URL(link.href).search);
  sending = { pressed: link, from: version() };
  if (choice || !bare) await catchUp();
  else await show(putBack);
  sending = null;
}

document.addEventListener("submit", (event) => {
  const where = event.submitter?.getAttribute("formaction") ?? address(event.target);
  if (!now() || !CHANGES.test(where)) return;
  event.preventDefault();
  if (!sending) send(where, event.target, event.submitter);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-live]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !now()) return;
  event.preventDefault();
  if (!sending) inTurn(() => choose(link));
});

document.addEventListener("keydown", () => settle(), true);

document.addEventListener("visibilitychange", () => {
  mark();
  // Somebody comes back to the tab: look whether a line that died without a word has hidden something.
  if (!document.hidden && now()) inTurn(catchUp).then(tended);
});

if (main()?.dataset.address) {
  const heard = () => `&said=${document.getElementById("log").dataset.heard ?? 0}`; // what was said so far
  listen = follow(() => `${main().dataset.address}/events${query(`version=${version()}`, heard())}`, {
    hear: (news) => inTurn((hurry) => hear(news, hurry), lengthOf(news.happened)),
    alive: ({ version: number, waits }) => (number > version() ? inTurn(catchUp) : asBefore(waits)),
  });
  tended();
}
