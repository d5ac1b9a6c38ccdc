// The way to dice that nobody can know beforehand: before a form that sets up a game is sent, this browser asks the
// server for its commitment, commits to a chain of its own, works out by itself what is agreed on, and remembers all of
// it. Where anything of that fails the form is sent as it stands, and the server holds the chain.
import { amend, endFor, forget, hashOf, keepReceipt, openFor } from "./chains.js";
import { contractHash, standAt, withGuest, wordField } from "./transcript.js";

const SOON_ENOUGH = 8000; // nobody waits longer than this for anything before a form is sent
const OWN_CHAIN = ["bot", "invite", "hot-seat"];
const GUESTS = { bot: (level) => [`bot:${level}`, "-", "-"], "hot-seat": () => ["same-screen", "-", "-"] };

// The fields that the form sends on top of its own, or null.
async function prepared(form, sent, button) {
  if (sent.get("entrust")) return null;
  const word = wordField(sent.get("contribution")?.trim());
  if (form.dataset.contract) return asGuest(form.dataset, word);
  const terms = await (form.dataset.after ? termsAgain(form.dataset) : termsIn(form, sent, button));
  if (!terms || !OWN_CHAIN.includes(terms.mode)) return null;
  const body = new URLSearchParams({ _csrf_token: sent.get("_csrf_token") });
  return asCreator(await json("/reserve", { method: "POST", body }), terms, word);
}

async function json(where, options = {}) {
  const headers = { Accept: "application/json" };
  const answer = await fetch(where, { credentials: "same-origin", headers, ...options });
  if (!answer.ok) throw new Error(where);
  return answer.json();
}

// What is played, as the form says it; the button may know better, where each leads to another game.
function termsIn(form, sent, button) {
  const { mode = sent.get("mode"), level = sent.get("level") } = button?.dataset ?? {};
  const [rules, tricks, first, starter] = form.dataset.setup.split(" ");
  const counts = [...form.querySelectorAll("[data-count]")].map((count) => Number(count.value));
  const preset = JSON.parse(form.dataset.presets ?? "{}")[sent.get("preset")] ?? [];
  const boxes = [...form.querySelectorAll("[data-box]")].map(({ name }) => name);
  const on = boxes.filter((name) => sent.has(name) || preset.includes(name));
  const split = counts.length ? counts.join("-") : tricks;
  const setup = [rules, split, sent.get("first") ?? first, sent.get("starter") ?? starter, expansionsOf(on)];
  const seat = mode === "hot-seat" ? "a" : sent.get("seat");
  return { setup, mode, level, seat: seat === "random" ? "drawn" : seat, after: "-" };
}

const expansionsOf = (on) => on.map((name) => name.replaceAll("_", "-")).join(" ") || "none";

// What is played once more, with the seats swapped, as the record of the game before says it.
async function termsAgain({ after, mode, level, seat }) {
  const { rules, options } = await json(`/t/${after}/record.json`);
  const { tricks, first, starter, ...on } = options;
  const setup = [String(rules), tricks.join("-"), first, starter, expansionsOf(Object.keys(on))];
  return { setup, mode, level, seat: `swapped-${seat}`, after };
}

async function asCreator(reserved, terms, word) {
  const { game, token, receipt, key } = reserved;
  const { end } = await endFor({ ...reserved, who: "creator" });
  if (!end) return null;
  const guest = GUESTS[terms.mode]?.(terms.level);
  const drawn = terms.seat === "drawn";
  await amend(game, (state) => {
    state.contract = contractHash(state, terms, ["person", end, word]);
    state.sits = guest ? -1 : Number(drawn);
    standAt(state, 0, guest ? withGuest(state.contract, guest) : state.contract);
  });
  await keepReceipt(game, receipt, key);
  // Where the first cards follow only when somebody sits down, no link is opened before.
  const { link = "" } = guest || drawn ? await openFor(game, "", { group: 0, chain: "creator-1", number: 1 }) : {};
  return { reservation: token, end, link };
}

async function asGuest(shown, word) {
  const { game, server, creatorHeld, guestHeld, contract, head, receipt, key } = shown;
  const group = Number(shown.group);
  const reservation = hashOf("reservation", game, server, creatorHeld, guestHeld);
  const signed = receipt.startsWith(`${game} ${reservation} ${contract} `);
  if (!signed || (group === 0 && head !== contract)) return null;
  const { end } = await endFor({ game, who: "guest", server, creatorHeld, guestHeld });
  const same = end && (await amend(game, (state) => agrees(state, contract)));
  if (!same) return null;
  await amend(game, (state) => standAt(state, group, withGuest(head, ["person", end, word])));
  await keepReceipt(game, receipt, key);
  const { link } = await openFor(game, "", { group, chain: "guest-1", number: 1 });
  return link ? { end, link } : null;
}

// Whether it is what was shown when this browser first looked.
function agrees(state, contract) {
  state.contract ||= contract;
  return state.contract === contract;
}

const inTime = (work) =>
  Promise.race([work, new Promise((done) => setTimeout(done, SOON_ENOUGH, null))]).catch(() => null);

function fill(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    field.dataset.filled = "";
    form.append(field);
  }
}

// One press, one game: what is pressed while the first press is under way does nothing.
async function sendWith(form, button) {
  const sent = new FormData(form, button);
  form.inert = true;
  button?.setAttribute("aria-busy", "true");
  const fields = await inTime(prepared(form, sent, button));
  fill(form, fields ?? {});
  if (!fields && form.dataset.contract) await inTime(forget(form.dataset.game)); // a chain that is not committed to
  await new Promise((done) => setTimeout(done)); // a form is not sent while it is still being asked whether it may
  form.inert = false;
  form.dataset.founding = "ready";
  form.requestSubmit(button);
}

// Ahead of everything else that listens, since others read the form when it is sent.
document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter } = event;
    const { setup, after, contract, founding } = form.dataset;
    if (!setup && !after && !contract) return;
    if (founding === "ready") {
      form.dataset.founding = "sent";
      return;
    }
    event.preventDefault();
    if (founding) return;
    form.dataset.founding = "begun";
    sendWith(form, submitter);
  },
  true,
);

// Whoever comes back to the page may press again, for another game.
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[data-filled]")) field.remove();
  for (const form of document.querySelectorAll("form[data-founding]")) delete form.dataset.founding;
  for (const button of document.querySelectorAll("form button[aria-busy]")) button.removeAttribute("aria-busy");
});
