// The review: the list shows the step in view; arrow keys go from step to step, n and p from mistake to mistake.

import { closest, find } from "../../site/scripts/dom.js";

const current = find(".moves [aria-current]");
const list = current?.closest(".movelist");
if (current && list) list.scrollTop = current.offsetTop - list.clientHeight / 2;

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || closest(event, "input, select, textarea, [tabindex]")) return;
  const link = find(`a[aria-keyshortcuts="${CSS.escape(event.key)}"][href*="step="]`);
  if (link) location.assign(/** @type {HTMLAnchorElement} */ (link).href);
});
