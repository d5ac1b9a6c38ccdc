// The pages about ways in: passkeys by two requests around the device's prompt, whether a name is free, codes to copy.

import { asParams, byId, field, findAll, get } from "../../site/scripts/dom.js";

/** @typedef {PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON} Options */

const WAIT_MS = 300;

/** @param {HTMLFormElement} form @param {string | undefined} text */
function say(form, text) {
  const place = get("[data-said]", form);
  place.textContent = "";
  // Said again, it is read again.
  requestAnimationFrame(() => (place.textContent = text ?? ""));
}

class Refusal extends Error {}

/**
 * @param {HTMLFormElement} form
 * @param {string} path
 * @param {BodyInit} body
 * @param {Record<string, string>} [headers]
 */
async function ask(form, path, body, headers = {}) {
  const token = field("[name=_csrf_token]", form).value;
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

/** @param {Options} options */
async function prompted(options) {
  const credential = await ("user" in options
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
  return /** @type {PublicKeyCredential} */ (credential);
}

// A device keeps what it made even if nobody here does: then it should not offer it later on.
/** @param {Options} options @param {PublicKeyCredential} credential */
function forget(options, credential) {
  if (!("user" in options) || !("signalUnknownCredential" in PublicKeyCredential)) return;
  const rpId = options.rp.id ?? location.hostname;
  PublicKeyCredential.signalUnknownCredential({ rpId, credentialId: credential.id }).catch(() => {});
}

/** @param {HTMLFormElement} form */
async function use(form) {
  const path = form.getAttribute("action") ?? "";
  const { token, options } = await ask(form, path, asParams(new FormData(form)));
  let credential;
  try {
    credential = await prompted(options);
  } catch (error) {
    const known = error instanceof DOMException && error.name === "InvalidStateError";
    throw new Refusal(known ? form.dataset.known : form.dataset.broken);
  }
  try {
    const body = JSON.stringify({ token, answer: credential.toJSON() });
    location.assign((await ask(form, `${path}/answer`, body, { "content-type": "application/json" })).to);
  } catch (error) {
    forget(options, credential);
    throw error;
  }
}

/** @param {HTMLFormElement} form */
function whyNot(form) {
  if (form.dataset.origin !== location.origin) return form.dataset.elsewhere;
  return "parseRequestOptionsFromJSON" in (window.PublicKeyCredential ?? {}) ? "" : form.dataset.unable;
}

for (const form of /** @type {HTMLFormElement[]} */ (findAll("form[data-passkey]"))) {
  const button = /** @type {HTMLButtonElement} */ (get("button", form));
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

for (const named of /** @type {HTMLInputElement[]} */ (findAll("[data-check]"))) {
  const hint = get("[data-free]", named.form ?? document);
  const first = hint.textContent;
  let waiting = 0;
  const check = async () => {
    const name = named.value.trim();
    const told = name && (await (await fetch(`${named.dataset.check}?${new URLSearchParams({ name })}`)).json());
    if (name !== named.value.trim()) return;
    hint.dataset.state = told ? (told.free ? "free" : "taken") : "";
    hint.textContent = told ? told.said : first;
  };
  const soon = () => {
    clearTimeout(waiting);
    // Without an answer nothing is said: the form tells when it is sent.
    waiting = setTimeout(() => check().catch(() => {}), WAIT_MS);
  };
  named.addEventListener("input", soon);
  if (named.value) soon();
}

for (const button of findAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

for (const button of findAll("[data-copies]")) {
  button.hidden = !("clipboard" in navigator);
  button.addEventListener("click", async () => {
    const lines = [...byId(button.dataset.copies ?? "").children].map((line) => line.textContent);
    await navigator.clipboard.writeText(lines.join("\n"));
    button.textContent = button.dataset.done ?? "";
  });
}
