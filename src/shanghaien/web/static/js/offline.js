// The page that is shown without network: as soon as the server answers, what was wanted is loaded.

const PAUSE = 4000;
let waiting = setTimeout(look, PAUSE);

async function look() {
  clearTimeout(waiting);
  try {
    await fetch("/healthz", { cache: "no-store" });
    location.reload();
  } catch {
    waiting = setTimeout(look, PAUSE);
  }
}

addEventListener("online", look);
