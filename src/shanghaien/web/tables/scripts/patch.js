// Patches an element by what differs in it: what stays the same element need not be drawn anew, as the faces of cards.

// What can be pressed, or is being made ready to be sent, is never turned into something else under a finger.
const WHOLE = "a, button[name], input, svg, form[data-founding]";

/** @param {ChildNode} old @param {ChildNode} young */
export function patch(old, young) {
  if (old.isEqualNode(young)) return;
  if (sameDrawing(old, young)) {
    takeAttributes(/** @type {Element} */ (old), /** @type {Element} */ (young));
    return;
  }
  if (!alike(old, young)) {
    old.replaceWith(young);
    return;
  }
  takeAttributes(/** @type {Element} */ (old), /** @type {Element} */ (young));
  const mine = [...old.childNodes];
  const theirs = [...young.childNodes];
  const fit = mine.length === theirs.length && mine.every((node, place) => node.nodeName === theirs[place].nodeName);
  if (fit) mine.forEach((node, place) => patch(node, theirs[place]));
  else exchangeMiddle(old, mine, theirs);
}

// What is the same at the beginning and at the end stays, and what is of the same kind is renewed: a card, when a tab
// is put beside it.
/** @param {ChildNode} old @param {ChildNode[]} mine @param {ChildNode[]} theirs */
function exchangeMiddle(old, mine, theirs) {
  const most = Math.min(mine.length, theirs.length);
  let head = 0;
  let tail = 0;
  while (head < most && stays(mine[head], theirs[head])) head += 1;
  while (tail < most - head && stays(mine[mine.length - 1 - tail], theirs[theirs.length - 1 - tail])) tail += 1;
  for (const node of mine.slice(head, mine.length - tail)) node.remove();
  const after = mine[mine.length - tail] ?? null;
  for (const node of theirs.slice(head, theirs.length - tail)) old.insertBefore(node, after);
}

/** @param {ChildNode} old @param {ChildNode} young */
function stays(old, young) {
  if (old.isEqualNode(young)) return true;
  if (!alike(old, young) || classOf(old) !== classOf(young)) return false;
  patch(old, young);
  return true;
}

/** @param {ChildNode} node */
const classOf = (node) => /** @type {Element} */ (node).getAttribute("class");

// A die that is now the other player's: to build its pips anew takes longer than to give it another colour.
/** @param {ChildNode} old @param {ChildNode} young */
const sameDrawing = (old, young) =>
  old.nodeName === "svg" &&
  young.nodeName === "svg" &&
  old.childNodes.length === young.childNodes.length &&
  [...old.childNodes].every((node, place) => node.isEqualNode(young.childNodes[place]));

/** @param {ChildNode} old @param {ChildNode} young */
function alike(old, young) {
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== young.nodeName) return false;
  const [mine, theirs] = /** @type {Element[]} */ ([old, young]);
  return mine.id === theirs.id && !mine.matches(WHOLE);
}

/** @param {Element} old @param {Element} young */
function takeAttributes(old, young) {
  for (const { name } of [...old.attributes]) if (!young.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of young.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
