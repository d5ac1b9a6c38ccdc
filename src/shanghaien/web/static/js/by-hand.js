// Real dice and cards: a tap on the pad answers at once, and what came is sent when everything has been tapped. Without
// it each tap is sent by itself. The phone stays awake, and the table can turn to whoever plays.
import { drawPad, isNation, tapsOn, tellUnder, wantedOn } from "./by-hand-drawing.js?v=cccdecc207";
import { ring } from "./sound.js?v=8c02664455";

const TURNING = "turns-to-whoever-plays"; // what this browser remembers
const tablePad = () => document.querySelector("#tray .pad");

function tapOn(pad, tap) {
  const taps = tapsOn(pad);
  const choosing = isNation(taps.at(-1));
  if (tap === "back") taps.pop();
  else {
    if (choosing) taps.pop();
    if (taps.length < wantedOn(pad)) taps.push(tap);
  }
  pad.dataset.taps = taps.join(" ");
  drawPad(pad);
  if (taps.length === wantedOn(pad) && !isNation(taps.at(-1))) sendTaps(pad, taps);
}

function sendTaps(pad, taps) {
  const button = pad.querySelector(".padsend");
  button.value = /^\d/.test(taps[0]) ? taps.join("-") : taps.join(" ");
  button.form.requestSubmit(button);
}

// With script a refusal stands under the question, where it pushes nothing away.
function hearRefusals(notice) {
  new MutationObserver(() => {
    const pad = tablePad();
    const text = notice.textContent.trim();
    if (!pad || !text) return;
    notice.replaceChildren();
    tellUnder(pad, text, true);
  }).observe(notice, { childList: true });
}

// The table turns with the turn, if that is wanted: the player called by `data-by-hand` sits at the far side.
function faceWhoeverPlays(main) {
  const wanted = localStorage.getItem(TURNING) === "1";
  const far = document.getElementById("seat-me")?.getAttribute("aria-label") === main.dataset.byHand;
  main.toggleAttribute("data-turned", wanted && far);
}

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  await navigator.wakeLock.request("screen").catch(() => null); // refused when the battery is low: then it may sleep
}

const woodenTable = document.querySelector("main[data-by-hand]");
if (woodenTable) {
  woodenTable.addEventListener("click", (event) => {
    const button = event.target.closest("[name=tap]");
    if (!button) return;
    event.preventDefault();
    ring("knock");
    tapOn(tablePad(), button.value);
  });
  const turning = document.querySelector("#menu [data-turns]");
  turning.checked = localStorage.getItem(TURNING) === "1";
  turning.addEventListener("change", () => {
    localStorage.setItem(TURNING, turning.checked ? "1" : "0");
    faceWhoeverPlays(woodenTable);
  });
  hearRefusals(document.getElementById("notice"));
  new MutationObserver(() => faceWhoeverPlays(woodenTable)).observe(document.getElementById("board"), {
    childList: true,
    subtree: true,
  });
  faceWhoeverPlays(woodenTable);
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
