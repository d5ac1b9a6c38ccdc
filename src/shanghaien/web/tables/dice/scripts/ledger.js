// The way from a contract to the key of every group of draws, walked again by the tags of a record of the second
// protocol. Nothing is believed that can be hashed; the messages are those of docs/fairness.md.
import { NAMES, OTHER, PROTOCOL, SERVER, hasChain, seatRuns } from "./proof.js";
import { sha256, toHex, utf8 } from "../../../site/scripts/sha256.js";

/** @import { Anew, Letter, Player, Proof, Tip } from "./proof.js" */
/** @typedef {{ name: string, ok: boolean, says: string, values?: Record<string, unknown>, loud?: boolean }} Check */
/** @typedef {{ key: string, server: string[], links: Record<string, number> }} DrawnGroup */
/** @typedef {{ end: string, kind: string, who: string | null }} Chain */

const MISSING = "0".repeat(64); // stands for a link that the record does not give: nothing that follows can fit
const MOST_ANEW = 100;

/** @param {string[]} fields */
export const message = (...fields) => utf8([PROTOCOL, ...fields].join("\n"));
/** @param {string[]} fields */
export const hashed = (...fields) => toHex(sha256(message(...fields)));

/** @param {Proof} proof */
export const reservationOf = ({ game, server, held }) => hashed("reservation", game, server, held.c, held.g);

/** @param {Proof} proof */
export function contractOf(proof) {
  const { game, setup, mode, seat, after, witness, players } = proof;
  const about = [mode, seat, after, witness, reservationOf(proof)];
  return hashed("contract", game, ...setup, ...about, players.c.kind, players.c.end, players.c.word);
}

// The end and all links up to the one given; the place in the list is the number.
/** @param {string} game @param {string} name @param {number} number @param {string} link */
export function linksDownFrom(game, name, number, link) {
  const links = [link];
  for (let at = number; at > 0; at -= 1) links.push(hashed("link", game, name, String(at), links[links.length - 1]));
  return links.reverse();
}

export class Ledger {
  /** @param {Proof} proof */
  constructor(proof) {
    this.proof = proof;
    this.head = contractOf(proof);
    /** @type {Map<number, Set<string>>} */
    this.heads = new Map(); // the transcripts that stood there after so many groups
    /** @type {Record<string, string>} */
    this.current = {}; // the name of the chain that each player uses now
    /** @type {Map<string, Chain>} */
    this.chains = new Map([["server", { end: proof.server, kind: "server", who: null }]]);
    this.server = "server"; // the name of the server's present chain
    /** @type {Map<string, number>} */
    this.servers = new Map(); // how many links of each of its chains were used, and then of each player's
    /** @type {Map<string, number>} */
    this.used = new Map();
    /** @type {Set<string>} */
    this.stale = new Set(); // whose links may be known, since the server was restored from a copy
    /** @type {Set<string>} */
    this.fresh = new Set(); // who has committed anew since the other player last opened a link
    /** @type {DrawnGroup[]} */
    this.groups = []; // key, and the links of players that it was made of
    this.guestCame = false;
    this.renewals = 0;
    /** @type {Check[]} */
    this.faults = [];
    this.opened = new Map([...proof.tips].map(([name, tip]) => [name, this.links(name, tip)]));
  }

  /** @param {string} name @param {Tip} tip */
  links(name, { number, link }) {
    return linksDownFrom(this.proof.game, name, number, link);
  }

  // `actors` are the seats whose choice each group followed, as far as they are known; null for the first deal.
  /** @param {(string | null)[]} actors */
  walk(actors) {
    const { proof } = this;
    const later = Number(proof.seat === "drawn" && hasChain(proof.players.g));
    const known = [...Array(seatRuns(proof)).fill(null), ...actors];
    this.commit("c", proof.players.c);
    this.see();
    for (let place = 0; place <= proof.groups.length; place += 1) {
      if (place === later && proof.players.g) this.sit(proof.players.g);
      const well = proof.anew.filter(({ group }) => group === place).every((entry) => this.renew(entry));
      if (!well) return;
      const letter = proof.groups[place];
      if (letter && place < known.length) this.checkOwner(letter, known[place]);
      if (letter && !this.draw(letter)) return;
    }
  }

  /** @param {string} who @param {Player | Anew} player */
  commit(who, player) {
    if (!hasChain(player)) return;
    const own = [...this.chains.values()].filter((chain) => chain.who === who && chain.kind === "person").length;
    const name = `${NAMES[who]}-${player.kind === "entrusted" ? "held" : own + 1}`;
    this.chains.set(name, { end: player.end, kind: player.kind, who });
    this.current[who] = name;
  }

  /** @param {Player} guest */
  sit(guest) {
    this.commit("g", guest);
    this.guestCame = true;
    this.head = hashed("guest", this.head, guest.kind, guest.end, guest.word);
    this.see();
  }

  /** @param {Anew} entry */
  renew(entry) {
    this.renewals += 1;
    if (this.renewals > MOST_ANEW) return this.stop();
    if (entry.who === SERVER) return this.restore(entry.end);
    if (!(entry.who in this.current)) return this.stop();
    this.commit(entry.who, entry);
    this.fresh.add(entry.who);
    this.stale.delete(entry.who);
    return true;
  }

  /** @param {string} end */
  restore(end) {
    this.server = `server-${[...this.chains.values()].filter(({ kind }) => kind === "server").length + 1}`;
    this.chains.set(this.server, { end, kind: "server", who: null });
    const ownChain = (/** @type {string} */ who) => this.chains.get(this.current[who])?.kind === "person";
    this.stale = new Set(Object.keys(this.current).filter(ownChain));
    this.head = hashed("restored", this.head, end);
    this.see();
    return true;
  }

  stop() {
    this.faults.push({ name: "groups", ok: false, says: "walk-broken", values: { group: this.groups.length } });
    return false;
  }

  // In a game with witnesses a fresh chain is left out until the other player has opened a link without it.
  /** @param {string} who */
  canOpen(who) {
    const other = OTHER[who];
    if (!(who in this.current)) return false;
    const waits = this.proof.witness === "always" && this.fresh.has(who) && !this.fresh.has(other);
    return !waits || !(other in this.current);
  }

  /** @param {string} letter @param {string | null} seat */
  checkOwner(letter, seat) {
    const { players } = this.proof;
    const beginner = this.guestCame && hasChain(players.g) ? "g" : "c";
    const actor = seat === null ? beginner : seat === players.c.seat ? "c" : "g";
    const owner = [actor, OTHER[actor]].find((who) => this.canOpen(who)) ?? "-";
    const group = this.groups.length;
    if (letter !== owner)
      this.faults.push({ name: `owner ${group}`, ok: false, says: "owner-broken", values: { group } });
  }

  /** @param {string} letter */
  draw(letter) {
    const { proof } = this;
    const number = this.groups.length;
    const early = !this.guestCame && (proof.seat !== "drawn" || number > 0);
    if (early || (letter !== "-" && !(letter in this.current))) return this.stop();
    const watched = letter !== "-" && proof.witness === "always" && this.canOpen(OTHER[letter]);
    const openers = letter === "-" ? [] : [letter, ...(watched ? [OTHER[letter]] : [])];
    if (openers.some((who) => this.stale.has(who)))
      this.faults.push({ name: `stale ${number}`, ok: false, says: "stale-broken", values: { group: number } });
    const links = openers.map((who) => this.open(this.current[who], this.used));
    const server = this.open(this.server, this.servers);
    const nobody = Array(2 - links.length).fill(["-", "0", "-"]);
    const fields = [...links, ...nobody].flat();
    const key = hashed("key", proof.game, String(number), ...fields, server[2], this.head);
    for (const who of openers) this.fresh.delete(OTHER[who]);
    this.groups.push({
      key,
      server: server.slice(0, 2),
      links: Object.fromEntries(links.map(([name, at]) => [name, Number(at)])),
    });
    this.head = hashed("transcript", this.head, key);
    this.see();
    return true;
  }

  /** @param {string} name @param {Map<string, number>} used */
  open(name, used) {
    const number = (used.get(name) ?? 0) + 1;
    used.set(name, number);
    return [name, String(number), this.link(name, number)];
  }

  /** @param {string} name @param {number} number */
  link(name, number) {
    return this.opened.get(name)?.[number] ?? MISSING;
  }

  see() {
    const place = this.groups.length;
    this.heads.set(place, (this.heads.get(place) ?? new Set()).add(this.head));
  }

  // Whether as many links were opened of each chain as were used, and whether they lead to its end.
  /** @returns {Check[]} */
  chainChecks() {
    const uses = new Map([...this.servers, ...this.used]);
    return [...new Set([...uses.keys(), ...this.proof.tips.keys()])].map((name) => {
      const [used, opened] = [uses.get(name) ?? 0, this.proof.tips.get(name)?.number ?? 0];
      const values = { chain: name, used, opened };
      if (used !== opened) return { name: `links ${name}`, ok: false, says: "links-broken", values };
      const ok = this.link(name, 0) === this.chains.get(name)?.end;
      const kind = name.startsWith("server") ? "server-chain" : `chain ${name}`;
      return { name: kind, ok, says: ok ? "chain-kept" : "chain-broken", values };
    });
  }
}
