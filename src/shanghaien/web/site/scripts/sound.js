// Sounds drawn by the program: dice on wood, paper, a ship's bell. Off until wanted, and as loud as was last chosen in
// this browser. Nothing sounds, nor is anything made ready for it, before somebody has pressed something here.
import { field } from "./dom.js";

/** @typedef {[pitch: number, to: number, loudness: number, seconds: number, after: number]} Tone */
/** @typedef {[pitch: number, loudness: number, seconds: number]} Noise */
/** @typedef {{ context: AudioContext, master: GainNode, noise: AudioBuffer }} Audio */
/** @typedef {keyof typeof SOUNDS} Sound */

const AT_ONCE = 0.04; // seconds within which the same sound is not heard twice
const USUAL_VOLUME = 60;
const VOLUME = "volume"; // what this browser remembers

/** @param {Tone[]} tones @param {Noise[]} noises */
const made = (tones, noises = []) => ({ tones, noises });

const SOUNDS = {
  knock: made([[210, 95, 0.5, 0.09, 0]], [[1400, 0.5, 0.035]]),
  paper: made([], [[4200, 0.16, 0.11]]),
  tick: made([[1900, 1900, 0.06, 0.04, 0]]),
  turn: made([0, 0.22].map((after) => [1318, 1318, 0.18, 0.9, after])),
  bell: made(
    [0, 0.28].flatMap((after) =>
      [1, 2.41, 3.98].map((part) => /** @type {Tone} */ ([740 * part, 740 * part, 0.22 / part, 1.7 / part, after])),
    ),
    [[3000, 0.08, 0.02]],
  ),
};

/** @type {Partial<Record<Sound, number>>} */
const lastRung = {}; // when each sound was last made
/** @type {Audio | null} */
let audio = null; // made by the first sound after a press

// Makes a sound of that name, some milliseconds from now.
/** @param {Sound} name @param {number} [later] */
export function ring(name, later = 0) {
  if (!soundSwitch.checked || !navigator.userActivation?.hasBeenActive || unheard(name)) return;
  const ready = audioReady();
  const at = ready.context.currentTime + later / 1000;
  if (Math.abs(at - (lastRung[name] ?? -1)) < AT_ONCE) return;
  lastRung[name] = at;
  for (const each of SOUNDS[name].tones) playTone(ready, at, each);
  for (const each of SOUNDS[name].noises) playNoise(ready, at, each);
}

// Behind another tab nothing moves, but whoever is waited for wants to know.
/** @param {Sound} name */
const unheard = (name) => document.hidden && name !== "turn";

export const chime = () => ring("turn");

function audioReady() {
  audio ??= openAudio();
  audio.master.gain.value = (chosenVolume() / 100) ** 2; // ears hear by ratios
  if (audio.context.state === "suspended") audio.context.resume();
  return audio;
}

/** @returns {Audio} */
function openAudio() {
  const context = new AudioContext();
  const master = new GainNode(context);
  master.connect(context.destination);
  const noise = new AudioBuffer({ length: context.sampleRate / 2, sampleRate: context.sampleRate });
  noise.getChannelData(0).forEach((_, at, data) => (data[at] = Math.random() * 2 - 1));
  return { context, master, noise };
}

// Falls away from its first moment on, as whatever was struck does.
/** @param {Audio} audio @param {number} at @param {number} loud @param {number} seconds */
function fading({ context, master }, at, loud, seconds) {
  const node = new GainNode(context, { gain: 0 });
  node.gain.setValueAtTime(0.0001, at);
  node.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  node.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  node.connect(master);
  return node;
}

/** @param {Audio} audio @param {number} at @param {Tone} tone */
function playTone(audio, at, [pitch, to, loud, seconds, after]) {
  const source = new OscillatorNode(audio.context, { type: "triangle", frequency: pitch });
  source.frequency.setValueAtTime(pitch, at + after);
  source.frequency.exponentialRampToValueAtTime(to, at + after + seconds);
  source.connect(fading(audio, at + after, loud, seconds));
  source.start(at + after);
  source.stop(at + after + seconds);
}

/** @param {Audio} audio @param {number} at @param {Noise} noise */
function playNoise(audio, at, [pitch, loud, seconds]) {
  const source = new AudioBufferSourceNode(audio.context, { buffer: audio.noise });
  const filter = new BiquadFilterNode(audio.context, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(fading(audio, at, loud, seconds));
  source.start(at, 0, seconds);
}

// As loud as was last chosen, 0 to 100.
function chosenVolume() {
  try {
    return Number(localStorage.getItem(VOLUME) ?? USUAL_VOLUME);
  } catch {
    return USUAL_VOLUME;
  }
}

// One button at the table switches all sounds, and a slider in the menu makes them louder; both are remembered.
const muteButton = document.getElementById("mute");
const slider = field("#volume");
const soundSwitch = field("#settings [name=sound]");

function showSwitch() {
  muteButton?.setAttribute("aria-pressed", String(soundSwitch.checked));
  slider.disabled = !soundSwitch.checked;
}

function keepVolume() {
  try {
    localStorage.setItem(VOLUME, slider.value);
  } catch {
    // A browser that keeps nothing is as loud as at first next time.
  }
}

muteButton?.addEventListener("click", () => {
  soundSwitch.click(); // which is kept as every change in the menu is
  ring("knock");
});
soundSwitch.addEventListener("change", showSwitch);
slider.addEventListener("input", keepVolume);
slider.addEventListener("change", () => ring("knock"));
slider.value = String(chosenVolume());
if (muteButton) muteButton.hidden = false;
showSwitch();
