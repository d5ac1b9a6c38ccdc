// Single keys press what can be pressed anyway: the button that bears the key, and nothing else. Where several
// different ones bear it, as a die that fits both ends of the row, the key walks from one to the next, and Enter
// presses.

const KEYS_TYPED = "input, textarea, select, [contenteditable]";
const IN_FRONT_OF_KEYS = "dialog[open], :popover-open, details.menu[open]";

const keysWanted = () => document.querySelector("#settings [name=keys]")?.checked;

function keyBearers(key) {
  const all = document.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  return [...all].filter((each) => !each.disabled && each.checkVisibility());
}

const keyDoes = (bearer) => bearer.value || bearer.formAction || bearer.href;

document.addEventListener("keydown", (event) => {
  const mixed = event.ctrlKey || event.altKey || event.metaKey;
  if (event.defaultPrevented || event.repeat || mixed || !keysWanted()) return;
  if (event.target.closest?.(`${KEYS_TYPED}, #menu`) || document.querySelector(IN_FRONT_OF_KEYS)) return;
  const found = keyBearers(event.key.length === 1 ? event.key.toUpperCase() : event.key);
  if (!found.length) return;
  event.preventDefault();
  if (new Set(found.map(keyDoes)).size === 1) found[0].click();
  else found[(found.indexOf(document.activeElement) + 1) % found.length].focus();
});
