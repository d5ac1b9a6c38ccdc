// The film of two bots: they play on quickly at the server, and here it is shown at a pace that can be read. It can be
// held, gone on with step by step, and hurried; the space bar holds it, too.
import { filmed, hold, next } from "./queue.js";
import { setSpeed } from "./stage.js";

const showPanel = document.getElementById("show");
const holdButton = showPanel?.querySelector("[data-hold]");

// How fast the film runs that was chosen here; 1 where there is none.
export const chosenSpeed = () => Number(showPanel?.querySelector("[name=speed]:checked").value ?? 1);

function holdShow(on) {
  hold(on);
  holdButton.setAttribute("aria-pressed", on);
}

function holdByKey(event) {
  const taken = event.target.closest?.("a, button, input, textarea, select, summary, .reckon");
  if (event.key !== " " || event.repeat || taken) return;
  event.preventDefault();
  holdButton.click();
}

if (showPanel) {
  document.getElementById("main").dataset.film = ""; // makes room for the panel
  filmed(true);
  holdButton.addEventListener("click", () => holdShow(holdButton.getAttribute("aria-pressed") !== "true"));
  showPanel.querySelector("[data-step]").addEventListener("click", () => {
    holdShow(true);
    next();
  });
  showPanel.addEventListener("change", () => setSpeed(chosenSpeed()));
  document.addEventListener("keydown", holdByKey);
}
