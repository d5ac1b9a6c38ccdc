import assert from "node:assert/strict";
import { test } from "node:test";
import { keyTarget } from "../../src/shanghaien/web/site/scripts/keys.js";

const [left, right] = [{ value: "place 3 left" }, { value: "place 3 right" }];

test("a key that one thing bears presses it", () => {
  assert.deepEqual(keyTarget([left], null), { press: true, bearer: left });
});

test("a key that nothing bears means nothing", () => {
  assert.equal(keyTarget([], null), null);
});

test("where two bearers do the same, the first is pressed, whatever has the focus", () => {
  const again = { value: left.value };
  assert.deepEqual(keyTarget([left, again], again), { press: true, bearer: left });
});

test("where two bearers do different things, the key walks from one to the next and presses none", () => {
  assert.deepEqual(keyTarget([left, right], null), { press: false, bearer: left });
  assert.deepEqual(keyTarget([left, right], left), { press: false, bearer: right });
  assert.deepEqual(keyTarget([left, right], right), { press: false, bearer: left });
});

test("a link is told from a button by where it leads", () => {
  const [help, rules] = [{ href: "/help" }, { href: "/rules" }];
  assert.equal(keyTarget([help, rules], help)?.bearer, rules);
});
