import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Connection } from "../../src/shanghaien/web/tables/scripts/connection.js";

// Lines that do nothing by themselves: a test opens, tells and ends them.
class Line {
  static made = [];

  constructor(address) {
    this.address = String(address);
    this.sent = [];
    this.closed = false;
    Line.made.push(this);
  }

  close() {
    this.closed = true;
  }
}

class FakeSocket extends Line {
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  tell(...events) {
    this.onmessage({ data: JSON.stringify(events) });
  }

  answer(re, status = 200, told = { version: 5 }) {
    this.tell({ event: "answer", re, status, type: "application/json", body: JSON.stringify(told) });
  }
}

class FakeStream extends Line {
  #hears = new Map();

  addEventListener(name, hear) {
    this.#hears.set(name, hear);
  }

  tell(name, data, lastEventId = "") {
    this.#hears.get(name)({ data: JSON.stringify(data), lastEventId });
  }
}

const ALIVE = { event: "alive", data: { version: 1 } };
const kept = new Map();
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  EventSource: FakeStream,
  location: new URL("http://play.example/t/g"),
});
Object.defineProperty(globalThis, "sessionStorage", {
  value: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
});
mock.timers.enable({ apis: ["setTimeout"] });

beforeEach(() => {
  kept.clear();
  Line.made = [];
});

// A page, and all that it was told.
function page() {
  const told = [];
  const connection = new Connection((kind) => `/t/g/${kind}?version=1`, {
    tell: (event) => told.push(event),
    show: (live) => (told.live = live),
    ended: () => (told.ended = true),
  });
  connection.listen();
  return { connection, told };
}

const last = () => Line.made.at(-1);
const move = (fields = { action: "roll", id: "one" }) => new URLSearchParams(fields);

test("events come over a socket, all that is told at once in its order", () => {
  const { told } = page();
  assert.equal(last().address, "ws://play.example/t/g/socket?version=1");
  last().tell({ event: "people", data: { said: "here" } }, { ...ALIVE, time: 7 });
  assert.deepEqual(
    [...told],
    [
      { event: "people", data: { said: "here" } },
      { ...ALIVE, time: 7 },
    ],
  );
  assert.equal(told.live, true);
});

test("a form goes over the socket, and its answer is read as that of a request", async () => {
  const { connection } = page();
  last().tell(ALIVE);
  const sent = connection.send("/t/g/act?end=left", move());
  assert.deepEqual(last().sent, [{ re: 1, to: "act", form: { action: "roll", id: "one" } }]);
  last().answer(1, 409, { sentence: "Stale." });
  const answer = await sent;
  assert.deepEqual([answer.status, answer.ok, answer.headers.get("Content-Type")], [409, false, "application/json"]);
  assert.deepEqual(await answer.json(), { sentence: "Stale." });
});

test("answers find their forms in whatever order they come", async () => {
  const { connection } = page();
  last().tell(ALIVE);
  const both = ["act", "open"].map((to) => connection.send(`/t/g/${to}`, move()));
  last().answer(2, 200, { version: 2 });
  last().answer(1, 200, { version: 1 });
  const versions = await Promise.all(both.map(async (sent) => (await (await sent).json()).version));
  assert.deepEqual(versions, [1, 2]);
});

test("what no socket can carry is left to a request", async () => {
  const { connection } = page();
  assert.equal(await connection.send("/t/g/act", move()), null); // nothing has come yet
  last().tell(ALIVE);
  for (const where of ["/t/g/name", "/t/other/act", "/account/name"])
    assert.equal(await connection.send(where, move()), null);
  assert.equal(await connection.send("/t/g/act", new URLSearchParams("a=1&a=2")), null);
  assert.deepEqual(last().sent, []);
});

test("a form in flight is given back when the line is lost, to be sent again with the same id", async () => {
  const { connection, told } = page();
  const first = last();
  first.tell(ALIVE);
  const sent = connection.send("/t/g/act", move());
  first.onclose({ code: 1006 });
  assert.equal(await sent, null);
  assert.equal(told.live, false);
  mock.timers.tick(900);
  assert.notEqual(last(), first);
  last().tell(ALIVE);
  connection.send("/t/g/act", move());
  assert.equal(last().sent[0].form.id, "one");
  assert.equal(told.live, true);
});

test("a line that died without a word is given up, and with it what was sent on it", async () => {
  const { connection } = page();
  const first = last();
  first.tell(ALIVE);
  const sent = connection.send("/t/g/act", move());
  mock.timers.tick(8000);
  assert.equal(await sent, null);
  assert.equal(first.closed, true);
});

test("where no socket comes through the stream takes over, and that is remembered for the visit", () => {
  const { told } = page();
  last().onclose({ code: 1006 });
  assert.equal(last().address, "/t/g/events?version=1");
  last().onopen();
  last().tell("alive", { version: 1 }, "9");
  assert.deepEqual([...told], [{ event: "alive", data: { version: 1 }, time: 9 }]);
  page();
  assert.equal(last() instanceof FakeStream, true);
  assert.equal(Line.made.length, 3);
});

test("a socket that is granted and brings nothing counts as none", () => {
  page();
  const first = last();
  mock.timers.tick(8000);
  assert.equal(first.closed, true);
  assert.equal(last() instanceof FakeStream, true);
});

test("a server that is away is looked for by socket again, later and later", () => {
  const { told } = page();
  for (let round = 0; round < 3; round += 1) {
    assert.equal(last() instanceof FakeSocket, true);
    last().onclose({ code: 1006 });
    last().onerror();
    assert.equal(told.live, false);
    const made = Line.made.length;
    mock.timers.tick(499 * 2 ** round);
    assert.equal(Line.made.length, made);
    mock.timers.tick(2 ** round + 400);
  }
  last().tell(ALIVE);
  assert.equal(told.live, true);
  assert.equal(kept.size, 0);
});

test("a server that stops is come back to at once and without alarm", () => {
  const { told } = page();
  const first = last();
  first.tell(ALIVE);
  first.tell({ event: "come-back", data: {} });
  assert.equal(first.closed, true);
  mock.timers.tick(400);
  assert.notEqual(last(), first);
  assert.equal(told.live, true);
});

test("what an old line still says is not heard", () => {
  const { connection, told } = page();
  const first = last();
  first.tell(ALIVE);
  connection.listen();
  first.tell(ALIVE);
  first.onclose({ code: 1006 });
  assert.equal(told.length, 1);
  assert.equal(Line.made.length, 2);
});

test("a page is told that its session is over", () => {
  const { told } = page();
  last().tell(ALIVE);
  last().onclose({ code: 4401 });
  assert.equal(told.ended, true);
});

test("a line that is silent for long is opened anew", async () => {
  page();
  const first = last();
  first.tell(ALIVE);
  mock.timers.tick(44_000);
  first.tell(ALIVE);
  mock.timers.tick(44_000);
  assert.equal(first.closed, false);
  mock.timers.tick(1000);
  await turn();
  assert.equal(first.closed, true);
});
