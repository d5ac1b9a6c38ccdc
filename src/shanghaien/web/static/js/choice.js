// The address says which question is open, so that a reload forgets neither an end nor a trick that was looked at.

function keepAddress(search) {
  if (search !== location.search) history.replaceState(history.state, "", location.pathname + search);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-live]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !document.getElementById("now")) return;
  keepAddress(new URL(link.href).search);
});

document.addEventListener("submit", (event) => {
  if (event.target.dataset.change === undefined || !document.getElementById("now")) return;
  keepAddress(new URL(event.submitter?.getAttribute("formaction") ?? location.pathname, location).search);
});
