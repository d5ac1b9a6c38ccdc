// "Your turn": two short notes of a ship's bell, made here, only if it was asked for.

let audio;

function strike(at, pitch) {
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0.0001, at);
  loud.gain.exponentialRampToValueAtTime(0.18, at + 0.01);
  loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.9);
  tone.connect(loud).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 1);
}

export function chime() {
  if (!document.querySelector("#settings [name=sound]:checked")) return;
  audio ??= new AudioContext();
  strike(audio.currentTime, 1318);
  strike(audio.currentTime + 0.22, 1318);
}
