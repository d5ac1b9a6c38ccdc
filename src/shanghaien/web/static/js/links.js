// This browser's part in the dice of the table: it checks that the game goes on from what it saw, opens the link that
// the table waits for, adds one to a choice that leads to chance, and commits anew where its chain is lost or used up.
import { ask, notice, reason, sendChange } from "./asking.js";
import { amend, endFor, keepReceipt, openFor, remembered } from "./chains.js";
import { freshId, now, version } from "./parts.js";
import { beginAt, goBack, goOn } from "./transcript.js";

const ELSEWHERE = 1500; // so long another device, which holds the chain, has to open its link itself
const AHEAD = 409; // the table has moved on, which is no reason to complain
const table = () => document.getElementById("main").dataset.game;
const tagsOf = async (game) => (await fetched(`/t/${game}/record.json`)).tags;

// Of several tabs one does it, and the others see what comes of it.
const inOneTab = (work) =>
  navigator.locks
    ? navigator.locks.request(`open:${table()}`, { ifAvailable: true }, (lock) => (lock ? work() : null))
    : work();

let turnOfDice = Promise.resolve();
let served = null; // the version for which a link was opened, or something else was said, already
let signed = false; // whether the server's receipt for the game is kept

async function fetched(path) {
  const answer = await ask(path);
  if (!answer?.ok) throw new Error(path); // tried again with the next sign of life
  return answer.json();
}

// What the page says about the dice for whoever looks; null where they have no part in them.
const toldDice = () => JSON.parse(now()?.dataset.dice ?? "null");
const isOwn = (dice) => dice?.kind === "person";

// Whether the game goes on from what this browser saw: "well", "changed", "restored" (from a copy, to an
// earlier state), "later" (the page is behind), "lost".
async function followed(dice) {
  return (await amend(table(), (state) => follows(state, dice))) ?? "lost";
}

async function follows(state, dice) {
  if (!state.at) return "lost";
  const [group, head] = state.at;
  const next = dice.last?.[0] === group && dice.group === group + 1;
  if (group === dice.group && head === dice.head) return "well";
  if (next && goOn(state, { groups: [dice.last.slice(1)], head: dice.head })) return "well";
  const news = await fetched(`/t/${state.game}/groups?since=${group}`);
  if (state.sits >= 0) news.guest = (await tagsOf(state.game)).Guest?.split(" ").slice(1);
  if (goOn(state, news)) return state.at[0] !== dice.group ? "later" : state.at[1] === dice.head ? "well" : "changed";
  if (!news.restored.slice(state.restores.length).some(([before]) => before < group)) return "changed";
  goBack(state, dice, news.restored);
  return "restored";
}

// The link for a choice that leads to chance for sure, or nothing: then the table waits for it, and it is opened there.
export async function linkFor(choice) {
  const dice = toldDice();
  if (!isOwn(dice) || !dice.chances.includes(choice) || dice.stale) return "";
  try {
    return (await followed(dice)) === "well" ? ((await openFor(table(), choice, dice)).link ?? "") : "";
  } catch {
    return ""; // whatever it was, the choice itself is not lost
  }
}

// Does what the page asks of this browser, one thing after the other; tells the version that comes of it, if any.
export function tendDice() {
  turnOfDice = turnOfDice.then(attend).catch(() => null);
  return turnOfDice;
}

async function attend() {
  const dice = toldDice();
  if (dice && !isOwn(dice) && remembered(table())?.entrusted === false) return warn("entrusted");
  if (!isOwn(dice) || served === version()) return null;
  const found = await followed(dice);
  if (["changed", "restored"].includes(found)) await warn(found);
  if (found === "changed" || !(await keepSigned())) return null;
  return dice.waits && found !== "later" ? inOneTab(() => serve(dice, found)) : null;
}

async function serve(dice, found) {
  if (found === "lost" || dice.stale) return commitAnew(dice, found === "lost");
  const { link, problem } = await openFor(table(), dice.choice, dice);
  if (link) return commitChange("open", { link });
  return problem === "too-far" ? warn("changed") : commitAnew(dice, problem === "lost");
}

// The receipt for what was agreed on stands in the record; whether the server has signed what this browser agreed to.
async function keepSigned() {
  const { contract, receipts, key } = remembered(table()) ?? {};
  if (!contract || signed || receipts.some((line) => line.split(" ")[2] === contract)) return true;
  const line = (await tagsOf(table())).Receipt;
  signed = line?.split(" ")[2] === contract;
  if (signed) await keepReceipt(table(), line, key);
  else await warn("changed");
  return signed;
}

// To a fresh chain of this browser; where nothing can be kept the server holds it from now on.
async function commitAnew(dice, elsewhere) {
  const before = version();
  if (elsewhere) await new Promise((done) => setTimeout(done, ELSEWHERE));
  if (version() !== before || document.hidden) return null;
  const tags = await tagsOf(table());
  const chain = dice.chain.replace(/\d+$/, (number) => Number(number) + 1);
  const { end, problem } = await endFor({ ...reservedIn(tags, dice), chain });
  if (problem === "changed") return warn("changed");
  if (end) await amend(table(), (state) => state.at ?? beginAt(state, dice, restoredIn(tags)));
  else await amend(table(), (state) => Object.assign(state, { secrets: {}, entrusted: true })); // which needs less room
  return commitChange("chain", end ? { end } : {}, () => amend(table(), (state) => delete state.secrets[chain]));
}

const renewals = (tags) => (tags.Anew ?? "").split(", ").map((entry) => entry.split(" "));

// What a browser that remembers nothing of the game has to believe, from the record.
function reservedIn(tags, { who }) {
  const [server, creatorHeld, guestHeld] = tags.Reserved.split(" ");
  const first = tags[who === "creator" ? "Creator" : "Guest"].split(" ")[2];
  const held = who === "creator" ? creatorHeld : guestHeld;
  const later = renewals(tags).filter(([whose]) => whose === who[0]);
  const known = remembered(table()) ? [] : [first, ...later.map(([, , end]) => (end === "held" ? held : end))];
  return { game: table(), who, server, creatorHeld, guestHeld, known };
}

const restoredIn = (tags) =>
  renewals(tags)
    .filter(([whose]) => whose === "s")
    .map(([, group, end]) => [Number(group), end]);

async function commitChange(what, fields, otherwise = () => null) {
  const number = version();
  const token = document.querySelector("#move [name=_csrf_token]")?.value;
  if (!token) return null;
  const body = new URLSearchParams({ _csrf_token: token, version: number, id: freshId(number), ...fields });
  const answer = await sendChange(`/t/${table()}/${what}`, body);
  served = number;
  if (answer.ok) return (await answer.json()).version;
  await otherwise();
  if (answer.status !== AHEAD) notice(await reason(answer));
  return null;
}

// Said in the reader's language.
async function warn(what) {
  notice((await fetched("/dice/warnings"))[what]);
  return null;
}
