// The new game form: a preset ticks its boxes, and ticking a box makes it one's own mix.

const form = document.getElementById("setup");
const extras = ["extra_wild", "crazy_captain", "extra_1", "extra_2", "extra_3"];
const presets = { base: [], online: ["extra_wild"], everything: extras };

function tick(preset) {
  for (const name of extras) form.elements[name].checked = presets[preset].includes(name);
}

form.addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (name === "preset" && presets[value]) tick(value);
  if (extras.includes(name) || name === "first" || name === "starter" || name.startsWith("tricks_")) form.elements.preset.value = "custom";
});

// Counts that do not add up are told before anything is sent.
form.addEventListener("input", () => {
  const counts = ["tricks_shift", "tricks_again", "tricks_both"].map((name) => form.elements[name]);
  const sum = counts.reduce((total, count) => total + Number(count.value), 0);
  counts[2].setCustomValidity(sum === 8 ? "" : form.querySelector(".split p").textContent);
});

if (form.elements.preset.value in presets) tick(form.elements.preset.value);
