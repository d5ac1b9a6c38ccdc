// Compares what the player's own page remembers of a game with its record: a record alone can be made up whole.
import { contractOf, reservationOf } from "./ledger.js";

// `said` is for each group what stands in the record before it. Every check is told, also those that are well.
export function compareMemory(memory, proof, ledger, said) {
  return [
    same("game", memory.game, proof.game, "game"),
    same("reservation", memory.reservation, reservationOf(proof), "seen"),
    same("receipt", memory.contract, contractOf(proof), "receipt"),
    ...ownEnds(memory, proof),
    ...openings(memory, ledger, said),
    ...history(memory, ledger),
  ].filter((check) => check !== null);
}

function same(name, remembered, found, says) {
  if (!remembered) return null;
  const ok = remembered === found;
  return ok && name === "game" ? null : { name, ok, says: `${says}-${ok ? "kept" : "broken"}` };
}

function ownEnds({ who, ends }, { players, anew, held }) {
  const letter = who[0];
  const player = players[letter];
  const own = anew.filter((entry) => entry.who === letter);
  const made = ends.filter((end) => end !== held[letter]);
  const checks = [];
  if (player?.kind === "person") {
    const ok = ends.includes(player.end);
    checks.push({ name: "own-chain", ok, says: ok ? "own-kept" : "own-broken" });
  } else if (player && made.length && !own.some(({ kind }) => kind === "person")) {
    checks.push({ name: "own-chain", ok: false, says: "own-missing" });
  }
  const foreign = own.filter(({ end }) => !ends.includes(end));
  const told = ({ group }) => ({
    name: `anew ${group}`,
    ok: false,
    loud: true,
    says: "anew-foreign",
    values: { group },
  });
  return [...checks, ...foreign.map(told)];
}

function openings({ opened, told = [] }, ledger, said) {
  const checks = Object.entries(opened).map(([group, [chain, number, choice = ""]]) => {
    const [values, found] = [{ group, chain, number, choice, said: said[group] }, ledger.groups[group]];
    if (found?.links[chain] !== number) return { name: `opening ${group}`, ok: false, says: "opening-broken", values };
    if (fits(choice, said[group])) return { name: `opening ${group}`, ok: true };
    return { name: `choice ${group}`, ok: false, says: "choice-broken", values };
  });
  const known = new Set(checks.map(({ name }) => name.split(" ")[1]));
  const wrong = [...checks, ...misused(told, ledger, said, known)].filter((check) => !check.ok);
  const count = checks.filter((check) => check.ok).length;
  return [...(count ? [{ name: "openings", ok: true, says: "openings-kept", values: { count } }] : []), ...wrong];
}

// Links that were sent and never answered: they may be missing in the record, but not stand after another choice.
function misused(told, ledger, said, known) {
  return ledger.groups.flatMap(({ links }, group) => {
    const sent = told.filter(([chain, number]) => links[chain] === number);
    if (!sent.length || known.has(String(group)) || sent.some(([, , choice]) => fits(choice, said[group]))) return [];
    const [chain, number, choice] = sent[0];
    const values = { group, chain, number, choice, said: said[group] };
    return [{ name: `choice ${group}`, ok: false, says: "choice-broken", values }];
  });
}

// The text form runs choices together, and tells the last one at their end.
const fits = (choice, said) =>
  !choice || !said || said === choice.toLowerCase() || said.endsWith(` ${choice.toLowerCase()}`);

function history({ seen }, ledger) {
  return Object.entries(seen)
    .filter(([group, head]) => !ledger.heads.get(Number(group))?.has(head))
    .map(([group]) => ({ name: `history ${group}`, ok: false, says: "history-broken", values: { group } }));
}
