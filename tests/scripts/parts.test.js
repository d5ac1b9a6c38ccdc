import assert from "node:assert/strict";
import { test } from "node:test";
import { freshId, restInGroups, rowInGroups } from "../../src/shanghaien/web/tables/scripts/parts.js";

const SLOTS = [0, 1, 2, 3, 4, 5].map((place) => `slot-${place}`);
const ROW = [...SLOTS, "seat-me", "seat-them", "dice-me", "dice-them", "end-left", "end-right"];
const REST = ["slate", "crews", "where", "tray"];

test("every part of the row is exchanged once, whatever happens", () => {
  for (const change of [true, false].flatMap((told) => [true, false].map((deals) => ({ told, deals })))) {
    assert.deepEqual(
      rowInGroups([...REST, ...ROW], change)
        .flat()
        .sort(),
      ROW.toSorted(),
    );
  }
});

test("seats come before the row, unless a Shanghai is shared out: then nothing tells of it before", () => {
  assert.deepEqual(rowInGroups(ROW, { told: false, deals: false })[0], [
    "seat-me",
    "seat-them",
    "end-left",
    "end-right",
  ]);
  assert.deepEqual(rowInGroups(ROW, { told: true, deals: false }), [ROW]);
});

test("a row that is dealt is exchanged two cards at a time", () => {
  const groups = rowInGroups(SLOTS, { told: false, deals: true });
  assert.deepEqual(groups, [[], ["slot-0", "slot-1"], ["slot-2", "slot-3"], ["slot-4", "slot-5"]]);
});

test("what is asked comes last, when everything else is there", () => {
  assert.deepEqual(restInGroups([...ROW, ...REST]), [["slate"], ["crews", "where"], ["tray"]]);
});

test("each change has an id of its own that names the version it was made for", () => {
  const ids = new Set(Array.from({ length: 100 }, () => freshId(7)));
  assert.equal(ids.size, 100);
  for (const id of ids) assert.match(id, /^7-[0-9a-f]{24}$/);
});
