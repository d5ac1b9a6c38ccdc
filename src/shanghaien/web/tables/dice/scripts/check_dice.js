// The page that checks the dice: shows every step of what the verifiers of both protocols work out.
import { remembered } from "../../scripts/chains.js";
import { verify as verifyFirst } from "./fair.js";
import { PROTOCOL as SECOND } from "./proof.js";
import { checkReceipts } from "./receipts.js";
import { verify as verifySecond } from "./verify.js";
import { readRecord } from "./record.js";

const texts = document.getElementById("sentences");
const says = JSON.parse(texts.textContent);
const reading = JSON.parse(texts.dataset.reading);
const embedded = document.getElementById("record");
const list = document.getElementById("checks");
const [chains, draws] = ["chains", "draws"].map((id) => document.getElementById(id));
const verdict = document.getElementById("verdict");
const fill = (key, values = {}) => says[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

function line({ ok, says: key, values, loud }) {
  const item = document.createElement("li");
  item.dataset.ok = ok ?? "note";
  if (loud) item.dataset.loud = "";
  item.textContent = fill(key, values);
  list.append(item);
}

function cell(row, text, className = "", kind = "td") {
  const made = document.createElement(kind);
  made.textContent = text;
  made.className = className;
  row.append(made);
  return made;
}

function newRow(section) {
  const row = document.createElement("tr");
  section.querySelector("tbody").append(row);
  return row;
}

function showDraw(draw) {
  const row = newRow(draws);
  row.dataset.ok = draw.ok;
  cell(row, draw.index, "", "th").scope = "row";
  cell(row, fill(draw.kind, draw));
  if (draw.links) cell(row, linksOf(draw), "mono").title = draw.key;
  cell(row, `${draw.digest.slice(0, 8)}…`, "mono").title = draw.digest;
  cell(row, `${draw.word} mod ${draw.below} = ${draw.number}`, "mono");
  cell(row, draw.expected);
  cell(row, draw.ok ? draw.recorded : `✗ ${draw.recorded}`);
}

const linksOf = ({ links, server }) => [...Object.entries(links), server].map((pair) => pair.join(" ")).join(" · ");

function showChain({ name, kind, seat, opened, end }) {
  const row = newRow(chains);
  cell(row, name, "mono", "th").scope = "row";
  cell(row, fill(`held-${kind}`, { seat }));
  cell(row, opened);
  cell(row, `${end.slice(0, 16)}…`, "mono").title = end;
}

// What this browser saw and sent before a game of the first protocol.
function compareFirst(tags) {
  const seen = JSON.parse(localStorage.getItem(`dice:${tags["Game-Id"]}`));
  if (!seen || !tags.Seed) return [];
  const sent = [tags["Contribution-A"], tags["Contribution-B"]].includes(seen.contribution);
  const kept = seen.commitment === tags.Commitment;
  const found = [{ ok: kept, says: kept ? "seen-kept" : "seen-broken" }];
  return seen.contribution === null ? found : [...found, { ok: sent, says: sent ? "sent-kept" : "sent-broken" }];
}

function wrongFirst(made) {
  const wrong = made.filter((draw) => !draw.ok);
  const sorted = (key) => String(wrong.map((draw) => draw[key]).sort());
  if (wrong.length > 1 && sorted("expected") === sorted("recorded"))
    return [{ ok: false, says: "draws-swapped", values: { numbers: wrong.map((draw) => draw.index).join(", ") } }];
  return wrong.length ? [{ ok: false, says: "draws-broken", values: { wrong: wrong.length, count: made.length } }] : [];
}

function checkFirst(record) {
  const report = verifyFirst(record);
  const checks = [...report.checks, ...attempt(() => compareFirst(record.tags), [])];
  return { checks, draws: report.draws, wrong: wrongFirst(report.draws), notes: [], chains: [] };
}

// For the command in the shell, which compares it too.
function offer(memory) {
  const link = document.getElementById("mine");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(memory)], { type: "application/json" }));
  link.download = `shanghaien-${memory.game}-mine.json`;
  link.hidden = false;
}

async function checkSecond(record) {
  const memory = remembered(record.tags["Game-Id"]);
  const report = verifySecond(record, memory);
  if (memory) offer(memory);
  if (memory && report.hashes) report.checks.push(...(await checkReceipts(memory, report.hashes)));
  return report;
}

function attempt(work, otherwise) {
  try {
    return work();
  } catch {
    return otherwise; // a browser that keeps nothing has nothing to compare
  }
}

async function check(text) {
  list.replaceChildren();
  document.getElementById("mine").hidden = true;
  for (const section of [chains, draws]) section.querySelector("tbody").replaceChildren();
  const record = readRecord(text, reading);
  const second = record.tags.Dice === SECOND;
  const report = await (second ? checkSecond : checkFirst)(record);
  const count = report.draws.length;
  const well = count && !report.wrong.length ? [{ ok: true, says: "draws-kept", values: { count } }] : [];
  const checks = [...report.checks, ...report.wrong, ...well];
  // What a person has to know at once stands first.
  checks.filter(({ loud }) => loud).forEach(line);
  checks.filter(({ loud }) => !loud).forEach(line);
  report.notes.forEach(line);
  report.chains.forEach(showChain);
  report.draws.forEach(showDraw);
  draws.querySelector("th.links").hidden = !second;
  finish(
    checks.every(({ ok }) => ok),
    report,
  );
}

function finish(ok, report) {
  verdict.dataset.ok = ok;
  verdict.textContent = fill(ok ? "all-well" : "something-wrong");
  chains.hidden = !report.chains.length;
  draws.hidden = !report.draws.length;
}

async function checkFile(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    await check(await file.text());
  } catch {
    finish(false, { chains: [], draws: [] });
    verdict.textContent = fill("no-record");
  }
}

const input = document.getElementById("file");
input.addEventListener("change", checkFile);
if (input.files.length) await checkFile({ target: input }); // somebody was faster than the script
else if (embedded) await check(embedded.textContent);
