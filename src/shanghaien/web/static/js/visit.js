// Says once a minute that somebody looks at this table, so that they get no notice of what they see; and when they turn
// to something else, so that the other player knows.

const table = `/t/${document.getElementById("main").dataset.game}`;

function say(what) {
  const token = document.querySelector("#settings [name=_csrf_token]").value;
  const request = { method: "POST", headers: { "x-csrftoken": token }, keepalive: true };
  fetch(`${table}/${what}`, request).catch(() => {}); // offline
}

const look = () => document.hidden || say("seen");

setInterval(look, 60000);
document.addEventListener("visibilitychange", () => say(document.hidden ? "away" : "seen"));
