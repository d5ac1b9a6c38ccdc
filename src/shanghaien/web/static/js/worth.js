// What is looked at, by pointer or by focus, is shown elsewhere too: at both seats the scores it would bring, in the
// row the card it is about, and the numbers that an end would bring. So is what an announcement is about.

const PRESSABLE = ":is(.put, .half, .btn, .natpick, .ghost)";
const worthBoard = document.getElementById("board");

// A place in the row tells nothing by itself; the die in the tray that does the same tells it.
function tellerOfWorth() {
  const looked =
    worthBoard.querySelector(`${PRESSABLE}:hover`) ?? worthBoard.querySelector(`${PRESSABLE}:focus-visible`);
  return looked?.matches(".ghost") ? worthBoard.querySelector(`#tray [value="${CSS.escape(looked.value)}"]`) : looked;
}

function tellWorth() {
  const told = tellerOfWorth();
  for (const of of ["me", "them"]) {
    const then = told?.querySelector(`.stakes [data-of=${of}] b`)?.textContent ?? "";
    const place = worthBoard.querySelector(`#seat-${of} .to`);
    if (!place || place.textContent === then) continue;
    place.textContent = then;
    place.hidden = !then;
    place.toggleAttribute("data-shown", then !== "");
  }
  const at = told?.dataset.at;
  for (const slot of worthBoard.querySelectorAll(".slot"))
    slot.toggleAttribute("data-looked", slot.id === `slot-${at}`);
  tellRow("numbers", worthBoard.querySelector("[data-end]:is(:hover, :focus-visible)")?.dataset.end);
  tellRow("asked", worthBoard.querySelector("#tray[data-about]")?.dataset.about);
}

function tellRow(what, told) {
  const { dataset } = worthBoard.parentElement;
  if (told) dataset[what] = told;
  else delete dataset[what];
}

let worthIsDue = false;

// Once a frame is enough; to write while the focus moves would lay the page out twice.
function tellWorthSoon() {
  if (worthIsDue) return;
  worthIsDue = true;
  requestAnimationFrame(() => {
    worthIsDue = false;
    tellWorth();
  });
}

if (worthBoard) {
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"])
    worthBoard.addEventListener(kind, tellWorthSoon);
  new MutationObserver(tellWorthSoon).observe(worthBoard, { childList: true, subtree: true });
  tellWorth();
}
