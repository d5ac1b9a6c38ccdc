import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ServerTime,
  leftOn,
  passedMark,
  pausesIn,
  stands,
  untilNext,
  written,
} from "../../src/shanghaien/web/tables/scripts/clock_time.js";

const MINUTE = 60_000;
const words = { days: "%(days)s d %(hours)s h", hours: "%(hours)s:%(minutes)s h", point: "," };
const clock = { left: 5 * MINUTE, since: 1000, running: true, days: false, pauses: pausesIn("") };

test("a clock that does not run shows what was left", () => {
  assert.equal(leftOn({ ...clock, running: false }, 9 * MINUTE), 5 * MINUTE);
});

test("a clock that runs loses what has passed since, and never goes below nothing", () => {
  assert.equal(leftOn(clock, 1000 + MINUTE), 4 * MINUTE);
  assert.equal(leftOn(clock, 0), 5 * MINUTE);
  assert.equal(leftOn(clock, 60 * MINUTE), 0);
});

test("while a clock stands nothing passes, also if it began to stand before", () => {
  const paused = { ...clock, pauses: pausesIn("0-3000 10000-20000") };
  assert.equal(leftOn(paused, 3000), 5 * MINUTE);
  assert.equal(leftOn(paused, 15_000), 5 * MINUTE - 7000);
  assert.equal(leftOn(paused, 25_000), 5 * MINUTE - 12_000);
  assert.deepEqual(
    [9999, 10_000, 19_999, 20_000].map((time) => stands(paused, time)),
    [false, true, true, false],
  );
});

test("time is written in minutes, below twenty seconds with tenths, and in days where days are counted", () => {
  assert.equal(written(5 * MINUTE, false, words), "5:00");
  assert.equal(written(20_000, false, words), "0:20");
  assert.equal(written(19_990, false, words), "0:19,9");
  assert.equal(written(0, false, words), "0:00");
  assert.equal(written(26 * 60 * MINUTE, true, words), "1 d 2 h");
  assert.equal(written(61 * MINUTE, true, words), "1:01 h");
  assert.equal(written(19_990, true, words), "0:19");
});

test("the next look comes when the clock shows something else", () => {
  for (const [left, days] of [
    [90_500, false],
    [19_950, false],
    [90 * MINUTE + 1, true],
    [30 * MINUTE + 700, true],
  ]) {
    const later = untilNext(left, days);
    assert.equal(written(left - later, days, words), written(left, days, words));
    assert.notEqual(written(left - later - 1, days, words), written(left, days, words));
  }
});

test("three marks are passed, each once, and of several the last counts", () => {
  assert.equal(passedMark(61_000, 60_000), 60);
  assert.equal(passedMark(60_000, 59_000), undefined);
  assert.equal(passedMark(70_000, 9000), 10);
});

test("of the server's last eight words about the time the quickest on its way is believed", () => {
  const server = new ServerTime();
  server.hear(5000, 100); // took no time at all
  for (let word = 0; word < 7; word += 1) server.hear(5000, 150);
  assert.equal(server.at(200), 5100);
  server.hear(5000, 150); // the ninth: the first is forgotten
  assert.equal(server.at(200), 5050);
});
