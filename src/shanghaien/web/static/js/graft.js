// Renewing a part by what differs in it: what stays the same element need not be drawn anew, as the faces of cards.

// What can be pressed, or is being made ready to be sent, is never turned into something else under a finger.
const WHOLE = "a, button[name], input, svg, form[data-founding]";

export function graft(old, young) {
  if (old.isEqualNode(young)) return;
  if (sameDrawing(old, young)) {
    takeAttributes(old, young);
    return;
  }
  if (!alike(old, young)) {
    old.replaceWith(young);
    return;
  }
  takeAttributes(old, young);
  const mine = [...old.childNodes];
  const theirs = [...young.childNodes];
  const fit = mine.length === theirs.length && mine.every((node, place) => node.nodeName === theirs[place].nodeName);
  if (fit) mine.forEach((node, place) => graft(node, theirs[place]));
  else exchangeMiddle(old, mine, theirs);
}

// What is the same at the beginning and at the end stays, and what is of the same kind is renewed: a card, when a tab
// is put beside it.
function exchangeMiddle(old, mine, theirs) {
  const most = Math.min(mine.length, theirs.length);
  let head = 0;
  let tail = 0;
  while (head < most && stays(mine[head], theirs[head])) head += 1;
  while (tail < most - head && stays(mine.at(-1 - tail), theirs.at(-1 - tail))) tail += 1;
  for (const node of mine.slice(head, mine.length - tail)) node.remove();
  const after = mine[mine.length - tail] ?? null;
  for (const node of theirs.slice(head, theirs.length - tail)) old.insertBefore(node, after);
}

function stays(old, young) {
  if (old.isEqualNode(young)) return true;
  if (!alike(old, young) || old.getAttribute("class") !== young.getAttribute("class")) return false;
  graft(old, young);
  return true;
}

// A die that is now the other player's: to build its pips anew takes longer than to give it another colour.
const sameDrawing = (old, young) =>
  old.nodeName === "svg" &&
  young.nodeName === "svg" &&
  old.childNodes.length === young.childNodes.length &&
  [...old.childNodes].every((node, place) => node.isEqualNode(young.childNodes[place]));

const alike = (old, young) =>
  old.nodeType === Node.ELEMENT_NODE && old.nodeName === young.nodeName && old.id === young.id && !old.matches(WHOLE);

function takeAttributes(old, young) {
  for (const { name } of [...old.attributes]) if (!young.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of young.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
