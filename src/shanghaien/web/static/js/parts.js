// Renewing a page from a fresh one: only the elements marked data-part that differ are exchanged.

export const part = (root, id) => root.querySelector(`#${CSS.escape(id)}`);

// If the page is built differently now (a game has ended), the whole board is exchanged first.
export function renew(fresh) {
  const ids = (root) => [...root.querySelectorAll("#board [data-part]")].map((node) => node.id).join();
  if (ids(document) !== ids(fresh)) document.getElementById("board").replaceChildren(...part(fresh, "board").children);
  for (const old of document.querySelectorAll("[data-part]")) {
    const young = part(fresh, old.id);
    if (!young || old.isEqualNode(young)) continue;
    if (old.dataset.keyed === undefined) old.replaceWith(young);
    else renewLines(old, young);
  }
  document.title = fresh.title;
  const said = part(fresh, "status");
  const status = document.getElementById("status");
  if (status && said && status.textContent !== said.textContent) status.textContent = said.textContent;
}

// The log is a live region: lines that stay are left alone, so that only what is new is read out.
function renewLines(list, fresh) {
  const known = new Map([...list.children].map((line) => [line.dataset.key, line]));
  const lines = [...fresh.children].map((line) => {
    const old = known.get(line.dataset.key);
    return old && old.isEqualNode(line) ? old : line;
  });
  for (const old of [...list.children]) if (!lines.includes(old)) old.remove();
  lines.forEach((line, place) => {
    if (list.children[place] !== line) list.insertBefore(line, list.children[place] ?? null);
  });
}
