// The stage: a layer above the page on which dice and cards fly. What a movement ends in stands in the page already, so
// that any press brings everything to its end at once and then counts.
import { find, findAll } from "../../site/scripts/dom.js";

/** @typedef {{ left: number, top: number, width: number, height: number }} Rectangle */
/** @typedef {Element | Rectangle} Place */
/**
 * @typedef {object} Flight
 * @property {number} [ms]
 * @property {number} [delay]
 * @property {number} [arc]
 * @property {number} [turn]
 * @property {number} [fade]
 * @property {number} [before]
 * @property {string} [easing]
 */

const SLOW_FRAME = 50;
const SLOW_FOR = 20000; // after two slow frames in a row so long nothing flies, it fades
const FADE = 120;
const EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";
const GLIDE = "cubic-bezier(0.4, 0, 0.25, 1)";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<Animation>} */
const running = new Set(); // animations that have not come to their end
/** @type {Set<HTMLElement>} */
const veiled = new Set(); // nodes in the page whose clone has not landed
/** @type {Set<(event: Event) => boolean>} */
const spared = new Set(); // for each scene that plays: which presses do not end it
let skipped = false; // whether what plays now is brought to its end
let speed = 1;
let slowUntil = 0;
/** @type {{ x: number, y: number } | null} */
let origin = null; // where on the page the stage begins
const scrolled = { x: 0, y: 0 }; // asking the window each time would draw the page each time

// Whether nothing may move now.
export const still = () => calm.matches || document.hidden;

// How fast everything runs; 0 holds it where it is.
/** @param {number} factor */
export function setSpeed(factor) {
  speed = factor;
  for (const animation of running) animation.updatePlaybackRate(factor);
}

// Everything to its end, now.
export function finish() {
  skipped = spared.size > 0;
  for (const animation of [...running]) {
    animation.playbackRate = 1;
    animation.finish();
  }
  for (const node of [...veiled]) unveil(node);
}

// Runs a scene. A press or key anywhere brings it to its end, unless `spare(event)` says that it means something else.
/** @param {() => Promise<unknown>} scene @param {(event: Event) => boolean} [spare] */
export async function play(scene, spare = () => false) {
  spared.add(spare);
  if (spared.size === 1) watchFrames();
  try {
    await scene();
  } finally {
    spared.delete(spare);
    if (!spared.size) {
      for (const node of [...veiled]) unveil(node);
      skipped = false;
    }
  }
}

// element.animate that can be ended and leaves nothing behind.
/** @param {Element | null | undefined} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} [options] */
export async function move(node, frames, options = {}) {
  if (skipped || still() || !node) return;
  const animation = node.animate(frames, { easing: EASE, fill: "both", ...options });
  animation.playbackRate = speed;
  running.add(animation);
  await animation.finished.catch(() => {});
  running.delete(animation);
  animation.cancel();
}

/** @param {number} ms */
export const wait = (ms) => move(stage(), [], { duration: ms });

// What stands in the page but has not got there yet. It can be pressed all the same.
/** @param {HTMLElement[]} nodes */
export function veil(...nodes) {
  if (skipped || still()) return;
  for (const node of nodes) {
    node.dataset.veiled = "";
    veiled.add(node);
  }
}

/** @param {HTMLElement} node */
export function unveil(node) {
  veiled.delete(node);
  delete node.dataset.veiled;
}

// A copy of `node` flies from one place to another; then `to` is seen if it was veiled.
/** @param {HTMLElement} node @param {Place} from @param {Place} to @param {Flight} [options] */
export async function fly(node, from, to, options = {}) {
  const { ms = 460, delay = 0, arc = 0, turn = 0, fade = 1, easing = GLIDE, before = fade } = options;
  if (!skipped && !still()) {
    const flight = { duration: slow() ? FADE : ms, delay, easing };
    const ends = [rectangle(from), rectangle(to)];
    const large = ends[0].width > ends[1].width ? ends[0] : ends[1]; // drawn large, so that it is never blown up
    const [outer, inner] = onStage(node, slow() ? ends[1] : large);
    const way = slow() ? [{ opacity: 0 }, { opacity: fade }] : [at(large, ends[0], before), at(large, ends[1], fade)];
    const hop = [{}, { translate: `0 ${-arc}px`, rotate: `${turn}deg`, offset: 0.5 }, {}];
    await Promise.all([move(outer, way, flight), !slow() && (arc || turn) && move(inner, hop, flight)]);
    outer.remove();
  }
  if (to instanceof Element) unveil(/** @type {HTMLElement} */ (to));
}

// Several copies that are one picture: to draw each by itself would take longer.
/** @param {string} name */
export function oneOnStage(name) {
  const made = document.createElement("div");
  made.className = name;
  stage().append(made);
  return made;
}

// A copy of `node` on the stage, at this place and of this size, in a frame of its own: [frame, copy].
/** @param {Element} node @param {Rectangle} place @param {HTMLElement} [among] @returns {[HTMLElement, HTMLElement]} */
export function onStage(node, place, among = stage()) {
  const frame = document.createElement("div");
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  const { x, y } = setStage();
  for (const each of [copy, ...findAll("[id]", copy)]) each.removeAttribute("id");
  for (const each of [copy, ...findAll("[data-veiled]", copy)]) delete each.dataset.veiled;
  copy.tabIndex = -1;
  Object.assign(frame.style, {
    left: `${place.left + scrolled.x - x}px`,
    top: `${place.top + scrolled.y - y}px`,
    width: `${place.width}px`,
    height: `${place.height}px`,
  });
  frame.append(copy);
  among.append(frame);
  return [frame, copy];
}

/** @param {Place} place @returns {Rectangle} */
export const rectangle = (place) => (place instanceof Element ? place.getBoundingClientRect() : place);

// Takes everything off the stage.
export const clearStage = () => stage().replaceChildren();

const slow = () => performance.now() < slowUntil;

// Where something that is drawn at one place has to be moved to be seen at another.
/** @param {Rectangle} drawn @param {Rectangle} place @param {number} opacity */
function at(drawn, place, opacity) {
  const x = place.left + place.width / 2 - drawn.left - drawn.width / 2;
  const y = place.top + place.height / 2 - drawn.top - drawn.height / 2;
  return { translate: `${x}px ${y}px`, scale: place.width / drawn.width, opacity };
}

// Makes the stage and notes where it is; to be called while nothing has changed that is not drawn yet.
export function setStage() {
  if (origin && stage().isConnected) return origin;
  noteScroll();
  const { left, top } = stage().getBoundingClientRect();
  origin = { x: left + scrolled.x, y: top + scrolled.y };
  return origin;
}

function noteScroll() {
  scrolled.x = scrollX;
  scrolled.y = scrollY;
}

function stage() {
  const there = document.getElementById("stage");
  if (there) return there;
  const made = document.createElement("div");
  made.id = "stage";
  made.setAttribute("aria-hidden", "true");
  made.inert = true;
  made.toggleAttribute("data-neutral", find("main[data-neutral]") !== null);
  (find(".page") ?? document.body).append(made);
  return made;
}

// Two slow frames in a row, and what follows fades instead of flying. The first frames draw the change itself.
function watchFrames() {
  /** @type {number[]} */
  const frames = [];
  /** @param {number} now */
  const look = (now) => {
    frames.push(now);
    const [first, second, third] = frames.slice(-3);
    if (frames.length > 5 && second - first > SLOW_FRAME && third - second > SLOW_FRAME) slowUntil = now + SLOW_FOR;
    if (spared.size) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** @param {Event} event */
function pressed(event) {
  if ((!running.size && !spared.size) || [...spared].some((spare) => spare(event))) return;
  finish();
}

document.addEventListener("pointerdown", pressed, true);
document.addEventListener("keydown", pressed, true);
// By other devices than these.
document.addEventListener("click", (event) => event.detail === 0 && pressed(event), true);
document.addEventListener("visibilitychange", () => document.hidden && finish());
addEventListener("scroll", noteScroll, { passive: true });
addEventListener("resize", () => {
  origin = null;
  finish();
});
