// One button at the table switches all sounds, and a slider in the menu makes them louder; both are remembered.
import { chosenVolume, ring, soundBox } from "./sound.js";

const muteButton = document.getElementById("mute");
const volumeSlider = document.getElementById("volume");

function showSound() {
  const wanted = soundBox().checked;
  muteButton?.setAttribute("aria-pressed", wanted);
  volumeSlider.disabled = !wanted;
}

function keepVolume() {
  try {
    localStorage.setItem("volume", volumeSlider.value);
  } catch {
    // A browser that keeps nothing is as loud as at first next time.
  }
}

muteButton?.addEventListener("click", () => {
  soundBox().click(); // which is kept as every change in the menu is
  ring("knock");
});
soundBox().addEventListener("change", showSound);
volumeSlider.addEventListener("input", keepVolume);
volumeSlider.addEventListener("change", () => ring("knock"));
volumeSlider.value = chosenVolume();
if (muteButton) muteButton.hidden = false;
showSound();
