// Run with a file for localStorage, as test_scripts.py does: what is kept is kept for real.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  amend,
  answered,
  endFor,
  forget,
  keepReceipt,
  linkOf,
  openFor,
  remembered,
} from "../../src/shanghaien/web/tables/scripts/chains.js";
import { addSteps } from "../../src/shanghaien/web/tables/scripts/steps.js";

const GAME = "game-7";
const ends = { server: "1".repeat(64), creatorHeld: "2".repeat(64), guestHeld: "3".repeat(64) };
const reservation = { game: GAME, who: "guest", ...ends };

const opened = (choice, number, group, more = {}) =>
  openFor(GAME, choice, { chain: "guest-1", number, group, steps: "s", ...more });
const drawn = (group, number) => amend(GAME, (state) => answered(state, group, "guest-1", number));
const secret = () => JSON.parse(localStorage.getItem(`chain:${GAME}`)).secrets["guest-1"];
const link = (number) => linkOf(secret(), GAME, "guest-1", number);

beforeEach(() => localStorage.clear());

test("links of a chain lead from its secret to the end that was committed to", async () => {
  const { end } = await endFor(reservation);
  assert.equal(await link(0), end);
  assert.equal(await link(1024), secret());
  assert.deepEqual(await opened("roll", 1, 4), { link: await link(1) });
  assert.deepEqual(await opened("place 3", 2, 6), { link: await link(2) });
});

test("a form that is sent again gives the same end, but not for another reservation", async () => {
  const first = await endFor(reservation);
  assert.deepEqual(await endFor(reservation), first);
  assert.deepEqual(await endFor({ ...reservation, server: "4".repeat(64) }), { problem: "changed" });
  assert.notDeepEqual(await endFor({ ...reservation, chain: "guest-2" }), first);
});

test("a link that was not answered is sent again for the same steps, and for no other choice", async () => {
  await endFor(reservation);
  const first = await opened("roll", 1, 4);
  assert.deepEqual(await opened("roll", 1, 4), first);
  assert.deepEqual(await opened("shanghai", 1, 4), { problem: "moved" });
  assert.deepEqual(await opened("roll", 1, 4, { steps: "t" }), { problem: "moved" });
  await drawn(4, 1);
  assert.deepEqual(remembered(GAME)?.opened, { 4: ["guest-1", 1, "roll", addSteps("s", ["roll"])] });
});

test("players may choose otherwise themselves, but not after other steps", async () => {
  await endFor(reservation);
  const own = { own: true };
  const first = await opened("roll", 1, 4, own);
  assert.deepEqual(await opened("shanghai", 1, 4, { own: true, steps: "t" }), { problem: "moved" });
  assert.deepEqual(await opened("shanghai", 1, 4, own), first);
  assert.deepEqual(await opened("roll", 1, 4), { problem: "moved" });
  assert.deepEqual(await opened("allow", 1, 4, { steps: "u", earlier: ["s", "t"] }), { problem: "spent" });
  await drawn(4, 1);
  assert.deepEqual(remembered(GAME)?.opened[4]?.slice(0, 3), ["guest-1", 1, "shanghai"]);
});

test("a link that was answered serves for nothing else", async () => {
  await endFor(reservation);
  const first = await opened("roll", 1, 5);
  await drawn(5, 1);
  assert.deepEqual(await opened("roll", 1, 5), first);
  assert.deepEqual(await opened("shanghai", 1, 5), { problem: "moved" });
  assert.deepEqual(await opened("roll", 1, 6), { problem: "spent" });
  assert.deepEqual(await opened("roll", 2, 6), { link: await link(2) });
  assert.deepEqual(await opened("roll", 1, 5), first);
});

test("no link is opened ahead, nor of a chain that is not there", async () => {
  assert.deepEqual(await opened("roll", 1, 4), { problem: "lost" });
  await endFor(reservation);
  assert.deepEqual(await opened("roll", 2, 4), { problem: "too-far" });
  assert.deepEqual(await opened("roll", 1025, 4), { problem: "used-up" });
  assert.deepEqual(await opened("roll", 1, 4, { chain: "guest-2" }), { problem: "lost" });
});

test("links that are wanted at once are opened one after the other", async () => {
  await endFor(reservation);
  const found = await Promise.all([1, 2, 3].map((number) => opened("roll", number, 4 + number)));
  assert.deepEqual(found, [{ link: await link(1) }, { link: await link(2) }, { link: await link(3) }]);
});

test("what is remembered holds what was agreed on and opened, and no secret", async () => {
  const { end } = await endFor({ ...reservation, known: ["5".repeat(64)] });
  await opened("roll", 1, 4);
  await drawn(4, 1);
  await opened("roll", 2, 8);
  const receipt = `${GAME} ${"6".repeat(64)} ${"7".repeat(64)} 3 ${"8".repeat(64)} 9 ${"0".repeat(128)}`;
  await keepReceipt(GAME, receipt, "c".repeat(64));
  const memory = remembered(GAME);
  assert.equal(memory?.contract, "7".repeat(64));
  assert.deepEqual(memory?.ends, ["5".repeat(64), end]);
  assert.deepEqual(memory?.opened, { 4: ["guest-1", 1, "roll", addSteps("s", ["roll"])] });
  assert.deepEqual(memory?.told, [["guest-1", 2, "roll", 8, addSteps("s", ["roll"])]]);
  assert.deepEqual(memory?.receipts, [receipt]);
  assert.ok(!JSON.stringify(memory).includes(secret()));
  await forget(GAME);
  assert.equal(remembered(GAME), null);
});

test("a browser that keeps nothing says so and gives no end", async (t) => {
  t.mock.method(Storage.prototype, "setItem", () => {
    throw new DOMException("", "QuotaExceededError");
  });
  assert.deepEqual(await endFor(reservation), { problem: "full" });
  assert.equal(remembered(GAME), null);
});

test("the games that were not touched for longest make room", async (t) => {
  for (const age of [1, 2, 3]) localStorage.setItem(`chain:old-${age}`, `{"touched": ${age}}`);
  const put = Storage.prototype.setItem;
  t.mock.method(Storage.prototype, "setItem", function (key, text) {
    if (this.length > 2) throw new DOMException("full", "QuotaExceededError");
    put.call(this, key, text);
  });
  assert.ok((await endFor(reservation)).end);
  assert.deepEqual(Object.keys(localStorage).sort(), [`chain:${GAME}`, "chain:old-3"]);
});
