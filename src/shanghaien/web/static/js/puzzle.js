// A puzzle without reloads: an answer, the next question of a choice, the solution. Without this the same forms and
// links load pages.

const byId = (id) => document.getElementById(id);

// Only what differs is exchanged, so that the table lies still.
function renewPuzzle(fresh) {
  for (const old of document.querySelectorAll("#main [data-part]")) {
    const young = fresh.getElementById(old.id);
    if (young && !old.isEqualNode(young)) old.replaceWith(young);
  }
  byId("pops").replaceWith(fresh.getElementById("pops"));
  byId("status").textContent = fresh.getElementById("status").textContent;
}

// Where the eye goes next: on to the next puzzle, to what came of the answer, or to what is asked.
function focusNext(answered) {
  const next = byId("on") ?? (answered && byId("came")) ?? document.querySelector("#counter :is(a, button).end");
  (next ?? document.querySelector("#tray :is(button:not([disabled]), a[href])"))?.focus({ preventScroll: true });
  byId(answered ? "answer" : "tray").scrollIntoView({ block: "nearest" });
}

async function fetched(where, options) {
  const answer = await fetch(where, { credentials: "same-origin", headers: { Accept: "text/html" }, ...options });
  if (!answer.ok) throw new Error(answer.statusText);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

async function renewFrom(where, options, pressed) {
  pressed?.setAttribute("aria-busy", "true");
  renewPuzzle(await fetched(where, options));
  focusNext(options.method === "POST");
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.id !== "move") return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, submitter));
  renewFrom(form.getAttribute("action"), { method: "POST", body }, submitter).catch(() => {
    const field = Object.assign(document.createElement("input"), { name: submitter.name, value: submitter.value });
    form.append(field);
    form.submit();
  });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#board a[data-live]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  renewFrom(link.href, {}, link).catch(() => location.assign(link.href));
});
