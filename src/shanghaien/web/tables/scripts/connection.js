// The line between a page and the server: a WebSocket, which brings events and takes forms; where none comes through,
// the stream of server-sent events, and forms go as requests of their own.

/** @typedef {{ event: string, data: any, time?: number }} Told */
/** @typedef {{ event: "answer", re: number, status: number, type: string, body: string }} Answered */
/**
 * @typedef {object} Handlers
 * @property {(event: Told) => void} tell something has happened
 * @property {(live: boolean) => void} show whether the server can be reached
 * @property {() => void} ended the session of this page is over
 */

const PATIENCE = 8000; // until a socket has brought its first event, and until a form is answered
const SILENCE = 45000; // signs of life come every 15 seconds
const SOON = 400;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const SESSION_OVER = 4401;
const NO_SOCKET = "no-socket"; // kept for the visit: no socket comes through here
const STREAMED = ["parts", "alive", "said", "people", "come-back"];
const FORM = /^\/t\/([^/?]+)\/([a-z-]+)/;
const BY_REQUEST = "name"; // its answer sets a cookie

export class Connection {
  /** @type {(kind: "socket" | "events") => string} */
  #address;
  /** @type {Handlers} */
  #handlers;
  /** @type {WebSocket | EventSource | null} */
  #line = null;
  #open = false; // whether the line is a socket that has brought something
  #worked = false; // whether a socket has ever brought something on this page
  #failed = false; // whether the last socket did not come through, so that it is the stream's turn
  /** @type {Map<number, (answer: Response | null) => void>} */
  #unanswered = new Map();
  #number = 0;
  #wait = FIRST_WAIT;
  #timer = 0; // until the line is opened again
  #silence = 0; // until it is given up

  /** @param {(kind: "socket" | "events") => string} address @param {Handlers} handlers */
  constructor(address, handlers) {
    this.#address = address;
    this.#handlers = handlers;
  }

  // Opens the line, anew if there is one.
  listen() {
    this.hangUp();
    if (this.#failed || sessionStorage.getItem(NO_SOCKET)) this.#openStream();
    else this.#openSocket();
  }

  // A line that is closed is opened again after a while, or at once.
  /** @param {boolean} [atOnce] */
  again(atOnce = false) {
    this.hangUp();
    if (atOnce) this.#wait = FIRST_WAIT;
    else this.#handlers.show(false);
    const wait = (atOnce ? 0 : this.#wait) + Math.random() * SOON; // not all at the same moment
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.listen(), wait);
  }

  // Forms that are not answered yet are given back to be sent again.
  hangUp() {
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    const line = this.#line;
    this.#line = null;
    this.#open = false;
    line?.close();
    for (const give of this.#unanswered.values()) give(null);
    this.#unanswered.clear();
  }

  // The answer to a form, as to a request; null where no socket takes it, or it was lost before it was answered.
  /** @param {string} where @param {URLSearchParams} body @returns {Promise<Response | null>} */
  async send(where, body) {
    const [, game, to] = FORM.exec(where) ?? [];
    const form = Object.fromEntries(body);
    const plain = Object.keys(form).length === [...body.keys()].length;
    if (!this.#open || !to || to === BY_REQUEST || !plain) return null;
    if (this.#address("socket").split("/")[2] !== game) return null;
    const re = (this.#number += 1);
    /** @type {Promise<Response | null>} */
    const answer = new Promise((give) => this.#unanswered.set(re, give));
    const late = setTimeout(() => this.#unanswered.has(re) && this.again(), PATIENCE); // it died without a word
    /** @type {WebSocket} */ (this.#line).send(JSON.stringify({ re, to, form }));
    return answer.finally(() => clearTimeout(late));
  }

  #openSocket() {
    const address = new URL(this.#address("socket"), location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#line = socket;
    this.#giveUpAfter(PATIENCE, () => this.#noSocket());
    socket.onmessage = ({ data }) => socket === this.#line && this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.#line && this.#closed(code);
  }

  /** @param {(Told | Answered)[]} events */
  #hear(events) {
    this.#open = this.#worked = true;
    this.#alive();
    for (const event of events) {
      if ("re" in event) this.#answered(event);
      else this.#tell(event);
    }
  }

  /** @param {Answered} answer */
  #answered({ re, status, type, body }) {
    const give = this.#unanswered.get(re);
    this.#unanswered.delete(re);
    give?.(new Response(body || null, { status, headers: { "Content-Type": type } }));
  }

  /** @param {number} code */
  #closed(code) {
    if (!this.#open) return this.#noSocket();
    this.again();
    if (code === SESSION_OVER) this.#handlers.ended();
  }

  // It may be the proxy, or the server is not there: the stream will tell.
  #noSocket() {
    this.hangUp();
    this.#failed = true;
    this.#openStream();
  }

  #openStream() {
    const stream = new EventSource(this.#address("events"));
    this.#line = stream;
    this.#giveUpAfter(SILENCE, () => this.again());
    stream.onopen = () => {
      if (this.#failed && !this.#worked) sessionStorage.setItem(NO_SOCKET, "1");
      this.#alive();
    };
    stream.onerror = () => {
      this.#failed = false; // nobody is there; then a socket is tried again
      this.again();
    };
    for (const event of STREAMED) stream.addEventListener(event, (told) => this.#streamed(event, told));
  }

  /** @param {string} event @param {MessageEvent} told */
  #streamed(event, { data, lastEventId }) {
    this.#alive();
    this.#tell({ event, data: JSON.parse(data), time: Number(lastEventId) });
  }

  /** @param {Told} told */
  #tell(told) {
    if (told.event === "come-back") this.again(true); // the server stops, another one goes on
    else this.#handlers.tell(told);
  }

  #alive() {
    this.#wait = FIRST_WAIT;
    this.#giveUpAfter(SILENCE, () => this.again());
    this.#handlers.show(true);
  }

  // A line that died without a word never fails by itself.
  /** @param {number} patience @param {() => void} giveUp */
  #giveUpAfter(patience, giveUp) {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(giveUp, patience);
  }
}
