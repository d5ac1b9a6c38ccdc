// The bar of whoever wants to play somebody: asks every few seconds how it stands, and goes to the table by itself
// after some seconds of choice. Without script the next page tells.

import { byId, field } from "../../site/scripts/dom.js";

/** @typedef {{ stage: string, said: string, seconds: number, to: string }} News */

const bar = byId("seeking");
const EVERY = 3000;
/** @type {number | null} */
let left = null; // seconds until one goes by oneself
let over = false;

/** @param {"said" | "go" | "left"} name */
const part = (name) => byId(`seeking-${name}`);

/** @param {string} where @param {string} [method] @returns {Promise<News | null>} */
async function ask(where, method = "GET") {
  const headers = { Accept: "application/json", "x-csrftoken": field("[name=_csrf_token]", bar).value };
  const answer = await fetch(where, { method, headers }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** @param {News | null} news */
function show(news) {
  if (!news) return;
  if (news.stage === "table") return leave(news.to);
  if (news.stage === "not") return end();
  if (part("said").textContent !== news.said) part("said").textContent = news.said;
  bar.dataset.stage = news.stage;
  part("go").hidden = news.stage !== "found";
  if (news.stage === "found") left ??= news.seconds;
  else left = null;
}

/** @param {string} to */
function leave(to) {
  over = true;
  location.assign(to);
}

function end() {
  over = true;
  bar.remove();
}

async function go() {
  left = null;
  show(await ask("/seek/go", "POST"));
}

async function stop() {
  left = null;
  show(await ask("/seek/stop", "POST"));
}

// One second of the choice; a table that nobody looks at is not gone to by itself.
function tick() {
  if (over || left === null) return;
  if (document.hidden) return;
  part("left").textContent = String(left);
  if (left <= 0) go();
  else left -= 1;
}

bar.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.id === "seeking-stop") stop();
  else go();
});

async function look() {
  if (over) return;
  show(await ask("/seek/state"));
  setTimeout(look, EVERY);
}

setInterval(tick, 1000);
look();
