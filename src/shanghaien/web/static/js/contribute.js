// Adds this browser's own randomness to the dice of a game, unless the player typed something, and remembers what was
// promised and sent, so that the page that checks the dice can hold the server to it.

const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function remember(form, contribution) {
  const { game, commitment } = form.dataset;
  if (!game) return;
  try {
    localStorage.setItem(`dice:${game}`, JSON.stringify({ commitment, contribution }));
  } catch {
    // A browser that keeps nothing can still play; it only can't compare afterwards.
  }
}

// Ahead of everything else that listens, since others read the form when it is sent.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const field = form.elements.namedItem("contribution");
    if (!field || !form.dataset.commitment) return;
    // Where only bots play nobody has anything to add, but the promise can still be held against the server.
    if (form.elements.namedItem("mode")?.value === "bots") return remember(form, null);
    field.value = field.value.trim() || random();
    remember(form, field.value);
  },
  true,
);
