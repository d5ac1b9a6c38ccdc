// Talk at a table: what was said stands beside the name for a moment and stays in the log; forms are sent without a new
// page. It is a comfort: without it the same forms load pages.

const SHOWN = 5000;
const main = document.getElementById("main");
const log = document.getElementById("log");
const bubbles = new Map();
const lines = new Map([...log.querySelectorAll("[data-said]")].map((line) => [line.dataset.key, line]));

function made(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.firstElementChild;
}

// Lines of moves begin their key with a version, lines of talk name the version at which it was said.
const place = (line) => (line.dataset.said === undefined ? parseInt(line.dataset.key, 10) : Number(line.dataset.said));
const later = (line) => Number(line.dataset.key.slice(1));

function isOlder(line, than) {
  if (line.dataset.said === undefined || place(line) !== place(than)) return place(line) <= place(than);
  return later(line) < later(than);
}

function note(line) {
  lines.set(line.dataset.key, line);
  if (log.querySelector(`[data-key="${line.dataset.key}"]`)) return;
  log.insertBefore(line, [...log.children].find((other) => isOlder(other, line)) ?? null);
}

// When the log is renewed as a whole, what was said goes back to its place.
new MutationObserver(() => lines.forEach(note)).observe(log, { childList: true });

function hang(bubble, of) {
  const seat = document.getElementById(`seat-${of}`);
  seat?.insertBefore(bubble, seat.querySelector("dl"));
}

// The newest wins; what is new at the seat does not take it away.
function show(of, words) {
  bubbles.get(of)?.end();
  const bubble = document.createElement("span");
  bubble.className = "bubble";
  bubble.ariaHidden = "true"; // the log says it
  bubble.textContent = words;
  const watch = new MutationObserver(() => bubble.isConnected || hang(bubble, of));
  const end = () => {
    watch.disconnect();
    bubble.remove();
  };
  bubbles.set(of, { end });
  hang(bubble, of);
  const counter = document.getElementById("counter");
  if (counter) watch.observe(counter, { childList: true, subtree: true });
  setTimeout(end, SHOWN);
}

// Something else can be said now, or read: both have switched free text on, or one has blocked the other.
async function renewBox() {
  const answer = await fetch(`${main.dataset.address}/say`).catch(() => null);
  if (!answer?.ok) return;
  const { box, lines: said } = await answer.json();
  lines.clear();
  for (const line of log.querySelectorAll("[data-said]")) line.remove();
  said.map(made).forEach(note);
  const old = document.getElementById("say");
  if (box && old) old.replaceChildren(...unfinished(old, made(box)).childNodes);
}

// The new box with what somebody is about to change or to write in the old one.
function unfinished(old, fresh) {
  const [terms, words] = [old.querySelector(".terms[open]"), old.querySelector("#own-words")];
  if (terms) fresh.querySelector(".terms").replaceWith(terms);
  if (words?.value) fresh.querySelector("#own-words")?.replaceWith(words);
  return fresh;
}

addEventListener("said", ({ detail }) => {
  if (detail.terms) {
    renewBox();
    return;
  }
  log.dataset.heard = Math.max(log.dataset.heard ?? 0, detail.number);
  note(made(detail.line));
  show(detail.of, detail.words);
});

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const headers = { Accept: "application/json" };
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers }).catch(() => null);
  if (!answer) return { sentence: document.getElementById("lost").textContent };
  const told = await answer.json().catch(() => ({}));
  return { ...told, ok: answer.ok };
}

async function say(form, button) {
  button?.setAttribute("aria-busy", "true");
  const { ok, sentence } = await send(form, button);
  button?.removeAttribute("aria-busy");
  document.getElementById("talk-told").textContent = sentence ?? "";
  if (!ok) return;
  form.reset();
  const box = document.getElementById("say");
  if (box.matches(":popover-open")) box.hidePopover();
}

async function keep(form, button) {
  const told = await send(form, button);
  form.querySelector(".told").textContent = told.sentence ?? "";
}

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!target.matches("[data-talk], [data-notes]")) return;
  event.preventDefault();
  if (target.matches("[data-talk]")) say(target, submitter);
  else keep(target, submitter);
});
