// A rematch between two people: whoever pressed is led to the new table when the other has pressed, too. If both
// pressed at the same moment, the slower one is shown the offer of the other, and the press that was made counts for
// it; if the other sat down before the page has come that tells of the press, it leads on at once.

const PRESSED = "rematch"; // the game after which a rematch was asked for here, and when
const A_PRESS = 20000; // so long a press counts for whatever the page shows next
let answering = false; // the answer to a press here is on its way, and is itself the page to go to

function pressedFor(game) {
  try {
    const [after, at] = JSON.parse(sessionStorage.getItem(PRESSED) ?? "[]");
    sessionStorage.removeItem(PRESSED);
    return after === game && Date.now() - at < A_PRESS;
  } catch {
    return false;
  }
}

document.addEventListener("submit", ({ target: { dataset } }) => {
  if (!dataset.after) return;
  answering = true;
  try {
    sessionStorage.setItem(PRESSED, JSON.stringify([dataset.after, Date.now()]));
  } catch {
    // Then it has to be pressed once more.
  }
});

window.addEventListener("pageshow", () => {
  answering = false;
});

const toNewTable = () => document.querySelector("#board a[data-go]");
const board = document.getElementById("board");

if (board) {
  const begunBefore = toNewTable() !== null;
  const led = new MutationObserver(() => {
    if (!begunBefore && !answering && toNewTable()) location.assign(toNewTable().href);
  });
  led.observe(board, { childList: true });
  const pressed = pressedFor(document.getElementById("main").dataset.game);
  if (pressed && begunBefore) location.replace(toNewTable().href);
  else if (pressed) document.querySelector("form[data-sit]")?.requestSubmit();
}
