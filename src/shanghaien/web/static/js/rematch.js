// A rematch between two people: whoever pressed is led to the new table when the other has pressed, too. If both
// pressed at the same moment, the slower one is shown the offer of the other, and the press that was made counts for
// it; if the other sat down before the page has come that tells of the press, it leads on at once.

const PRESSED = "rematch"; // the game after which a rematch was asked for here, and when
const A_PRESS = 20000; // so long a press counts for whatever the page shows next
let pressedAt = 0;

function pressBefore(game) {
  try {
    const [after, at] = JSON.parse(sessionStorage.getItem(PRESSED) ?? "[]");
    sessionStorage.removeItem(PRESSED);
    return after === game ? at : 0;
  } catch {
    return 0;
  }
}

document.addEventListener("submit", ({ target: { dataset } }) => {
  if (!dataset.after) return;
  pressedAt = Date.now();
  try {
    sessionStorage.setItem(PRESSED, JSON.stringify([dataset.after, pressedAt]));
  } catch {
    // Then it has to be pressed once more.
  }
});

const toNewTable = () => document.querySelector("#board a[data-go]");
const board = document.getElementById("board");

if (board) {
  pressedAt = pressBefore(document.getElementById("main").dataset.game);
  const begunBefore = toNewTable() !== null;
  const goOn = () => {
    const pressed = Date.now() - pressedAt < A_PRESS;
    const offer = board.querySelector("form[data-sit]");
    if (toNewTable() && (pressed || !begunBefore)) {
      changes.disconnect(); // one way there is enough, however much else changes meanwhile
      if (begunBefore) location.replace(toNewTable().href);
      else location.assign(toNewTable().href);
    } else if (pressed && offer) {
      pressedAt = 0;
      offer.requestSubmit();
    }
  };
  const changes = new MutationObserver(goOn);
  changes.observe(board, { childList: true, subtree: true, attributeFilter: ["data-sit"] });
  goOn();
}
