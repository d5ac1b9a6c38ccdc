// Marks the icon of an installed app with the number of games that wait, and lets the browser keep the small program
// that shows notices, and a page for when there is no network.

const waiting = document.querySelector("[data-waiting]")?.dataset.waiting;
if (waiting) navigator.setAppBadge?.(Number(waiting)).catch(() => {}); // only an installed app has a badge

addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => {})); // a browser may refuse
