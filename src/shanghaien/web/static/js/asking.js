// Requests of the table's script: none waits for ever, and one that changes something is repeated until it is answered.
import { lost } from "./stream.js";

const PATIENCE = 8000;
const AWAY = [502, 503, 504]; // nobody is there to answer; the next one will be

// Null where nobody answered.
export async function ask(where, options = {}) {
  const signal = AbortSignal.timeout(PATIENCE); // on a line that died without a word nothing ever fails by itself
  const answer = await fetch(where, { credentials: "same-origin", signal, ...options }).catch(() => null);
  const gone = !answer || AWAY.includes(answer.status);
  lost(gone);
  return gone ? null : answer;
}

// A change is sent until it has been answered: its id makes a repeat harmless.
export async function sendChange(where, body) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    const answer = await ask(where, { method: "POST", body, headers: { Accept: "application/json" } });
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, wait));
  }
}

// Why the server said no, in its own words.
export async function reason(answer) {
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return (await answer.json()).sentence;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("main p")?.textContent ?? page.title;
}

export function notice(text) {
  const why = document.createElement("p");
  why.className = "lost";
  why.textContent = text;
  document.getElementById("notice").replaceChildren(why);
}
