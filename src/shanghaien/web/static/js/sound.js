// Sounds drawn by the program: dice on wood, paper, a ship's bell. Off until wanted, and as loud as was last chosen in
// this browser. Nothing sounds, nor is anything made ready for it, before somebody has pressed something here.

const AT_ONCE = 0.04; // seconds within which the same sound is not heard twice

// Whether sounds are wanted, as the menu keeps it.
export const soundBox = () => document.querySelector("#settings [name=sound]");
const lastRung = {}; // when each sound was last made

let audio; // made by the first sound after a press
let master; // through which everything goes
let rustle; // half a second of noise

// Each sound is made of tones [pitch, to, loudness, seconds, after] and breaths of noise [pitch, loudness, seconds].
const SOUNDS = {
  knock: { tones: [[210, 95, 0.5, 0.09, 0]], noise: [[1400, 0.5, 0.035]] },
  paper: { tones: [], noise: [[4200, 0.16, 0.11]] },
  tick: { tones: [[1900, 1900, 0.06, 0.04, 0]], noise: [] },
  turn: { tones: [0, 0.22].map((after) => [1318, 1318, 0.18, 0.9, after]), noise: [] },
  bell: {
    tones: [0, 0.28].flatMap((after) =>
      [1, 2.41, 3.98].map((part) => [740 * part, 740 * part, 0.22 / part, 1.7 / part, after]),
    ),
    noise: [[3000, 0.08, 0.02]],
  },
};

// Makes a sound of that name, some milliseconds from now.
export function ring(name, later = 0) {
  if (!soundBox()?.checked || !navigator.userActivation?.hasBeenActive || unheard(name)) return;
  const at = audioReady().currentTime + later / 1000;
  if (Math.abs(at - (lastRung[name] ?? -1)) < AT_ONCE) return;
  lastRung[name] = at;
  for (const each of SOUNDS[name].tones) tone(at, ...each);
  for (const each of SOUNDS[name].noise) breath(at, ...each);
}

// Behind another tab nothing moves, but whoever is waited for wants to know.
const unheard = (name) => document.hidden && name !== "turn";

export const chime = () => ring("turn");

function audioReady() {
  if (!audio) {
    audio = new AudioContext();
    master = new GainNode(audio);
    master.connect(audio.destination);
    rustle = new AudioBuffer({ length: audio.sampleRate / 2, sampleRate: audio.sampleRate });
    rustle.getChannelData(0).forEach((_, at, data) => (data[at] = Math.random() * 2 - 1));
  }
  master.gain.value = (chosenVolume() / 100) ** 2; // ears hear by ratios
  if (audio.state === "suspended") audio.resume();
  return audio;
}

// Falls away from its first moment on, as whatever was struck does.
function fading(at, loud, seconds) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(master);
  return gain;
}

function tone(at, pitch, to, loud, seconds, after) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  source.frequency.setValueAtTime(pitch, at + after);
  source.frequency.exponentialRampToValueAtTime(to, at + after + seconds);
  source.connect(fading(at + after, loud, seconds));
  source.start(at + after);
  source.stop(at + after + seconds);
}

function breath(at, pitch, loud, seconds) {
  const source = new AudioBufferSourceNode(audio, { buffer: rustle });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(fading(at, loud, seconds));
  source.start(at, 0, seconds);
}

// As loud as was last chosen, 0 to 100.
export function chosenVolume() {
  try {
    return Number(localStorage.getItem("volume") ?? 60);
  } catch {
    return 60;
  }
}
