// Lets tests in Python call the scripts: reads [function, ...arguments] from standard input, writes what it returns.
import { json } from "node:stream/consumers";
import { checkReceipts } from "../../src/shanghaien/web/tables/dice/scripts/memory.js";
import { readRecord } from "../../src/shanghaien/web/tables/dice/scripts/record.js";
import { verify } from "../../src/shanghaien/web/tables/dice/scripts/verify.js";
import { goOn, linkOf } from "../../src/shanghaien/web/tables/scripts/chains.js";

const FUNCTIONS = {
  // What the verifier finds in each record, given as text and what a page remembers of the game.
  verify: (cases, table) => Promise.all(cases.map(([text, memory]) => report(text, memory, table))),
  // Whether what the server tells follows on what a page knows, and what it knows then.
  follow: (state, news) => [goOn(state, news), state],
  link: linkOf,
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
