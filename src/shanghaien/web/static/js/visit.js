// Says once a minute that somebody looks at this table, so that they get no notice of what they see.

const seen = `/t/${document.getElementById("main").dataset.game}/seen`;

function look() {
  const token = document.querySelector("#settings [name=_csrf_token]").value;
  if (!document.hidden) fetch(seen, { method: "POST", headers: { "x-csrftoken": token } }).catch(() => {}); // offline
}

setInterval(look, 60000);
document.addEventListener("visibilitychange", look);
