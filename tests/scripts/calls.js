// Lets tests in Python call the scripts: reads [function, ...arguments] from standard input, writes what it returns.
import { json } from "node:stream/consumers";
import { checkLog } from "../../src/shanghaien/web/tables/dice/scripts/log.js";
import { checkReceipts } from "../../src/shanghaien/web/tables/dice/scripts/memory.js";
import { readRecord } from "../../src/shanghaien/web/tables/dice/scripts/record.js";
import { SiteLog } from "../../src/shanghaien/web/tables/dice/scripts/site_log.js";
import { verify } from "../../src/shanghaien/web/tables/dice/scripts/verify.js";
import { linkOf } from "../../src/shanghaien/web/tables/scripts/chains.js";
import { goOn, goOnSteps } from "../../src/shanghaien/web/tables/scripts/transcript.js";

const FUNCTIONS = {
  // What the verifier finds in each record, given as text and what a page remembers of the game.
  verify: (cases, table) => Promise.all(cases.map(([text, memory]) => report(text, memory, table))),
  // Whether what the server tells follows on what a page knows, and what it knows then.
  follow: (state, news) => [goOn(state, news), state],
  // Whether a page's links were opened after the steps of these groups, and what it knows then.
  steps: (state, chain, parts) => [goOnSteps(state, chain, parts), state],
  link: linkOf,
  // What a page finds in the log of a site with this address.
  log: (address, seen, memory) => checkLog(new SiteLog(address), seen, memory),
};

async function report(text, kept, table) {
  const memory = kept ? JSON.parse(kept) : null;
  const { checks, draws, findings, hashes, notes, wrong } = verify(readRecord(text, table), memory);
  const receipts = memory && hashes ? await checkReceipts(memory, hashes) : [];
  return {
    findings,
    notes: notes.map(({ name }) => name),
    draws: draws.map(({ index, digest, expected, recorded }) => [index, digest, expected, recorded]),
    says: [...checks, ...wrong, ...notes, ...receipts].map(({ says }) => says),
  };
}

const [name, ...values] = await json(process.stdin);
process.stdout.write(JSON.stringify(await FUNCTIONS[name](...values)));
