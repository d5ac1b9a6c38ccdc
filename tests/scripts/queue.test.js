import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { UpdateQueue } from "../../src/shanghaien/web/tables/scripts/requests.js";

// A stage on which nothing takes time, and that counts what it is asked for.
function stage() {
  const asked = { finished: 0, waits: [] };
  const finish = () => (asked.finished += 1);
  const wait = async (ms) => void asked.waits.push(ms);
  return { asked, updates: new UpdateQueue({ finish, wait }) };
}

test("updates are shown one after the other, though the first takes longest", async () => {
  const { updates } = stage();
  const shown = [];
  const slow = updates.add(async () => {
    await turn();
    await turn();
    shown.push("first");
  });
  await Promise.all([slow, updates.add(() => shown.push("second"))]);
  assert.deepEqual(shown, ["first", "second"]);
});

test("what fails does not hold up what comes after it", async () => {
  const { updates } = stage();
  const broken = updates.add(() => Promise.reject(new Error("broken")));
  const next = updates.add(() => "shown");
  await assert.rejects(broken, /broken/);
  assert.equal(await next, "shown");
});

test("an update is hurried as long as more waits behind it than can be watched", async () => {
  const { asked, updates } = stage();
  const hurried = [];
  const all = [1000, 1000, 1000, 1000].map((length) => updates.add((hurry) => hurried.push(hurry), length));
  await Promise.all(all);
  assert.deepEqual(hurried, [true, true, false, false]);
  assert.equal(asked.finished, 2); // what moved when the third and the fourth came
});

test("a game of bots is shown whole, with a beat before each thing that happens", async () => {
  const { asked, updates } = stage();
  updates.whole = true;
  const hurried = [];
  const all = [5000, 5000, 0].map((length) => updates.add((hurry) => hurried.push(hurry), length));
  await Promise.all(all);
  assert.deepEqual(hurried, [false, false, false]);
  assert.equal(asked.finished, 0);
  assert.deepEqual(asked.waits, [UpdateQueue.BEAT, UpdateQueue.BEAT]);
});

test("what is held goes on step by step, and then by itself", async () => {
  const { updates } = stage();
  const shown = [];
  updates.hold(true);
  const all = [1, 2, 3].map((number) => updates.add(() => shown.push(number), 100));
  await turn();
  assert.deepEqual(shown, []);
  updates.step();
  await turn();
  assert.deepEqual(shown, [1]);
  updates.hold(false);
  await Promise.all(all);
  assert.deepEqual(shown, [1, 2, 3]);
});

test("a step that is asked for before there is anything to show is not lost", async () => {
  const { updates } = stage();
  const shown = [];
  updates.hold(true);
  updates.step();
  updates.add(() => shown.push(1), 100);
  updates.add(() => shown.push(2), 100);
  await turn();
  assert.deepEqual(shown, [1]);
});
