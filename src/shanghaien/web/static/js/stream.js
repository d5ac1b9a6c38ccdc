// The stream of changes: server-sent events that carry the parts of the page which changed. Every event, and every sign
// of life, names a version, so that a lost message is noticed.

const SILENCE = 45000; // signs of life come every 15 seconds
const SOON = 400;

// Whether the server can be reached, for people to see.
export function lost(gone) {
  const line = document.getElementById("lost");
  if (line.hidden === gone) line.hidden = !gone;
  const chip = document.getElementById("live");
  if (!chip) return;
  const told = gone ? chip.dataset.lostText : chip.dataset.liveText;
  if (!chip.hidden && chip.textContent === told) return; // to write the same again would lay out the bar again
  chip.hidden = false;
  chip.dataset.s = gone ? "off" : "";
  chip.textContent = told;
}

export function follow(address, { hear, alive }) {
  let source;
  let timer;
  let silence;
  let wait = 500;

  function listen() {
    source?.close();
    clearTimeout(timer);
    source = new EventSource(address());
    source.onopen = () => {
      wait = 500;
      lost(false);
    };
    source.onerror = again;
    source.addEventListener("parts", (event) => heard(() => hear(JSON.parse(event.data)), event.lastEventId));
    source.addEventListener("alive", (event) => heard(() => alive(JSON.parse(event.data)), event.lastEventId));
    for (const beside of ["said", "people"])
      source.addEventListener(beside, (event) =>
        heard(() => dispatchEvent(new CustomEvent(beside, { detail: JSON.parse(event.data) }))),
      );
    source.addEventListener("come-back", () => comeBack(Math.random() * SOON)); // the server stops, another one goes on
    heard(() => {});
  }

  // A line that died without a word never fails by itself. Where clocks run, events say what time the server has.
  function heard(tell, time) {
    if (time) dispatchEvent(new CustomEvent("server-time", { detail: Number(time) }));
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE);
    tell();
  }

  function comeBack(later) {
    source?.close();
    clearTimeout(timer);
    timer = setTimeout(listen, later);
  }

  // Closed or broken: listen anew, later and later if nobody answers, and not all at the same moment.
  function again() {
    lost(true);
    comeBack(wait + Math.random() * SOON);
    wait = Math.min(wait * 2, 8000);
  }

  function atOnce() {
    wait = 500;
    comeBack(Math.random() * SOON);
  }

  addEventListener("online", atOnce);
  addEventListener("offline", () => lost(true));
  addEventListener("pageshow", (event) => event.persisted && atOnce());
  addEventListener("pagehide", () => source?.close());
  listen();
  return listen;
}
