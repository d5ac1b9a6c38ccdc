// The digest of a game's steps so far, as docs/fairness.md defines it: chained, so that only new steps are needed. The
// text form of a record leaves rolls out, so the digest does as well.
import { hashOf } from "./hash.js";

const ROLL = "roll";

// Before the first step.
/** @param {string} game */
export const stepsOf = (game) => hashOf("steps", game);

// The same digest after more steps, or words of steps.
/** @param {string} digest @param {string[]} steps */
export const addSteps = (digest, steps) =>
  steps
    .flatMap((step) => step.toLowerCase().split(" "))
    .filter((word) => word && word !== ROLL)
    .reduce((before, word) => hashOf("steps", before, word), digest);
