// The page that checks the dice: shows every step of what the verifier works out.
import { byId, find, get } from "../../../site/scripts/dom.js";
import { remembered } from "../../scripts/chains.js";
import { checkReceipts } from "./memory.js";
import { readRecord } from "./record.js";
import { checkSiteLog } from "./site_log.js";
import { verify } from "./verify.js";

/** @import { Memory } from "../../scripts/chains.js" */
/** @import { DiceRecord } from "./record.js" */
/** @import { ChainInfo, Draw } from "./verify.js" */
/** @typedef {{ ok?: boolean, says: string, values?: Record<string, any>, loud?: boolean }} Line */

const texts = byId("sentences");
/** @type {Record<string, string>} */
const says = JSON.parse(texts.textContent);
const reading = JSON.parse(texts.dataset.reading ?? "{}");
const embedded = find("#record");
const list = byId("checks");
const [chains, draws] = [byId("chains"), byId("draws")];
const verdict = byId("verdict");

/** @param {string} key @param {Record<string, any>} [values] */
const fill = (key, values = {}) => says[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** @param {Line} line */
function line({ ok, says: key, values, loud }) {
  const item = document.createElement("li");
  item.dataset.ok = String(ok ?? "note");
  if (loud) item.dataset.loud = "";
  item.textContent = fill(key, values);
  list.append(item);
}

/** @param {HTMLElement} row @param {unknown} text @param {string} [className] @param {"td" | "th"} [kind] */
function cell(row, text, className = "", kind = "td") {
  const made = document.createElement(kind);
  made.textContent = String(text);
  made.className = className;
  row.append(made);
  return made;
}

/** @param {HTMLElement} row @param {unknown} text @param {string} [className] */
function headCell(row, text, className) {
  cell(row, text, className, "th").scope = "row";
}

/** @param {HTMLElement} section */
function newRow(section) {
  const row = document.createElement("tr");
  get("tbody", section).append(row);
  return row;
}

/** @param {Draw} draw */
function showDraw(draw) {
  const row = newRow(draws);
  row.dataset.ok = String(draw.ok);
  headCell(row, draw.index);
  cell(row, fill(draw.kind, draw));
  cell(row, linksOf(draw), "mono").title = draw.key;
  cell(row, `${draw.digest.slice(0, 8)}…`, "mono").title = draw.digest;
  cell(row, `${draw.word} mod ${draw.below} = ${draw.number}`, "mono");
  cell(row, draw.expected);
  cell(row, draw.ok ? draw.recorded : `✗ ${draw.recorded}`);
}

/** @param {Draw} draw */
const linksOf = ({ links, server }) => [...Object.entries(links), server].map((pair) => pair.join(" ")).join(" · ");

/** @param {ChainInfo} chain */
function showChain({ name, kind, seat, opened, end }) {
  const row = newRow(chains);
  headCell(row, name, "mono");
  cell(row, fill(`held-${kind}`, { seat }));
  cell(row, opened);
  cell(row, `${end.slice(0, 16)}…`, "mono").title = end;
}

// For the command in the shell, which compares it too.
/** @param {Memory} memory */
function offer(memory) {
  const link = /** @type {HTMLAnchorElement} */ (byId("mine"));
  link.href = URL.createObjectURL(new Blob([JSON.stringify(memory)], { type: "application/json" }));
  link.download = `shanghaien-${memory.game}-mine.json`;
  link.hidden = false;
}

/** @param {DiceRecord} record */
async function verified(record) {
  const memory = remembered(record.tags["Game-Id"]);
  const report = verify(record, memory);
  if (memory) offer(memory);
  if (memory && report.hashes) report.checks.push(...(await checkReceipts(memory, report.hashes)));
  if (memory?.receipts?.length) await askLog(memory, report);
  return report;
}

// The public log of this site, for a game that this browser has played here.
/** @param {Memory} memory @param {{ checks: Line[], notes: Line[] }} report */
async function askLog(memory, { checks, notes }) {
  const log = await checkSiteLog(memory);
  if (!log) {
    notes.push({ says: "log-unread" });
    return;
  }
  const { findings, present, receipts } = log;
  const well = { ok: true, says: "log-kept", values: { size: present.size, receipts } };
  checks.push(...(findings.length ? findings : [well]));
  notes.push(...log.notes);
}

/** @param {string} text */
async function check(text) {
  list.replaceChildren();
  byId("mine").hidden = true;
  for (const section of [chains, draws]) get("tbody", section).replaceChildren();
  const report = await verified(readRecord(text, reading));
  const count = report.draws.length;
  const well = count && !report.wrong.length ? [{ ok: true, says: "draws-kept", values: { count } }] : [];
  /** @type {Line[]} */
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

/** @param {boolean} ok @param {{ chains: unknown[], draws: unknown[] }} report */
function finish(ok, report) {
  verdict.dataset.ok = String(ok);
  verdict.textContent = fill(ok ? "all-well" : "something-wrong");
  chains.hidden = !report.chains.length;
  draws.hidden = !report.draws.length;
}

async function checkFile() {
  const [file] = input.files ?? [];
  if (!file) return;
  try {
    await check(await file.text());
  } catch {
    finish(false, { chains: [], draws: [] });
    verdict.textContent = fill("no-record");
  }
}

const input = /** @type {HTMLInputElement} */ (byId("file"));
input.addEventListener("change", checkFile);
if (input.files?.length) await checkFile(); // somebody was faster than the script
else if (embedded) await check(embedded.textContent);
