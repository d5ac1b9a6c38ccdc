// Who is at the table: a dot beside the other's name with a word, and how many watch beside one's own. What the stream
// renews knows nothing of it, so it is put back when a seat is drawn anew.

let people = null;

function made(kind) {
  const place = Object.assign(document.createElement("span"), { className: kind });
  if (kind === "presence") place.append(Object.assign(document.createElement("i"), { className: "pres" }));
  place.append(document.createElement("span"));
  return place;
}

function put(seat, kind, said, state) {
  const name = document.querySelector(`#${seat} h2`);
  if (!name) return;
  let place = name.querySelector(`.${kind}`);
  if (!said) {
    place?.remove();
    return;
  }
  if (!place) name.append((place = made(kind)));
  const words = place.lastElementChild;
  if (words.textContent !== said) words.textContent = said;
  const dot = place.querySelector(".pres");
  if (dot && dot.dataset.p !== state) dot.dataset.p = state;
}

function show() {
  if (!people) return;
  put("seat-them", "presence", people.said, people.presence);
  put("seat-me", "watchers", people.watchers);
}

addEventListener("people", ({ detail }) => {
  people = detail;
  show();
});
new MutationObserver(show).observe(document.getElementById("board"), { childList: true, subtree: true });
