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
/**
 * Outcomes without a choice between them, and what stands in the record before them.
 * @typedef {object} Run
 * @property {string | null} actor who made the choice that they follow, as far as it can be told
 * @property {string} said the words of all choices since the run before, the last one at their end
 * @property {string[]} words those of the record since the run before began, its outcomes included, without rolls
 * @property {string[]} outcomes
 */
/** @typedef {Record<string, string>} Tags */
/**
 * @typedef {object} DiceRecord
 * @property {Tags} tags
 * @property {string[]} setup
 * @property {[name: string, count: number][]} tricks
 * @property {Run[]} runs
 */
/** @typedef {{ tags: Tags, setup: string[], counts: number[], runs: Run[] }} Found */

const NATIONS = ["AME", "FRE", "GER", "CHI", "DUT", "TUR", "SPA", "ITA"];
const OUTCOME = new RegExp(`^([AB]|[1-6](-[1-6])*|(${NATIONS.join("|")})[1-4])$`, "i");
const LINES = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const TAG = /^\[(\S+)\s+(.*)\]$/;
const HEAD = /^(start\b|round\s+\d+\s*:|[AB]\b)/i;
const SETUP = ["Rules", "Tricks", "First", "Starter", "Expansions"];
const CALL = "shanghai";
const ROLL = "roll"; // left out in the text form where dice tell it
const ALTERNATE = "alternate";
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

/** @param {string} text @param {WordTable} table @returns {Found} */
function fromJson(text, table) {
  const { tags = {}, options, rules, steps } = JSON.parse(text);
  const on = table.expansions.filter((name) => options[name]).map((name) => name.replaceAll("_", "-"));
  const setup = [rules, options.tricks.join("-"), options.first ?? "", options.starter ?? "", on.join(" ") || "none"];
  const reader = new RunReader(table);
  new StepReader(reader, String(options.first), String(options.starter)).read(steps.map(String));
  return { tags, counts: options.tricks, setup: setup.map(String), runs: reader.runs };
}

/** @param {string} text @param {WordTable} table @returns {Found} */
function fromText(text, table) {
  const lines = text.split(LINES).map((line) => line.trim());
  /** @type {Tags} */
  const tags = Object.fromEntries(lines.map((line) => line.match(TAG)?.slice(1) ?? []).filter(([name]) => name));
  if (!tags.Tricks) throw noRecord();
  const reader = new RunReader(table);
  for (const line of lines.filter((each) => each && !/^[[#]/.test(each))) readLine(reader, line, table);
  const setup = SETUP.map((name) => (tags[name] ?? "").toLowerCase());
  return { tags, counts: tags.Tricks.split("-").map(Number), setup, runs: reader.runs };
}

// A turn begins with a choice, written down or not.
/** @param {RunReader} reader @param {string} line @param {WordTable} table */
function readLine(reader, line, table) {
  const head = line.match(HEAD)?.[0] ?? "";
  if (/^[AB]$/i.test(head)) reader.beginTurn(head.toUpperCase());
  const words = line.slice(head.length).split("#")[0].split(/\s+/).filter(Boolean);
  words.forEach((word, place) => {
    const before = words[place - 1]?.toLowerCase() ?? "";
    const bound = table.takes_a_word.includes(before) || table.card_acts.includes(`${before} ${word.toLowerCase()}`);
    if (!bound && isOutcome(word, table)) reader.outcome(word);
    else reader.say(word, bound);
  });
}

// Takes a record word by word; both forms lead to the same runs.
class RunReader {
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
    /** @type {string[]} */
    this.words = []; // all words since the last run began, without rolls
    this.running = false;
  }

  /** @param {string | null} seat */
  beginTurn(seat) {
    [this.turn, this.said, this.answers, this.running] = [seat, [ROLL], [ROLL], false];
  }

  /** @param {string} word @param {boolean} bound whether it belongs to the word before it */
  say(word, bound) {
    const small = word.toLowerCase();
    this.said.push(small);
    if (!bound) this.answers.push(small);
    if (small !== ROLL) this.words.push(small);
    this.running = false;
  }

  /** @param {string} word */
  outcome(word) {
    if (!this.running) this.beginRun();
    this.runs[this.runs.length - 1].outcomes.push(inNotation(word, this.table));
    this.words.push(word.toLowerCase());
    [this.said, this.answers, this.running] = [[], [], true];
  }

  // A call that was objected to is followed by a roll, which the text leaves out.
  beginRun() {
    if (this.answers.at(-2) === CALL && this.answers.at(-1) === OBJECT)
      for (const words of [this.said, this.answers]) words.push(ROLL);
    const actor = [OBJECT, ALLOW].includes(this.answers.at(-1) ?? "") ? otherSeat(this.turn) : this.turn;
    this.runs.push({ actor, said: this.said.join(" "), words: this.words, outcomes: [] });
    this.words = [];
  }
}

// The steps of the JSON form. Whose turn it is follows from three rules alone: turns alternate (R8), and each round is
// begun as R7 and R13 say.
class StepReader {
  /** @param {RunReader} reader @param {string} first @param {string} starter */
  constructor(reader, first, starter) {
    this.reader = reader;
    this.starter = isSeat(first) ? first.toUpperCase() : null;
    this.alternates = starter === ALTERNATE;
    /** @type {string | null} */
    this.turn = null;
    this.rounds = 0;
    this.fresh = true; // whether nobody has had a turn in this round
  }

  /** @param {string[]} steps */
  read(steps) {
    let dealt = false;
    steps.forEach((step, place) => {
      const drawn = isOutcome(step, this.reader.table);
      const card = drawn && !/^[1-6]/.test(step) && !isSeat(step);
      if (card && !dealt) this.nextRound();
      if (isSeat(step)) this.starter = step.toUpperCase();
      if (drawn) this.reader.outcome(step);
      else
        this.choose(
          step,
          steps
            .slice(Math.max(place - 2, 0), place)
            .join(" ")
            .toLowerCase(),
        );
      dealt = card;
    });
  }

  nextRound() {
    if (this.rounds) this.starter = otherSeat(this.alternates ? this.starter : this.turn);
    this.rounds += 1;
    this.fresh = true;
  }

  /** @param {string} step @param {string} before */
  choose(step, before) {
    const small = step.toLowerCase();
    const begins = small === CALL || (small === ROLL && before !== `${CALL} ${OBJECT}`);
    if (begins) {
      this.turn = this.fresh ? this.starter : otherSeat(this.turn);
      this.fresh = false;
      this.reader.beginTurn(this.turn);
    }
    const words = step.split(/\s+/).filter((word) => word && !(begins && word.toLowerCase() === ROLL));
    words.forEach((word, place) => this.reader.say(word, place > 0));
  }
}

/** @param {string} word */
const isSeat = (word) => /^[AB]$/i.test(word);
/** @param {string | null} seat */
const otherSeat = (seat) => seat && (seat === "A" ? "B" : "A");
