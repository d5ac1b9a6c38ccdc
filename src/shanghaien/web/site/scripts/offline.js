// The page that is shown without network: as soon as the server answers, what was wanted is loaded.

const PAUSE = 4000;
let timer = setTimeout(look, PAUSE);

async function look() {
  clearTimeout(timer);
  try {
    await fetch("/healthz", { cache: "no-store" });
    location.reload();
  } catch {
    timer = setTimeout(look, PAUSE);
  }
}

addEventListener("online", look);
