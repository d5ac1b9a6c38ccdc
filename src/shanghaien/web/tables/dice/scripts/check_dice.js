// The page that checks the dice: shows every step of what the verifier works out.
import { remembered } from "../../scripts/chains.js";
import { checkReceipts } from "./receipts.js";
import { verify } from "./verify.js";
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
  cell(row, linksOf(draw), "mono").title = draw.key;
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

// For the command in the shell, which compares it too.
function offer(memory) {
  const link = document.getElementById("mine");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(memory)], { type: "application/json" }));
  link.download = `shanghaien-${memory.game}-mine.json`;
  link.hidden = false;
}

async function verified(record) {
  const memory = remembered(record.tags["Game-Id"]);
  const report = verify(record, memory);
  if (memory) offer(memory);
  if (memory && report.hashes) report.checks.push(...(await checkReceipts(memory, report.hashes)));
  return report;
}

async function check(text) {
  list.replaceChildren();
  document.getElementById("mine").hidden = true;
  for (const section of [chains, draws]) section.querySelector("tbody").replaceChildren();
  const report = await verified(readRecord(text, reading));
  const count = report.draws.length;
  const well = count && !report.wrong.length ? [{ ok: true, says: "draws-kept", values: { count } }] : [];
  const checks = [...report.checks, ...report.wrong, ...well];
  // What a person has to know at once stands first.
  checks.filter(({ loud }) => loud).forEach(line);
  checks.filter(({ loud }) => !loud).forEach(line);
  report.notes.forEach(line);
  report.chains.forEach(showChain);
  report.draws.forEach(showDraw);
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
