// What every page has: the menu, settings that take effect as they are changed, copying.

const root = document.documentElement;
const menu = document.getElementById("menu");
const settings = document.getElementById("settings");

// What the menu says about how the page looks, at once; the page as it is sent says how it was chosen before.
function dress() {
  root.dataset.theme = settings.elements.theme.value;
  root.dataset.figures = settings.elements.worth.checked ? "" : "none";
}

dress();
root.classList.add("scripted");
root.classList.toggle("at-table", document.getElementById("now") !== null);

// A form may hold buttons called "action", which hide the property of that name.
export const address = (form) => form.getAttribute("action");

// What only works with a script is hidden in the page as it is sent.
export function unveil() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  if (navigator.share) for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

document.addEventListener("click", (event) => {
  if (menu.open && (event.target.closest("a[data-live]") || !menu.contains(event.target))) menu.open = false;
  const copy = event.target.closest("[data-copy]");
  if (!copy) return;
  copied(document.getElementById(copy.dataset.copy)).then((done) => {
    if (done) copy.textContent = copy.dataset.done;
  });
});

// Whether it is in the clipboard now. A page opened by plain http on a local network has none of its own, and a browser
// may refuse it: then what is to be copied is marked, and the browser copies what is marked.
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.href ?? field.value);
    return true;
  } catch {
    getSelection().removeAllRanges();
    if (field.select) field.select();
    else typed(field.href);
    return document.execCommand("copy");
  }
}

// What the device itself can do with a link: send it on by whatever is installed there.
document.addEventListener("click", (event) => {
  const share = event.target.closest("[data-share]");
  if (!share) return;
  const field = document.getElementById(share.dataset.share);
  navigator.share({ title: share.dataset.title, url: field.href ?? field.value }).catch(() => {}); // broken off
});

// The address of a link can only be copied from a field.
function typed(text) {
  const field = document.createElement("input");
  field.value = text;
  menu.append(field);
  field.select();
  setTimeout(() => field.remove());
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// The server keeps settings in cookies; what changes the page's text needs the page anew.
settings.addEventListener("change", async (event) => {
  const form = event.currentTarget;
  if (!event.target.name) return;
  dress();
  await fetch(address(form), {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    credentials: "same-origin",
  });
  if (["lang", "confirm", "guide"].includes(event.target.name)) location.reload();
});

unveil();
