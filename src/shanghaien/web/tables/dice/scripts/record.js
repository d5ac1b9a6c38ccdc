// Reads a record of either form without playing it: its tags, its set-up, and its runs of outcomes, each with the
// choice that it followed. A record that was tampered with may not be playable, and is read all the same.

/**
 * The words that have to be known of the cards.
 * @typedef {object} WordTable
 * @property {string[]} takes_a_word after which another word belongs to the action
 * @property {string[]} card_acts pairs of words of which the second is no outcome
 * @property {string[]} pile_tricks
 * @property {string[]} expansions
 */
/** @typedef {{ actor: string | null, said: string, outcomes: string[] }} Run outcomes with the choice they followed */
/** @typedef {Record<string, string>} Tags */
/**
 * @typedef {object} DiceRecord
 * @property {Tags} tags
 * @property {string[]} setup
 * @property {[name: string, count: number][]} tricks
 * @property {Run[]} runs
 * @property {boolean} actorsKnown
 */
/** @typedef {{ tags: Tags, setup: string[], counts: number[], runs: Run[], actorsKnown: boolean }} Found */

const NATIONS = ["AME", "FRE", "GER", "CHI", "DUT", "TUR", "SPA", "ITA"];
const OUTCOME = new RegExp(`^([AB]|[1-6](-[1-6])*|(${NATIONS.join("|")})[1-4])$`, "i");
const LINES = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const TAG = /^\[(\S+)\s+(.*)\]$/;
const HEAD = /^(start\b|round\s+\d+\s*:|[AB]\b)/i;
const SETUP = ["Rules", "Tricks", "First", "Starter", "Expansions"];
const CALL = "shanghai";
const ROLL = "roll"; // left out in the text form where dice tell it
const [OBJECT, ALLOW] = ["object", "allow"]; // the answers of the player whose turn it is not

/** @param {string} text @param {WordTable} table @returns {DiceRecord} */
export function readRecord(text, table) {
  const plain = text.replace(/^\ufeff/, "");
  const found = plain.trimStart().startsWith("{") ? fromJson(plain, table) : fromText(plain, table);
  if (found.counts.length !== table.pile_tricks.length || !found.counts.every(Number.isInteger)) throw noRecord();
  return {
    tags: found.tags,
    setup: found.setup,
    tricks: table.pile_tricks.map((name, place) => [name, found.counts[place]]),
    runs: found.runs,
    actorsKnown: found.actorsKnown,
  };
}

const noRecord = () => new Error("This is no record of a game.");

/** @param {string} word @param {WordTable} table */
function isOutcome(word, table) {
  return OUTCOME.test(word) || table.pile_tricks.includes(word.toLowerCase());
}

/** @param {string} word @param {WordTable} table */
const inNotation = (word, table) =>
  table.pile_tricks.includes(word.toLowerCase()) ? word.toLowerCase() : word.toUpperCase();

// The JSON form does not tell who chose; a page of this server adds the seats, one for each run.
/** @param {string} text @param {WordTable} table @returns {Found} */
function fromJson(text, table) {
  const { tags = {}, options, rules, steps, actors } = JSON.parse(text);
  const on = table.expansions.filter((name) => options[name]).map((name) => name.replaceAll("_", "-"));
  const setup = [rules, options.tricks.join("-"), options.first ?? "", options.starter ?? "", on.join(" ") || "none"];
  return { tags, counts: options.tricks, setup: setup.map(String), ...runsOf(steps.map(String), table, actors) };
}

/** @param {string[]} steps @param {WordTable} table @param {(string | null)[]} [actors] */
function runsOf(steps, table, actors) {
  /** @type {Run[]} */
  const runs = [];
  steps.forEach((step, place) => {
    if (!isOutcome(step, table)) return;
    const follows = place > 0 && isOutcome(steps[place - 1], table);
    if (!follows)
      runs.push({ actor: actors?.[runs.length] ?? null, said: (steps[place - 1] ?? "").toLowerCase(), outcomes: [] });
    runs[runs.length - 1].outcomes.push(inNotation(step, table));
  });
  return { runs, actorsKnown: actors !== undefined };
}

/** @param {string} text @param {WordTable} table @returns {Found} */
function fromText(text, table) {
  const lines = text.split(LINES).map((line) => line.trim());
  /** @type {Tags} */
  const tags = Object.fromEntries(lines.map((line) => line.match(TAG)?.slice(1) ?? []).filter(([name]) => name));
  if (!tags.Tricks) throw noRecord();
  const reader = new TextReader(table);
  for (const line of lines.filter((each) => each && !/^[[#]/.test(each))) reader.read(line);
  const setup = SETUP.map((name) => (tags[name] ?? "").toLowerCase());
  return { tags, counts: tags.Tricks.split("-").map(Number), setup, runs: reader.runs, actorsKnown: true };
}

class TextReader {
  /** @param {WordTable} table */
  constructor(table) {
    this.table = table;
    /** @type {Run[]} */
    this.runs = [];
    /** @type {string | null} */
    this.turn = null;
    /** @type {string[]} */
    this.said = []; // the words of choices since the last outcome
    /** @type {string[]} */
    this.answers = []; // the same without those that belong to the word before
    this.running = false;
  }

  /** @param {string} line */
  read(line) {
    const head = line.match(HEAD)?.[0] ?? "";
    if (/^[AB]$/i.test(head)) this.beginTurn(head.toUpperCase());
    const words = line.slice(head.length).split("#")[0].split(/\s+/).filter(Boolean);
    words.forEach((word, place) => this.word(word, words[place - 1]?.toLowerCase() ?? ""));
  }

  /** @param {string} seat */
  beginTurn(seat) {
    [this.turn, this.said, this.answers, this.running] = [seat, [ROLL], [ROLL], false];
  }

  /** @param {string} word @param {string} before */
  word(word, before) {
    const small = word.toLowerCase();
    const bound = this.table.takes_a_word.includes(before) || this.table.card_acts.includes(`${before} ${small}`);
    if (!bound && isOutcome(word, this.table)) return this.outcome(inNotation(word, this.table));
    this.said.push(small);
    if (!bound) this.answers.push(small);
    this.running = false;
  }

  /** @param {string} word */
  outcome(word) {
    if (!this.running) this.runs.push({ ...this.choice(), outcomes: [] });
    this.runs[this.runs.length - 1].outcomes.push(word);
    [this.said, this.answers, this.running] = [[], [], true];
  }

  // A call that was objected to is followed by a roll, which the text leaves out.
  choice() {
    const [last = "", previous] = [this.answers.at(-1), this.answers.at(-2)];
    if (previous === CALL && last === OBJECT) return { actor: this.turn, said: ROLL };
    const other = this.turn === "A" ? "B" : "A";
    return { actor: [OBJECT, ALLOW].includes(last) ? other : this.turn, said: this.said.join(" ") };
  }
}
