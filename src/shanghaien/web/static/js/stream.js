// Server-sent events that only say "version n": the page then asks for what is new. Lost messages are harmless.

export function follow(address, { hear, news, lost }) {
  let source;
  let timer;
  let wait = 1000;

  function listen() {
    source?.close();
    source = new EventSource(address);
    source.onopen = () => {
      wait = 1000;
      lost(false);
    };
    source.addEventListener("version", (event) => hear(Number(event.data)));
    source.onerror = again;
  }

  // Closed or broken: look whether the server answers, catch up, and listen anew; later and later if it does not.
  function again() {
    source?.close();
    lost(true);
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (await news()) listen();
      else again();
    }, wait);
    wait = Math.min(wait * 2, 8000);
  }

  function atOnce() {
    wait = 300;
    again();
  }

  addEventListener("online", atOnce);
  addEventListener("offline", () => lost(true));
  addEventListener("pageshow", (event) => event.persisted && atOnce());
  addEventListener("pagehide", () => source?.close());
  listen();
}
