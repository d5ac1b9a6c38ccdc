// Renewing a page: by the parts that the server sends, or from a whole page of which only what differs is exchanged.
import { holdBreath, takeBreath, untilDrawn } from "./breath.js";
import { graft } from "./graft.js";
import { toHex } from "./sha256.js";

const LARGE = /^(slot|seat|end|slate|crews)/; // parts of which mostly little changes

const isBeside = (id) => /^(seat|end)-/.test(id);
const isLeft = (id) => /^slot-[01]$/.test(id); // a row that is dealt lies under copies of the old one
const isMiddle = (id) => /^slot-[23]$/.test(id);
const isDeal = (news) => news.happened?.some((step) => step.do === "deal");
const isRow = (id) => /^(slot|seat|dice|end)-/.test(id);

export const part = (root, id) => root.querySelector(`#${CSS.escape(id)}`);
export const now = () => document.getElementById("now");
export const version = () => Number(now()?.dataset.version ?? 0);

// What an open choice covers: the parts as they stand without it. Nobody else sees the choice, nor does the stream.
const covered = new Map();
let uncovered = "";

function madeAll(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return [...holder.content.children];
}

// Gets everything ready: builds the parts of what the server tells, and tells what is to stay as it is (`applyRest`).
export function readied(news) {
  for (const parts of [news.parts, news.choice?.parts ?? {}]) {
    for (const id of Object.keys(parts)) [parts[id]] = madeAll(parts[id]);
  }
  news.log.new = madeAll(news.log.new.join(""));
  return held((id) => id in news.parts || covered.has(id) || id in (news.choice?.parts ?? {}));
}

// The row and what is around it on the counter, drawn in one piece; what a Shanghai brings is not at the seats before
// it is shared out. Until the rest is there the page says that it is being renewed.
export async function applyRow(news) {
  now().dataset.renewing = "";
  const bites = news.told ? [] : isDeal(news) ? [isBeside, isLeft, isMiddle] : [isBeside];
  for (const bite of bites) {
    take(news, bite);
    layOutNow();
    await holdBreath();
  }
  take(news, (id) => isRow(id) && !bites.some((bite) => bite(id)));
  document.getElementById("counter").classList.toggle("told", news.told);
  if (news.told) layOutSoon();
  else layOutNow();
}

// The score, what is beside it, the log, then what is asked, a breath before each: when the page names its version, all
// is there.
export async function applyRest(news, before) {
  await untilDrawn();
  take(news, (id) => id === "slate");
  layOutNow();
  await takeBreath();
  take(news, (id) => id !== "slate" && id !== "tray" && !isRow(id));
  layOutNow();
  await takeBreath();
  renewLog(news.log);
  layOutNow();
  await untilDrawn();
  take(news, (id) => id === "tray");
  nameVersion(news);
  uncovered = news.title;
  entitle(news.choice?.title ?? news.title);
  holdAgain(before);
  layOutNow();
}

// The parts that changed, and those of the choice that is open, if there is one.
function take(news, goes) {
  for (const [id, old] of covered) if (goes(id)) uncover(id, old);
  for (const [id, young] of Object.entries(news.parts)) {
    if (!goes(id)) continue;
    if (LARGE.test(id) && document.getElementById(id)) graft(document.getElementById(id), young);
    else exchange(id, young);
  }
  for (const [id, young] of Object.entries(news.choice?.parts ?? {}))
    if (goes(id)) covered.set(id, exchange(id, young));
}

function nameVersion(news) {
  delete now().dataset.renewing;
  now().dataset.version = news.version;
  now().toggleAttribute("data-yours", news.yours);
  if (news.dice) now().dataset.dice = news.dice;
  else delete now().dataset.dice;
  for (const form of document.querySelectorAll("form[data-change]")) readyForChange(form, news.version);
}

// Else it would be done when the page is drawn, on top of that.
const layOutNow = () => document.getElementById("main").getBoundingClientRect();

// Not waited for: what keeps the old picture comes before it, so that nothing else is ever seen.
const layOutSoon = () => holdBreath().then(layOutNow);

function exchange(id, young) {
  const old = document.getElementById(id);
  if (old && !old.isEqualNode(young)) old.replaceWith(young);
  return old;
}

function uncover(id, old) {
  document.getElementById(id)?.replaceWith(old);
  covered.delete(id);
}

// Back to the page without a choice.
export function putBack() {
  if (covered.size) entitle(uncovered);
  for (const [id, old] of covered) uncover(id, old);
}

function entitle(title) {
  const heading = document.getElementById("heading");
  document.title = document.title.replace(heading.textContent, () => title);
  heading.textContent = title;
  const status = document.getElementById("status");
  if (status.textContent !== title) status.textContent = title;
}

// A change names the version it was made for, and an id of its own that makes a repeat harmless.
function readyForChange(form, number) {
  form.querySelector("[name=version]").value = number;
  form.querySelector("[name=id]").value = freshId(number);
}

export function freshId(number) {
  const chance = crypto.getRandomValues(new Uint8Array(12));
  return `${number}-${toHex(chance)}`;
}

// If the page is built differently now (a game has ended), the whole board is exchanged first. In bites: it is drawn
// when all is there, unless somebody who covers it wants another breath.
export async function renew(fresh, breath = holdBreath) {
  const before = held();
  covered.clear();
  now().dataset.renewing = "";
  const ids = (root) => [...root.querySelectorAll("#board [data-part]")].map((node) => node.id).join();
  if (ids(document) !== ids(fresh)) await exchangeBoard([...part(fresh, "board").children], breath);
  for (const old of document.querySelectorAll("[data-part]")) {
    const young = part(fresh, old.id);
    if (!young || old.isEqualNode(young)) continue;
    if (old.dataset.keyed === undefined) old.replaceWith(young);
    else renewLines(old, [...young.children]);
    layOutNow();
    await breath();
  }
  renewFrame(fresh);
  holdAgain(before);
}

// A row that was shared out stands as it did.
async function exchangeBoard(young, breath) {
  const board = document.getElementById("board");
  const row = young.some((each) => each.id === "counter") ? document.getElementById("counter") : null;
  for (const old of [...board.children]) if (old !== row) old.remove();
  let before = row;
  for (const each of young) {
    layOutNow();
    await breath();
    if (row && each.id === "counter") {
      each.remove();
      graft(row, each);
      before = null;
    } else board.insertBefore(each, before);
  }
  layOutNow();
}

// The row as it was shared out, and both seats, on the page that is still built as before.
export function foretell(fresh) {
  const row = document.getElementById("counter");
  if (!row || !part(fresh, "counter")) return;
  for (const old of row.querySelectorAll("[data-part]")) {
    const young = part(fresh, old.id)?.cloneNode(true);
    if (young) graft(old, young);
  }
  row.className = part(fresh, "counter").className;
  layOutSoon();
}

// What is around the parts: forms, title, and what the script itself reads.
function renewFrame(fresh) {
  for (const form of document.querySelectorAll("form[data-change]")) form.remove();
  const forms = fresh.querySelectorAll("form[data-change]");
  now().replaceWith(part(fresh, "now"), ...forms);
  document.getElementById("main").dataset.address = part(fresh, "main").dataset.address;
  const counter = part(fresh, "counter"); // none if the board was exchanged, which has the new one then
  if (counter) document.getElementById("counter").className = counter.className;
  entitle(part(fresh, "heading").textContent);
  document.title = fresh.title;
}

// What somebody has opened, begun to type or moved the focus to stays so when the part around it is exchanged.
// Meanwhile the focus waits at the table: taken out of the page with its element, it would make the browser draw twice.
function held(goes = () => true) {
  const focused = document.activeElement;
  const inside = focused?.closest("[data-part]");
  const around = inside && goes(inside.id) ? inside : null;
  if (around) park();
  return {
    focus: around && {
      part: around.id,
      like: likeness(focused),
      typed: focused.defaultValue === focused.value ? null : focused.value,
    },
    details: [...document.querySelectorAll("[data-part] details[id]")].map((each) => [each.id, each.open]),
  };
}

function park() {
  const main = document.getElementById("main");
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

function likeness(node) {
  if (node.id) return `#${CSS.escape(node.id)}`;
  const likes = ["name", "value", "href", "data-peek"].filter(
    (name) => node.hasAttribute(name) && (name !== "value" || node.tagName === "BUTTON"),
  );
  return node.tagName + likes.map((name) => `[${name}="${CSS.escape(node.getAttribute(name))}"]`).join("");
}

// Back to what had the focus, if there is such a thing again.
function holdAgain({ focus, details }) {
  for (const [id, open] of details) if (document.getElementById(id)) document.getElementById(id).open = open;
  if (!focus) return;
  const around = document.getElementById(focus.part);
  const again = around?.matches(focus.like) ? around : around?.querySelector(focus.like);
  if (focus.typed && again && !again.disabled) again.value = focus.typed;
  returning = again && !again.disabled ? again : null;
  if (returning?.matches("input")) refocus(); // what is being typed goes on at once
}

let returning = null; // what is to have the focus again

// Gives the focus back; whether there is something to have it.
export function refocus() {
  const again = returning;
  returning = null;
  if (again?.isConnected) again.focus({ preventScroll: true });
  return document.activeElement === again;
}

// The log is a live region: lines that stay are left alone, so that only what is new is read out.
function renewLog({ new: lines, gone }) {
  const list = document.getElementById("log");
  const rest = gone ? [...list.children].filter((line) => !gone.includes(line.dataset.key)) : [];
  renewLines(list, [...lines, ...rest]);
  list.firstElementChild?.toggleAttribute("data-newest", true); // not seen before the dice lie
}

// On one screen both change sides, and all lines tell of the other side then; that is the last letter of their keys.
const turnOf = (line) => line.dataset.key.replace(/[mt]$/, "");

function renewLines(list, fresh) {
  for (const line of list.querySelectorAll("[data-newest]")) delete line.dataset.newest;
  const known = new Map([...list.children].map((line) => [turnOf(line), line]));
  const lines = fresh.map((line) => {
    const old = known.get(turnOf(line));
    if (old) graft(old, line);
    return old ?? line;
  });
  for (const old of [...list.children]) if (!lines.includes(old)) old.remove();
  lines.forEach((line, place) => {
    if (list.children[place] !== line) list.insertBefore(line, list.children[place] ?? null);
  });
}
