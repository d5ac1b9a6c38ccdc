// This browser's part in the dice of the table: it checks that the game goes on from what it saw, opens the link that
// the table waits for, adds one to a choice that leads to chance, and commits anew where its chain is lost or used up.
import { byId, findField } from "../../site/scripts/dom.js";
import { amend, endFor, keepReceipt, openFor, remembered } from "./chains.js";
import { freshId, now, version } from "./parts.js";
import { ask, notice, reason, sendChange } from "./requests.js";
import { addSteps } from "./steps.js";
import { beginAt, goBack, goOn, goOnSteps } from "./transcript.js";

/** @import { Group, Reservation, Restored, State, Who } from "./chains.js" */
/** @typedef {Record<string, string>} Tags of a record */
/** @typedef {"well" | "changed" | "moved" | "restored" | "later" | "lost"} Found */
/**
 * What the page says about the dice for whoever looks.
 * @typedef {object} Dice
 * @property {string} kind who holds the chain
 * @property {Who} who
 * @property {number} group
 * @property {string} head
 * @property {[number, ...Group]} [last] the number and links of the last group
 * @property {string} chain
 * @property {number} number
 * @property {string[]} chances the choices that lead to chance for sure
 * @property {string} choice
 * @property {string[]} steps what the last two groups brought: outcomes and choices, with a comma between
 * @property {boolean} waits whether the table waits for a link
 * @property {boolean} stale
 */

const ELSEWHERE = 1500; // so long another device, which holds the chain, has to open its link itself
const AHEAD = 409; // the table has moved on, which is no reason to complain
const table = () => byId("main").dataset.game ?? "";
/** @param {string} game @returns {Promise<Tags>} */
const tagsOf = async (game) => (await fetched(`/t/${game}/record.json`)).tags;

// Of several tabs one does it, and the others see what comes of it.
/** @param {() => Promise<number | null>} work @returns {Promise<number | null>} */
const inOneTab = (work) =>
  navigator.locks
    ? navigator.locks.request(`open:${table()}`, { ifAvailable: true }, (lock) => (lock ? work() : null))
    : work();

/** @type {Promise<number | null>} */
let turnOfDice = Promise.resolve(null);
/** @type {number | null} */
let served = null; // the version for which a link was opened, or something else was said, already
let signed = false; // whether the server's receipt for the game is kept

/** @param {string} path */
async function fetched(path) {
  const answer = await ask(path);
  if (!answer?.ok) throw new Error(path); // tried again with the next sign of life
  return answer.json();
}

// Null where whoever looks has no part in the dice.
/** @returns {Dice | null} */
const toldDice = () => JSON.parse(now()?.dataset.dice ?? "null");
/** @param {Dice | null} dice */
const isOwn = (dice) => dice?.kind === "person";

// Whether the game goes on from what this browser saw: "well", "changed", "moved" (by other steps than those after
// which a link was opened), "restored" (from a copy, to an earlier state), "later" (the page is behind), "lost".
/** @param {Dice} dice @returns {Promise<Found>} */
async function followed(dice) {
  return (await amend(table(), (state) => followsAll(state, dice))) ?? "lost";
}

/** @param {State} state @param {Dice} dice @returns {Promise<Found>} */
async function followsAll(state, dice) {
  const found = await follows(state, dice);
  return found === "well" && !(await followsSteps(state, dice)) ? "moved" : found;
}

// The steps before the last group stand, and whatever was opened after them must have been opened after these.
/** @param {State} state @param {Dice} dice */
async function followsSteps(state, dice) {
  const [known, last] = [state.steps?.[0] ?? 0, dice.group - 1];
  if (known >= last) return true;
  const next = state.steps && known === last - 1;
  const parts = next ? [dice.steps[0]] : (await fetched(`/t/${state.game}/groups?since=${known}`)).steps;
  return goOnSteps(state, dice.chain, parts.slice(0, last - known).map(listed));
}

/** @param {string} steps */
const listed = (steps) => steps.split(",");

// The digest of all steps that the table shows, without the choice that waits for a link; and of those before.
/** @param {Dice} dice */
function stepsShown({ group, choice, steps: parts }) {
  const [known, digest] = remembered(table())?.steps ?? [-1, ""];
  if (known !== Math.max(group - 1, 0)) throw new Error("steps");
  const shown = group ? listed(parts[parts.length - 1]) : [];
  const before = choice && shown.at(-1) === choice ? shown.slice(0, -1) : shown;
  const earlier = before.map((_, count) => addSteps(digest, before.slice(0, count)));
  return { steps: addSteps(digest, before), earlier };
}

/** @param {State} state @param {Dice} dice @returns {Promise<Found>} */
async function follows(state, dice) {
  if (!state.at) return "lost";
  const [group, head] = state.at;
  const [lastGroup, ...last] = dice.last ?? [-1];
  const next = lastGroup === group && dice.group === group + 1;
  if (group === dice.group && head === dice.head) return "well";
  if (next && goOn(state, { groups: [/** @type {Group} */ (last)], head: dice.head })) return "well";
  const news = await fetched(`/t/${state.game}/groups?since=${group}`);
  if (state.sits >= 0) news.guest = (await tagsOf(state.game)).Guest?.split(" ").slice(1);
  if (goOn(state, news)) return state.at[0] !== dice.group ? "later" : state.at[1] === dice.head ? "well" : "changed";
  /** @type {Restored[]} */
  const later = news.restored.slice(state.restores.length);
  if (!later.some(([before]) => before < group)) return "changed";
  goBack(state, dice, news.restored);
  return "restored";
}

// The link for a choice that leads to chance for sure, or nothing: then the table waits for it, and it is opened there.
/** @param {string} choice */
export async function linkFor(choice) {
  const dice = toldDice();
  if (!dice || !isOwn(dice) || !dice.chances.includes(choice) || dice.stale) return "";
  try {
    if ((await followed(dice)) !== "well") return "";
    const { link = "" } = await openFor(table(), choice, { ...dice, ...stepsShown(dice), own: true });
    return link;
  } catch {
    return ""; // whatever it was, the choice itself is not lost
  }
}

// Does what the page asks of this browser, one thing after the other; tells the version that comes of it, if any.
/** @returns {Promise<number | null>} the version that comes of it, if any */
export function tendDice() {
  turnOfDice = turnOfDice.then(attend).catch(() => null);
  return turnOfDice;
}

/** @returns {Promise<number | null>} */
async function attend() {
  const dice = toldDice();
  if (dice && !isOwn(dice) && remembered(table())?.entrusted === false) return warn("entrusted");
  if (!dice || !isOwn(dice) || served === version()) return null;
  const found = await followed(dice);
  if (["changed", "moved", "restored"].includes(found)) await warn(found);
  if (["changed", "moved"].includes(found) || !(await keepSigned())) return null;
  return dice.waits && found !== "later" ? inOneTab(() => serve(dice, found)) : null;
}

/** @param {Dice} dice @param {Found} found */
async function serve(dice, found) {
  if (found === "lost" || dice.stale) return commitAnew(dice, found === "lost");
  const { link, problem } = await openFor(table(), dice.choice, { ...dice, ...stepsShown(dice) });
  if (link) return commitChange("open", { link });
  if (problem === "moved") await warn(problem);
  if (problem === "moved" && !takesBack()) return null;
  return problem === "too-far" ? warn("changed") : commitAnew(dice, problem === "lost");
}

// Whether another player may have taken a choice back while a link was on its way, which no bot does. The link that is
// known brings nothing then: this browser goes on with a fresh chain.
const takesBack = () => (remembered(table())?.mode ?? "bot") !== "bot";

// The receipt for what was agreed on stands in the record; whether the server has signed what this browser agreed to.
async function keepSigned() {
  const { contract = "", receipts = [], key = "" } = remembered(table()) ?? {};
  if (!contract || signed || receipts.some((line) => line.split(" ")[2] === contract)) return true;
  const line = (await tagsOf(table())).Receipt;
  signed = line?.split(" ")[2] === contract;
  if (signed) await keepReceipt(table(), line, key);
  else await warn("changed");
  return signed;
}

// To a fresh chain of this browser; where nothing can be kept the server holds it from now on.
/** @param {Dice} dice @param {boolean} elsewhere */
async function commitAnew(dice, elsewhere) {
  const before = version();
  if (elsewhere) await new Promise((done) => setTimeout(done, ELSEWHERE));
  if (version() !== before || document.hidden) return null;
  const tags = await tagsOf(table());
  const chain = dice.chain.replace(/\d+$/, (number) => String(Number(number) + 1));
  const { end, problem } = await endFor({ ...reservedIn(tags, dice), chain });
  if (problem === "changed") return warn("changed");
  if (end) await amend(table(), (state) => (state.at ? null : beginHere(state, dice, tags)));
  else await amend(table(), (state) => Object.assign(state, { secrets: {}, entrusted: true })); // which needs less room
  const forgetChain = () => amend(table(), (state) => delete state.secrets[chain]);
  return commitChange("chain", end ? { end } : {}, forgetChain);
}

// A browser that remembers nothing of the game follows it from here.
/** @param {State} state @param {Dice} dice @param {Tags} tags */
function beginHere(state, dice, tags) {
  state.mode = tags.Table.split(" ")[0];
  beginAt(state, dice, restoredIn(tags));
}

/** @param {Tags} tags */
const renewals = (tags) => (tags.Anew ?? "").split(", ").map((entry) => entry.split(" "));

// What a browser that remembers nothing of the game has to believe, from the record.
/** @param {Tags} tags @param {Dice} dice @returns {Reservation} */
function reservedIn(tags, { who }) {
  const [server, creatorHeld, guestHeld] = tags.Reserved.split(" ");
  const first = tags[who === "creator" ? "Creator" : "Guest"].split(" ")[2];
  const held = who === "creator" ? creatorHeld : guestHeld;
  const later = renewals(tags).filter(([whose]) => whose === who[0]);
  const known = remembered(table()) ? [] : [first, ...later.map(([, , end]) => (end === "held" ? held : end))];
  return { game: table(), who, server, creatorHeld, guestHeld, known };
}

/** @param {Tags} tags @returns {Restored[]} */
const restoredIn = (tags) =>
  renewals(tags)
    .filter(([whose]) => whose === "s")
    .map(([, group, end]) => [Number(group), end]);

/**
 * @param {string} what
 * @param {Record<string, string>} fields
 * @param {() => Promise<unknown>} [otherwise] what is undone if the server refuses
 * @returns {Promise<number | null>}
 */
async function commitChange(what, fields, otherwise = async () => null) {
  const number = version();
  const token = findField("#move [name=_csrf_token]")?.value;
  if (!token) return null;
  const body = new URLSearchParams({ _csrf_token: token, version: String(number), id: freshId(number), ...fields });
  const answer = await sendChange(`/t/${table()}/${what}`, body);
  served = number;
  if (answer.ok) return (await answer.json()).version;
  await otherwise();
  if (answer.status !== AHEAD) notice(await reason(answer));
  return null;
}

// Said in the reader's language.
/** @param {string} what */
async function warn(what) {
  notice((await fetched("/dice/warnings"))[what]);
  return null;
}
