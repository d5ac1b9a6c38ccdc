// How every message of the dice is hashed: fields of text, joined by line feeds (docs/fairness.md).
import { sha256, toHex, utf8 } from "../../site/scripts/sha256.js";

/** @param {string[]} fields */
export const hashOf = (...fields) => toHex(sha256(utf8(["shanghaien-fair-2", ...fields].join("\n"))));
