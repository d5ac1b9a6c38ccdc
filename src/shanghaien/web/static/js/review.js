// The review: the list shows the step in view, and the arrow keys go from step to step.

const current = document.querySelector(".moves [aria-current]");
const list = current?.closest(".movelist");
if (list) list.scrollTop = current.offsetTop - list.clientHeight / 2;

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, [tabindex]"))
    return;
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = way && document.querySelector(`a[rel="${way}"]`);
  if (link) location.assign(link.href);
});
