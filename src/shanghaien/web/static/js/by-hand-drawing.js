// The pad for real dice and cards, drawn anew after each tap: the question, what lies there, and what is left to tap.

export const tapsOn = (pad) => pad.dataset.taps.split(" ").filter(Boolean);
export const isNation = (tap) => /^[A-Z]{3}$/.test(tap ?? "");
const sayingsOf = (pad) => JSON.parse(pad.dataset.says);
const tapButton = (pad, tap) => pad.querySelector(`[name=tap][value="${tap}"]`);

// How many taps are wanted in all.
export const wantedOn = (pad) => sayingsOf(pad).headings.length;

export function drawPad(pad) {
  const taps = tapsOn(pad);
  const says = sayingsOf(pad);
  const nation = isNation(taps.at(-1)) ? taps.at(-1) : "";
  const done = nation ? taps.slice(0, -1) : taps;
  const step = Math.min(done.length, says.headings.length - 1);
  pad.querySelector("[name=taps]").value = taps.join(" ");
  document.getElementById("ask").textContent = says.headings[step];
  tellUnder(pad, says.texts[step].replaceAll("{die}", done.at(-1) ?? ""));
  drawBack(pad, says, taps.at(-1));
  if (pad.querySelector(".nats")) drawCards(pad, says, done, nation);
  else drawDice(pad, done);
  keepFocus(pad);
}

// The sentence under the question; with a reason it says why something was refused.
export function tellUnder(pad, text, why = false) {
  const line = pad.querySelector("[role=status]");
  line.textContent = text;
  line.toggleAttribute("data-why", why);
}

function drawBack(pad, says, last) {
  const back = pad.querySelector(".padback");
  back.hidden = !last;
  if (last) back.textContent = says.back.replace("{what}", wordsFor(pad, says, last));
  for (const other of document.querySelectorAll("#tray .acts .btn")) other.disabled = Boolean(last);
}

function wordsFor(pad, says, tap) {
  const nation = tapButton(pad, tap.slice(0, 3))?.querySelector("span")?.textContent;
  if (!nation || /^\d/.test(tap)) return says.names[tap] ?? tap;
  return isNation(tap) ? nation : says.sailor.replace("{nation}", nation).replace("{value}", tap[3]);
}

function drawDice(pad, done) {
  [...pad.querySelectorAll(".gd")].forEach((place, number) => {
    place.classList.toggle("empty", !done[number]);
    const die = done[number] && tapButton(pad, done[number]).querySelector(".die").cloneNode(true);
    place.replaceChildren(die || "?");
  });
}

function drawCards(pad, says, done, nation) {
  const places = [...pad.querySelectorAll(".gc")];
  const before = places.length - says.headings.length; // cards that lie there already
  places.slice(before).forEach((place, number) => {
    place.classList.toggle("empty", !done[number]);
    place.replaceChildren(...(done[number] ? [smallCard(pad, done[number])] : []));
  });
  const left = (tap, count) => count - done.filter((each) => each === tap).length;
  for (const button of pad.querySelectorAll(".natpick")) drawNation(button, says, nation, left);
  for (const button of pad.querySelectorAll(".trp")) {
    const words = button.querySelector("small");
    drawLeft(button, says, left(button.value, Number(words.dataset.left)));
  }
  drawSailors(pad, says, nation, left);
}

const leftOf = (button, left) =>
  button
    .querySelector("[data-left]")
    .dataset.left.split(" ")
    .map((count, place) => left(`${button.value}${place + 1}`, Number(count)));

function drawNation(button, says, nation, left) {
  button.toggleAttribute("data-on", button.value === nation);
  const counts = leftOf(button, left);
  drawLeft(
    button,
    says,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

function drawLeft(button, says, count) {
  button.disabled = count <= 0;
  button.querySelector("small").textContent = says.left[count];
}

function drawSailors(pad, says, nation, left) {
  const row = pad.querySelector(".vrow");
  row.hidden = !nation;
  if (!nation) return row.replaceChildren();
  const counts = leftOf(tapButton(pad, nation), left);
  row.replaceChildren(...counts.map((count, place) => sailorButton(pad, says, `${nation}${place + 1}`, count)));
}

function sailorButton(pad, says, tap, count) {
  const button = tapButton(pad, tap.slice(0, 3)).cloneNode();
  button.className = "valp";
  button.value = tap;
  button.disabled = count <= 0;
  button.removeAttribute("data-on");
  const words = document.createElement("span");
  words.textContent = count > 0 ? wordsFor(pad, says, tap) : says.gone;
  button.append(smallCard(pad, tap), words);
  return button;
}

// A card as it lies in the row, at its smallest.
function smallCard(pad, tap) {
  const card = document.createElement("span");
  card.className = "card";
  card.ariaHidden = "true";
  const face = document.createElement("span");
  face.className = "face";
  card.append(face);
  const source = tapButton(pad, /\d$/.test(tap) ? tap.slice(0, 3) : tap);
  const picture = source.querySelector("svg").cloneNode(true);
  if (source.matches(".trp")) return lacquered(card, face, picture);
  card.dataset.nation = picture.dataset.nation;
  face.append(picture, spanOf("value", tap[3]), spanOf("name", ""));
  face.lastChild.append(spanOf("code", source.querySelector("[data-code]").dataset.code));
  return card;
}

function lacquered(card, face, picture) {
  card.classList.add("tricky");
  card.dataset.actions = 1;
  const half = spanOf("half", "");
  half.append(picture);
  face.append(half);
  return card;
}

function spanOf(name, text) {
  const span = document.createElement("span");
  span.className = name;
  span.textContent = text;
  return span;
}

// Whoever taps by keyboard goes on where the next tap is.
function keepFocus(pad) {
  const focused = document.activeElement;
  if (focused !== document.body && !focused.disabled && !focused.hidden && focused.checkVisibility()) return;
  const next = pad.querySelector(".valp:not([disabled])") ?? pad.querySelector("[name=tap]:not([disabled], [hidden])");
  next?.focus({ preventScroll: true });
}
