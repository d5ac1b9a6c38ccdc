// The review: the list shows the step in view; arrow keys go from step to step, n and p from mistake to mistake.

const current = document.querySelector(".moves [aria-current]");
const list = current?.closest(".movelist");
if (list) list.scrollTop = current.offsetTop - list.clientHeight / 2;

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, [tabindex]"))
    return;
  const link = document.querySelector(`a[aria-keyshortcuts="${CSS.escape(event.key)}"][href*="step="]`);
  if (link) location.assign(link.href);
});
