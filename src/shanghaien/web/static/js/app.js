// Lets the browser keep the small program that shows notices, and a page for when there is no network.

addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => {})); // a browser may refuse
