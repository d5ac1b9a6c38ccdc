// Renewing a page: by the parts that the server sends, or from a whole page of which only what differs is exchanged.
import { byId, elementOf, elementsOf, field, find, findAll, get } from "../../site/scripts/dom.js";
import { toHex } from "../../site/scripts/sha256.js";
import { afterPaint, beforePaint, nextTask } from "../../site/scripts/yield.js";
import { patch } from "./patch.js";

/** @import { Step } from "./animations.js" */
/**
 * What the stream tells of a change.
 * @typedef {object} News
 * @property {number} version
 * @property {number} [since] the version before, if the parts say only what differs from it
 * @property {boolean} [whole] whether the page is built differently now
 * @property {Step[]} [happened]
 * @property {Record<string, string>} parts HTML by id
 * @property {{ new: string[], gone?: string[] }} log
 * @property {{ title: string, parts: Record<string, string> }} [choice] the question that is open
 * @property {string} title
 * @property {boolean} told whether a Shanghai is shared out
 * @property {boolean} yours
 * @property {string} [dice]
 */
/** @typedef {Record<string, HTMLElement>} Elements by id */
/** @typedef {{ news: News, parts: Elements, choice: Elements, lines: HTMLElement[], before: Held }} Update */
/** @typedef {{ part: string, like: string, typed: string | null }} Focus */
/** @typedef {{ focus: Focus | null, details: [string, boolean][] }} Held what stays as it is around an exchange */

const LARGE = /^(slot|seat|end|slate|crews)/; // parts of which mostly little changes
const ROW = /^(slot|seat|dice|end)-/;
const BESIDE = /^(seat|end)-/;
const DEALT = [BESIDE, /^slot-[01]$/, /^slot-[23]$/]; // a row that is dealt lies under copies of the old one

export const now = () => document.getElementById("now");
export const version = () => Number(now()?.dataset.version ?? 0);

/** @type {Map<string, HTMLElement>} */
const covered = new Map(); // what an open choice covers: the parts as they stand without it, which is what others see
let uncovered = "";

// The parts of the row and around it, in the groups in which they are exchanged, a pause after each.
/** @param {string[]} ids @param {{ told: boolean, deals: boolean }} change */
export function rowInGroups(ids, { told, deals }) {
  const first = told ? [] : deals ? DEALT : [BESIDE];
  const row = ids.filter((id) => ROW.test(id));
  const groups = first.map((group) => row.filter((id) => group.test(id)));
  return [...groups, row.filter((id) => !groups.flat().includes(id))];
}

// All other parts: the score, what is beside it, then what is asked.
/** @param {string[]} ids */
export function restInGroups(ids) {
  const beside = ids.filter((id) => id !== "slate" && id !== "tray" && !ROW.test(id));
  return [ids.filter((id) => id === "slate"), beside, ids.filter((id) => id === "tray")];
}

/** @param {Record<string, string>} parts @returns {Elements} */
const built = (parts) => Object.fromEntries(Object.entries(parts).map(([id, html]) => [id, elementOf(html)]));

// Gets everything ready: builds the parts of what the server tells, and notes what is to stay as it is.
/** @param {News} news @returns {Update} */
export function readied(news) {
  const [parts, choice] = [built(news.parts), built(news.choice?.parts ?? {})];
  const before = held((id) => id in parts || covered.has(id) || id in choice);
  return { news, parts, choice, lines: elementsOf(news.log.new.join("")), before };
}

/** @param {Update} update */
const idsIn = ({ parts, choice }) => [...new Set([...covered.keys(), ...Object.keys(parts), ...Object.keys(choice)])];

// The row and what is around it on the counter, drawn in one piece; what a Shanghai brings is not at the seats before
// it is shared out. Until the rest is there the page says that it is being renewed.
/** @param {Update} update */
export async function applyRow(update) {
  const { told, happened } = update.news;
  byId("now").dataset.renewing = "";
  const deals = happened?.some((step) => step.do === "deal") ?? false;
  const groups = rowInGroups(idsIn(update), { told, deals });
  for (const group of groups.slice(0, -1)) {
    take(update, group);
    layOutNow();
    await beforePaint();
  }
  take(update, groups[groups.length - 1]);
  byId("counter").classList.toggle("told", told);
  if (told) layOutSoon();
  else layOutNow();
}

// The score, what is beside it, the log, then what is asked, a pause before each: when the page names its version, all
// is there.
/** @param {Update} update */
export async function applyRest(update) {
  const { news, lines, before } = update;
  const [score, beside, tray] = restInGroups(idsIn(update));
  await afterPaint();
  take(update, score);
  layOutNow();
  await nextTask();
  take(update, beside);
  layOutNow();
  await nextTask();
  renewLog(lines, news.log.gone);
  layOutNow();
  await afterPaint();
  take(update, tray);
  nameVersion(news);
  uncovered = news.title;
  entitle(news.choice?.title ?? news.title);
  holdAgain(before);
  layOutNow();
}

// Some of the parts that changed, and of those of the choice that is open, if there is one.
/** @param {Update} update @param {string[]} ids */
function take({ parts, choice }, ids) {
  for (const [id, old] of covered) if (ids.includes(id)) uncover(id, old);
  for (const id of ids.filter((each) => each in parts)) {
    const old = document.getElementById(id);
    if (old && LARGE.test(id)) patch(old, parts[id]);
    else exchange(old, parts[id]);
  }
  for (const id of ids.filter((each) => each in choice)) {
    const old = document.getElementById(id);
    exchange(old, choice[id]);
    if (old) covered.set(id, old);
  }
}

/** @param {News} news */
function nameVersion(news) {
  const mark = byId("now");
  delete mark.dataset.renewing;
  mark.dataset.version = String(news.version);
  mark.toggleAttribute("data-yours", news.yours);
  if (news.dice) mark.dataset.dice = news.dice;
  else delete mark.dataset.dice;
  for (const form of findAll("form[data-change]")) readyForChange(form, news.version);
}

// Else it would be done when the page is drawn, on top of that.
const layOutNow = () => byId("main").getBoundingClientRect();

// Not waited for: what keeps the old picture comes before it, so that nothing else is ever seen.
const layOutSoon = () => beforePaint().then(layOutNow);

/** @param {HTMLElement | null} old @param {HTMLElement} young */
function exchange(old, young) {
  if (old && !old.isEqualNode(young)) old.replaceWith(young);
}

/** @param {string} id @param {HTMLElement} old */
function uncover(id, old) {
  document.getElementById(id)?.replaceWith(old);
  covered.delete(id);
}

// Back to the page without a choice.
export function putBack() {
  if (covered.size) entitle(uncovered);
  for (const [id, old] of covered) uncover(id, old);
}

/** @param {string} title */
function entitle(title) {
  const heading = byId("heading");
  document.title = document.title.replace(heading.textContent, () => title);
  heading.textContent = title;
  const status = byId("status");
  if (status.textContent !== title) status.textContent = title;
}

// A change names the version it was made for, and an id of its own that makes a repeat harmless.
/** @param {HTMLElement} form @param {number} number */
function readyForChange(form, number) {
  field("[name=version]", form).value = String(number);
  field("[name=id]", form).value = freshId(number);
}

/** @param {number} number */
export const freshId = (number) => `${number}-${toHex(crypto.getRandomValues(new Uint8Array(12)))}`;

/** @param {Document} page @param {string} id */
const part = (page, id) => find(`#${CSS.escape(id)}`, page);

// If the page is built differently now (a game has ended), the whole board is exchanged first. In small tasks: it is
// drawn when all is there, unless whoever covers it wants another pause.
/** @param {Document} fresh @param {() => Promise<void>} [pause] */
export async function renew(fresh, pause = beforePaint) {
  const before = held();
  covered.clear();
  byId("now").dataset.renewing = "";
  const ids = (/** @type {Document} */ page) =>
    findAll("#board [data-part]", page)
      .map((node) => node.id)
      .join();
  if (ids(document) !== ids(fresh)) await exchangeBoard(findAll("#board > *", fresh), pause);
  for (const old of findAll("[data-part]")) {
    const young = part(fresh, old.id);
    if (!young || old.isEqualNode(young)) continue;
    if (old.dataset.keyed === undefined) old.replaceWith(young);
    else renewLines(old, findAll(":scope > *", young));
    layOutNow();
    await pause();
  }
  renewFrame(fresh);
  holdAgain(before);
}

// A row that was shared out stands as it did.
/** @param {HTMLElement[]} young @param {() => Promise<void>} pause */
async function exchangeBoard(young, pause) {
  const board = byId("board");
  const row = young.some((each) => each.id === "counter") ? find("#counter") : null;
  for (const old of [...board.children]) if (old !== row) old.remove();
  let before = row;
  for (const each of young) {
    layOutNow();
    await pause();
    if (row && each.id === "counter") {
      each.remove();
      patch(row, each);
      before = null;
    } else board.insertBefore(each, before);
  }
  layOutNow();
}

// The row as it was shared out, and both seats, on the page that is still built as before.
/** @param {Document} fresh */
export function foretell(fresh) {
  const [row, freshRow] = [find("#counter"), part(fresh, "counter")];
  if (!row || !freshRow) return;
  for (const old of findAll("[data-part]", row)) {
    const young = part(fresh, old.id)?.cloneNode(true);
    if (young) patch(old, /** @type {HTMLElement} */ (young));
  }
  row.className = freshRow.className;
  layOutSoon();
}

// What is around the parts: forms, title, and what the script itself reads.
/** @param {Document} fresh */
function renewFrame(fresh) {
  for (const form of findAll("form[data-change]")) form.remove();
  byId("now").replaceWith(get("#now", fresh), ...findAll("form[data-change]", fresh));
  byId("main").dataset.address = get("#main", fresh).dataset.address;
  const counter = part(fresh, "counter"); // none if the board was exchanged, which has the new one then
  if (counter) byId("counter").className = counter.className;
  entitle(get("#heading", fresh).textContent);
  document.title = fresh.title;
}

// What somebody has opened, begun to type or moved the focus to stays so when the part around it is exchanged.
// Meanwhile the focus waits at the table: taken out of the page with its element, it would make the browser draw twice.
/** @param {(id: string) => boolean} [goes] @returns {Held} */
function held(goes = () => true) {
  const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const around = focused?.closest("[data-part]");
  const focus = focused && around && goes(around.id) ? focusOf(focused, around) : null;
  if (focus) park();
  const details = /** @type {HTMLDetailsElement[]} */ (findAll("[data-part] details[id]"));
  return { focus, details: details.map((each) => [each.id, each.open]) };
}

/** @param {HTMLInputElement} focused @param {Element} around @returns {Focus} */
const focusOf = (focused, around) => ({
  part: around.id,
  like: likeness(focused),
  typed: focused.defaultValue === focused.value ? null : focused.value,
});

function park() {
  const main = byId("main");
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** @param {Element} node */
function likeness(node) {
  if (node.id) return `#${CSS.escape(node.id)}`;
  const likes = ["name", "value", "href", "data-peek"].filter(
    (name) => node.hasAttribute(name) && (name !== "value" || node.tagName === "BUTTON"),
  );
  return node.tagName + likes.map((name) => `[${name}="${CSS.escape(node.getAttribute(name) ?? "")}"]`).join("");
}

// Back to what had the focus, if there is such a thing again.
/** @param {Held} before */
function holdAgain({ focus, details }) {
  for (const [id, open] of details) {
    const again = /** @type {HTMLDetailsElement | null} */ (document.getElementById(id));
    if (again) again.open = open;
  }
  if (!focus) return;
  const around = document.getElementById(focus.part);
  const again = /** @type {HTMLInputElement | null} */ (
    around?.matches(focus.like) ? around : (around?.querySelector(focus.like) ?? null)
  );
  if (focus.typed && again && !again.disabled) again.value = focus.typed;
  returning = again && !again.disabled ? again : null;
  if (returning?.matches("input")) refocus(); // what is being typed goes on at once
}

/** @type {HTMLElement | null} */
let returning = null; // what is to have the focus again

// Gives the focus back; whether there is something to have it.
export function refocus() {
  const again = returning;
  returning = null;
  if (again?.isConnected) again.focus({ preventScroll: true });
  return document.activeElement === again;
}

// The log is a live region: lines that stay are left alone, so that only what is new is read out.
/** @param {HTMLElement[]} lines @param {string[]} [gone] */
function renewLog(lines, gone) {
  const list = byId("log");
  const rest = gone ? findAll(":scope > *", list).filter((line) => !gone.includes(line.dataset.key ?? "")) : [];
  renewLines(list, [...lines, ...rest]);
  list.firstElementChild?.toggleAttribute("data-newest", true); // not seen before the dice lie
}

// On one screen both change sides, and all lines tell of the other side then; that is the last letter of their keys.
/** @param {HTMLElement} line */
const turnOf = (line) => line.dataset.key?.replace(/[mt]$/, "");

/** @param {HTMLElement} list @param {HTMLElement[]} fresh */
function renewLines(list, fresh) {
  for (const line of findAll("[data-newest]", list)) delete line.dataset.newest;
  const known = new Map(findAll(":scope > *", list).map((line) => [turnOf(line), line]));
  const lines = fresh.map((line) => {
    const old = known.get(turnOf(line));
    if (old) patch(old, line);
    return old ?? line;
  });
  for (const old of findAll(":scope > *", list)) if (!lines.includes(old)) old.remove();
  lines.forEach((line, place) => {
    if (list.children[place] !== line) list.insertBefore(line, list.children[place] ?? null);
  });
}
