// Renewing a page from a fresh one: only the elements marked data-part that differ are exchanged.

export const part = (root, id) => root.querySelector(`#${CSS.escape(id)}`);

// If the page is built differently now (a game has ended), the whole board is exchanged first.
export function renew(fresh) {
  const before = held();
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
  holdAgain(before);
}

// What somebody has opened, begun to type or moved the focus to stays so when the part around it is exchanged.
function held() {
  const focused = document.activeElement;
  const around = focused?.closest("[data-part]");
  return {
    focus: around && {
      part: around.id,
      like: likeness(focused),
      typed: focused.defaultValue === focused.value ? null : focused.value,
    },
    popovers: [...document.querySelectorAll(":popover-open:not(.peek)")].map((each) => each.id),
    details: [...document.querySelectorAll("[data-part] details[id]")].map((each) => [each.id, each.open]),
  };
}

function likeness(node) {
  if (node.id) return `#${CSS.escape(node.id)}`;
  const told = ["name", "value", "href"].filter(
    (name) => node.hasAttribute(name) && (name !== "value" || node.tagName === "BUTTON"),
  );
  return node.tagName + told.map((name) => `[${name}="${CSS.escape(node.getAttribute(name))}"]`).join("");
}

function holdAgain({ focus, popovers, details }) {
  for (const [id, open] of details) if (document.getElementById(id)) document.getElementById(id).open = open;
  for (const id of popovers)
    if (!document.getElementById(id)?.matches(":popover-open")) document.getElementById(id)?.showPopover();
  const again =
    focus && document.activeElement === document.body && document.getElementById(focus.part)?.querySelector(focus.like);
  if (!again || again.disabled) return;
  if (focus.typed) again.value = focus.typed;
  again.focus({ preventScroll: true });
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
