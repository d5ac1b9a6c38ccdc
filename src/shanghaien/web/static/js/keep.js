// The pages about ways in: passkeys by two requests around the device's prompt, whether a name is free, codes to copy.

const WAIT_MS = 300;

function say(form, text) {
  const place = form.querySelector("[data-said]");
  place.textContent = "";
  // Said again, it is read again.
  requestAnimationFrame(() => (place.textContent = text));
}

class Refusal extends Error {}

async function ask(form, path, body, headers = {}) {
  const token = form.elements._csrf_token.value;
  const sent = { method: "POST", body, headers: { "x-csrftoken": token, ...headers } };
  let answer, told;
  try {
    answer = await fetch(path, sent);
    told = await answer.json();
  } catch {
    throw new Refusal(form.dataset.lost);
  }
  if (!answer.ok) throw new Refusal(told.said ?? form.dataset.broken);
  return told;
}

function prompted(options) {
  return options.user
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

// A device keeps what it made even if nobody here does: then it should not offer it later on.
function forget(options, credential) {
  if (options.user && PublicKeyCredential.signalUnknownCredential)
    PublicKeyCredential.signalUnknownCredential({ rpId: options.rp.id, credentialId: credential.id }).catch(() => {});
}

async function use(form) {
  const path = form.getAttribute("action");
  const { token, options } = await ask(form, path, new URLSearchParams(new FormData(form)));
  let credential;
  try {
    credential = await prompted(options);
  } catch (error) {
    throw new Refusal(error.name === "InvalidStateError" ? form.dataset.known : form.dataset.broken);
  }
  try {
    const body = JSON.stringify({ token, answer: credential.toJSON() });
    location.assign((await ask(form, `${path}/answer`, body, { "content-type": "application/json" })).to);
  } catch (error) {
    forget(options, credential);
    throw error;
  }
}

function whyNot(form) {
  if (form.dataset.origin !== location.origin) return form.dataset.elsewhere;
  return window.PublicKeyCredential?.parseRequestOptionsFromJSON ? "" : form.dataset.unable;
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector("button");
  const reason = whyNot(form);
  button.disabled = Boolean(reason);
  say(form, reason);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    say(form, "");
    try {
      await use(form);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(form, error.message);
    } finally {
      button.ariaBusy = null;
    }
  });
}

for (const field of document.querySelectorAll("[data-check]")) {
  const hint = field.form.querySelector("[data-free]");
  const first = hint.textContent;
  let waiting;
  const check = async () => {
    const name = field.value.trim();
    const told = name && (await (await fetch(`${field.dataset.check}?${new URLSearchParams({ name })}`)).json());
    if (name !== field.value.trim()) return;
    hint.dataset.state = told ? (told.free ? "free" : "taken") : "";
    hint.textContent = told ? told.said : first;
  };
  const soon = () => {
    clearTimeout(waiting);
    // Without an answer nothing is said: the form tells when it is sent.
    waiting = setTimeout(() => check().catch(() => {}), WAIT_MS);
  };
  field.addEventListener("input", soon);
  if (field.value) soon();
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const lines = [...document.getElementById(button.dataset.copies).children].map((line) => line.textContent);
    await navigator.clipboard.writeText(lines.join("\n"));
    button.textContent = button.dataset.done;
  });
}
