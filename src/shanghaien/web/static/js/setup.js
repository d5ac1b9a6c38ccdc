// The new game form: a preset ticks its boxes, and ticking a box makes it one's own mix. The page says what belongs to
// what: the form names the boxes of each preset, and everything that is part of one's own mix is marked.

const form = document.getElementById("setup");
const presets = JSON.parse(form.dataset.presets);
const boxes = [...form.querySelectorAll("input[data-box]")];
const counts = [...form.querySelectorAll("input[data-count]")];

function tick(preset) {
  for (const box of boxes) box.checked = presets[preset].includes(box.name);
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "preset" && presets[target.value]) tick(target.value);
  if (target.closest("[data-mix]")) form.elements.preset.value = form.dataset.ownMix;
});

// Counts that do not add up are told before anything is sent.
form.addEventListener("input", () => {
  const sum = counts.reduce((total, count) => total + Number(count.value), 0);
  counts
    .at(-1)
    ?.setCustomValidity(sum === Number(form.dataset.tricks) ? "" : form.querySelector(".split p").textContent);
});

if (form.elements.preset.value in presets) tick(form.elements.preset.value);
