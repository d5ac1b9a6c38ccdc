// Which element a key is meant for. Where several different ones bear it, as a die that fits both ends of the row, the
// key walks from one to the next, and Enter presses.

/** @typedef {{ value?: string, formAction?: string, href?: string }} Pressable */

/** @param {Pressable} bearer */
const effectOf = (bearer) => bearer.value || bearer.formAction || bearer.href;

// The element and whether it is pressed or only gets the focus; null where nothing bears the key.
/**
 * @template {Pressable} T
 * @param {T[]} bearers in the order of the page
 * @param {unknown} active what has the focus
 */
export function keyTarget(bearers, active) {
  if (!bearers.length) return null;
  const press = new Set(bearers.map(effectOf)).size === 1;
  const next = bearers.findIndex((each) => each === active) + 1;
  return { press, bearer: press ? bearers[0] : bearers[next % bearers.length] };
}
