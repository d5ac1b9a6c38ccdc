// The page that checks the dice: shows every step of what fair.js works out.

const texts = document.getElementById("sentences");
const says = JSON.parse(texts.textContent);
const reading = JSON.parse(texts.dataset.reading);
// The address names the file's content, so that no browser checks with an old copy.
const { readEvidence, verify } = await import(texts.dataset.fair);
const embedded = document.getElementById("record");
const list = document.getElementById("checks");
const rows = document.querySelector("#draws tbody");
const verdict = document.getElementById("verdict");
const fill = (key, values = {}) => says[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

function line(ok, text) {
  const item = document.createElement("li");
  item.dataset.ok = ok;
  item.textContent = text;
  list.append(item);
}

function cell(row, text, kind = "td") {
  const made = document.createElement(kind);
  made.textContent = text;
  row.append(made);
  return made;
}

function showDraw(draw) {
  const row = document.createElement("tr");
  row.dataset.ok = draw.ok;
  cell(row, draw.index, "th").scope = "row";
  cell(row, fill(draw.kind, draw));
  const digest = cell(row, `${draw.digest.slice(0, 8)}…`);
  digest.title = draw.digest;
  digest.className = "mono";
  cell(row, `${draw.word} mod ${draw.below} = ${draw.number}`).className = "mono";
  cell(row, draw.expected);
  cell(row, draw.ok ? draw.recorded : `✗ ${draw.recorded}`);
  rows.append(row);
}

function remembered(tags) {
  try {
    return JSON.parse(localStorage.getItem(`dice:${tags["Game-Id"]}`));
  } catch {
    return null;
  }
}

function compare(tags) {
  const seen = remembered(tags);
  if (!seen) return [];
  const sent = [tags["Contribution-A"], tags["Contribution-B"]].includes(seen.contribution);
  const kept = seen.commitment === tags.Commitment;
  const found = [{ ok: kept, says: kept ? "seen-kept" : "seen-broken" }];
  return seen.contribution === null ? found : [...found, { ok: sent, says: sent ? "sent-kept" : "sent-broken" }];
}

function drawsCheck(draws) {
  const wrong = draws.filter((draw) => !draw.ok);
  const sorted = (key) =>
    wrong
      .map((draw) => draw[key])
      .sort()
      .join();
  if (!wrong.length) return { ok: true, says: "draws-kept", values: { count: draws.length } };
  if (wrong.length > 1 && sorted("expected") === sorted("recorded"))
    return { ok: false, says: "draws-swapped", values: { numbers: wrong.map((draw) => draw.index).join(", ") } };
  return { ok: false, says: "draws-broken", values: { wrong: wrong.length, count: draws.length } };
}

async function check(text) {
  list.replaceChildren();
  rows.replaceChildren();
  verdict.removeAttribute("data-ok");
  const evidence = readEvidence(text, reading);
  const report = await verify(evidence, (draw, count) => {
    showDraw(draw);
    verdict.textContent = fill("working", { index: draw.index + 1, count });
  });
  const checks = [...report.checks, ...(evidence.tags.Seed ? compare(evidence.tags) : [])];
  if (report.draws.length) checks.push(drawsCheck(report.draws));
  for (const { ok, says: key, seat, values } of checks) line(ok, fill(key, { seat: "AB"[seat], ...values }));
  finish(
    checks.every(({ ok }) => ok),
    report.draws.length > 0,
  );
}

function finish(ok, drawn) {
  verdict.dataset.ok = ok;
  verdict.textContent = fill(ok ? "all-well" : "something-wrong");
  document.getElementById("draws").hidden = !drawn;
}

async function checkFile(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    await check(await file.text());
  } catch {
    finish(false, false);
    verdict.textContent = fill("no-record");
  }
}

// Browsers offer Web Crypto on secure pages only: by https, or on this very machine.
if (!crypto.subtle) verdict.textContent = fill("no-crypto");
else {
  const input = document.getElementById("file");
  input.addEventListener("change", checkFile);
  if (input.files.length) await checkFile({ target: input }); // somebody was faster than the script
  else if (embedded) await check(embedded.textContent);
}
