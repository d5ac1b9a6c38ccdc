import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { fromHex, hmac, sha256, toHex, utf8 } from "../../src/shanghaien/web/site/scripts/sha256.js";

const texts = Array.from({ length: 200 }, (_, size) => Uint8Array.from({ length: size }, (_, at) => at * size));

test("hashes are those of Node, around every border of a block", () => {
  for (const text of texts) assert.equal(toHex(sha256(text)), createHash("sha256").update(text).digest("hex"));
});

test("keyed hashes are those of Node", () => {
  for (const text of texts) {
    const key = text.slice(0, 64);
    assert.equal(toHex(hmac(key, text)), createHmac("sha256", key).update(text).digest("hex"));
  }
});

test("hexadecimal digits lead back to the bytes, and text is UTF-8", () => {
  for (const text of texts) assert.deepEqual(fromHex(toHex(text)), text);
  assert.equal(toHex(utf8("é€")), "c3a9e282ac");
});
