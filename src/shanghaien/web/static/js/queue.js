// Updates one after the other: each is shown in its turn, long enough to be read; whoever lags is caught up.
import { finish, wait } from "./stage.js";

const MOST = 1500; // milliseconds of scenes that may wait; then older ones are shown by how they end
const waiting = []; // how long each update that waits would take
const BEAT = 600; // in a film, before each thing that happens
let last = Promise.resolve();
let film = false; // whether two bots play and the page is their film: then nothing is left out
let holding = false;
let release = null; // lets what is held go on
let ahead = false; // whether a step was asked for before there was anything to show
let ending = (fresh, change) => change();

// One thing after the other, so that what is older never comes after what is newer. `work(hurry)` is told whether
// so much waits behind it that it should not move.
export function inTurn(work, length = 0) {
  waiting.push(length);
  if (lagging(waiting.slice(0, -1))) finish();
  const step = async () => {
    waiting.shift();
    if (length && film) await wait(BEAT);
    if (length) await released();
    return work(lagging(waiting));
  };
  last = last.then(step, step);
  return last;
}

const lagging = (lengths) => !film && lengths.reduce((sum, length) => sum + length, 0) > MOST;

function released() {
  if (!holding || ahead) {
    ahead = false;
    return null;
  }
  return new Promise((done) => (release = done));
}

// A film is shown whole, and can be held and gone on with step by step.
export function filmed(on) {
  film = on;
}

export function hold(on) {
  holding = on;
  ahead = false;
  if (!on) letGo();
}

function letGo() {
  release?.();
  release = null;
}

export function next() {
  finish();
  if (release) letGo();
  else ahead = true;
}

// What is to be done when the game is over: `done(fresh, change)` gets the page that says so, and has the one that is
// shown changed into it when it likes (`change(breath)`, with what is waited for in between); it may take as long as it
// likes.
export function atTheEnd(done) {
  ending = done;
}

export const ended = (fresh, change) => ending(fresh, change);
