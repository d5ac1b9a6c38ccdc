// Checks the dice of a game in the reader's own browser with Web Crypto.
// docs/fairness.md is the protocol, word for word.
// Nothing here is asked of the server: the record and the words that the page brings along are all that is needed.

export const PROTOCOL = "shanghaien-fair-1";
const NATIONS = ["AME", "FRE", "GER", "CHI", "DUT", "TUR", "SPA", "ITA"];
const OUTCOME = new RegExp(`^([AB]|[1-6](-[1-6])*|(${NATIONS.join("|")})[1-4])$`, "i");
const SEATS = ["A", "B"];
const WORDS = 2 ** 32;
const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const message = (...fields) => bytes([PROTOCOL, ...fields].join("\n"));
const sha256 = async (...fields) => hex(await crypto.subtle.digest("SHA-256", message(...fields)));

async function mac(key, ...fields) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message(...fields)));
}

export const commitment = (seed, gameId) => sha256("commit", gameId, seed);
export const seal = (gameId, seat, text) => sha256("seal", gameId, String(seat), hex(bytes(text)));
export const programContribution = async (seed, gameId, seat) =>
  "program:" + hex(await mac(unhex(seed), "program", gameId, String(seat)));
export const gameKey = (seed, gameId, contributions) =>
  mac(unhex(seed), "key", gameId, ...contributions.map((text) => (text === undefined ? "-" : hex(bytes(text)))));

export async function drawNumber(key, index, below) {
  for (let attempt = 0; ; attempt += 1) {
    const digest = await mac(key, "draw", String(index), String(attempt));
    const word = new DataView(digest.buffer).getUint32(0);
    if (word < WORDS - (WORDS % below))
      return { index, below, attempt, digest: hex(digest), word, number: word % below };
  }
}

// Tables: lists of [outcome, weight] in the order of the protocol.
function freshPile(tricks) {
  const sailors = NATIONS.flatMap((nation) => [1, 2, 3, 4].map((value) => [nation + value, value === 3 ? 2 : 1]));
  return new Map([...sailors, ...tricks]);
}

function diceTable(count) {
  let rows = [[]];
  for (let die = 0; die < count; die += 1) {
    rows = rows.flatMap((row) =>
      [1, 2, 3, 4, 5, 6].filter((pips) => pips >= (row.at(-1) ?? 1)).map((pips) => [...row, pips]),
    );
  }
  return rows.map((row) => [row.join("-"), ways(row)]);
}

function ways(row) {
  const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
  return [1, 2, 3, 4, 5, 6].reduce(
    (left, pips) => left / factorial(row.filter((die) => die === pips).length),
    factorial(row.length),
  );
}

function tableFor(outcome, pile) {
  if (/^[AB]$/.test(outcome))
    return [
      ["A", 1],
      ["B", 1],
    ];
  if (/^[1-6]/.test(outcome)) return diceTable(outcome.split("-").length);
  return [...pile].filter(([, left]) => left > 0);
}

function pick(table, number) {
  let reach = 0;
  for (const [outcome, weight] of table) {
    reach += weight;
    if (number < reach) return outcome;
  }
  return "no card at all";
}

// Reading a record of either form, without playing it. The reading table names the trick cards of the pile, and the
// words after which another word belongs to the action.
export function readEvidence(text, table) {
  const plain = text.replace(/^\ufeff/, "");
  const found = plain.trimStart().startsWith("{") ? fromJson(plain) : fromText(plain, new Set(table.takes_a_word));
  const names = new Set(table.pile_tricks);
  const outcomes = found.words.filter((word) => OUTCOME.test(word) || names.has(word.toLowerCase()));
  return {
    tags: found.tags,
    tricks: table.pile_tricks.map((name, place) => [name, found.counts[place]]),
    outcomes: outcomes.map((word) => (names.has(word.toLowerCase()) ? word.toLowerCase() : word.toUpperCase())),
  };
}

function fromJson(text) {
  const values = JSON.parse(text);
  return { tags: values.tags ?? {}, counts: values.options.tricks, words: values.steps };
}

function fromText(text, takesAWord) {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const tagLines = lines.map((line) => line.match(/^\[(\S+)\s+(.*)\]$/)).filter(Boolean);
  const tags = Object.fromEntries(tagLines.map((found) => [found[1], found[2].trim()]));
  if (!tags.Tricks) throw new Error("This is no record of a game.");
  const words = lines.filter((line) => !/^[[#]/.test(line)).flatMap((line) => freeWords(line, takesAWord));
  return { tags, counts: tags.Tricks.split("-").map(Number), words };
}

function freeWords(line, takesAWord) {
  const body = line.replace(/^(start\b|round\s+\d+\s*:|[AB]\b)/i, "").split("#")[0];
  const words = body.split(/\s+/).filter(Boolean);
  const takes = (word) => word !== undefined && takesAWord.has(word.toLowerCase());
  return words.filter((word, place) => !takes(word) && !takes(words[place - 1]));
}

// The checks, each as {name, ok, told}; the told sentences are filled in from `says`,
// so that the page can translate them.
export async function verify({ tags, tricks, outcomes }, onDraw = () => {}) {
  if (!tags.Commitment) return { checks: [{ name: "promise", ok: false, says: "nothing-promised" }], draws: [] };
  if (tags.Dice !== PROTOCOL) return { checks: [{ name: "protocol", ok: false, says: "other-protocol" }], draws: [] };
  if (!tags.Seed) return { checks: [{ name: "seed", ok: false, says: "not-opened" }], draws: [] };
  const checks = [await checkSeed(tags)];
  for (const seat of [0, 1]) checks.push(await checkContribution(tags, seat));
  const draws = [];
  const key = await gameKey(
    tags.Seed,
    tags["Game-Id"] ?? "",
    SEATS.map((letter) => tags[`Contribution-${letter}`]),
  );
  const pile = freshPile(tricks);
  const place = places();
  for (const [index, recorded] of outcomes.entries()) {
    const table = tableFor(recorded, pile);
    const draw = await drawNumber(
      key,
      index,
      Math.max(
        1,
        table.reduce((sum, [, weight]) => sum + weight, 0),
      ),
    );
    const expected = pick(table, draw.number);
    if (pile.has(expected)) pile.set(expected, pile.get(expected) - 1);
    draws.push({ ...draw, ...place(recorded), expected, recorded, ok: expected === recorded });
    onDraw(draws.at(-1), outcomes.length);
  }
  return { checks, draws, key: hex(key) };
}

async function checkSeed(tags) {
  const made = await commitment(tags.Seed, tags["Game-Id"] ?? "");
  return {
    name: "seed",
    ok: made === tags.Commitment,
    says: made === tags.Commitment ? "seed-kept" : "seed-broken",
    made,
  };
}

async function checkContribution(tags, seat) {
  const name = `contribution ${SEATS[seat]}`;
  const text = tags[`Contribution-${SEATS[seat]}`];
  const receipt = tags[`Seal-${SEATS[seat]}`];
  if (text === undefined)
    return {
      name,
      seat,
      ok: receipt === undefined,
      says: receipt === undefined ? "none-given" : "contribution-missing",
    };
  const made = await seal(tags["Game-Id"] ?? "", seat, text);
  if (made !== receipt) return { name, seat, ok: false, says: "seal-broken", made };
  const chosen = text.startsWith("program:") && text !== (await programContribution(tags.Seed, tags["Game-Id"], seat));
  return { name, seat, ok: !chosen, says: chosen ? "program-chose" : "seal-kept", made };
}

// Says where each outcome belongs, when it is told all of them in order.
function places() {
  let dealt = 0;
  let rolled = 0;
  return (outcome) => {
    if (/^[AB]$/.test(outcome)) return { kind: "start", round: 0, count: 0 };
    if (/^[1-6]/.test(outcome)) return { kind: "roll", round: Math.ceil(dealt / 6), count: (rolled += 1) };
    dealt += 1;
    rolled = 0;
    return { kind: "card", round: Math.ceil(dealt / 6), count: ((dealt - 1) % 6) + 1 };
  };
}
