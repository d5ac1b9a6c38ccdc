// After a game this browser compares the public log of the server with what it has seen and been promised, and says so
// at the table if something is wrong. The scripts for that are loaded only then.
import { byId } from "../../site/scripts/dom.js";
import { remembered } from "./chains.js";
import { ask, notice } from "./requests.js";

let watched = false;

export async function watchLog() {
  const memory = remembered(byId("main").dataset.game ?? "");
  if (watched || !memory?.receipts.length || !document.getElementById("res")) return;
  watched = true;
  const { checkSiteLog } = await import("../dice/scripts/site_log.js");
  const report = await checkSiteLog(memory);
  if (!report?.findings.length) return;
  const answer = await ask("/dice/warnings");
  if (answer?.ok) notice((await answer.json()).log);
}
