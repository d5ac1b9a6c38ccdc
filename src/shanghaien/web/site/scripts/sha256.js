// SHA-256 and HMAC at once, on every page: Web Crypto answers later, and only on pages opened by https (FIPS 180-4,
// RFC 2104). A chain of 1,024 links takes 10 to 20 ms.

const BLOCK = 64;
const [ROOTS, STARTS] = constants();

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of 8.
function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < 64; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  /** @param {number} root */
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const cubes = primes.map((prime) => fraction(Math.cbrt(prime)));
  return [Int32Array.from(cubes), Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))];
}

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setUint32(whole.length - 4, bytes.length * 8);
  return new DataView(whole.buffer);
}

/** @param {Int32Array} words @param {DataView} view @param {number} start */
function schedule(words, view, start) {
  for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(start + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15];
    const late = words[at - 2];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16] + first + words[at - 7] + second;
  }
}

/** @param {Int32Array} state @param {Int32Array} words */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROOTS[at] + words[at]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] += word));
}

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);
/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// The 32 bytes of the hash of some bytes.
/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  const view = padded(bytes);
  const state = Int32Array.from(STARTS);
  const words = new Int32Array(64);
  for (let start = 0; start < view.byteLength; start += BLOCK) {
    schedule(words, view, start);
    mix(state, words);
  }
  const made = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => made.setInt32(place * 4, word));
  return new Uint8Array(made.buffer);
}

// The 32 bytes of the keyed hash of some bytes; no key here is longer than a block.
/** @param {Uint8Array} key @param {Uint8Array} bytes */
export function hmac(key, bytes) {
  /** @param {number} fill */
  const side = (fill) => Uint8Array.from({ length: BLOCK }, (_, place) => (key[place] ?? 0) ^ fill);
  const inner = sha256(new Uint8Array([...side(0x36), ...bytes]));
  return sha256(new Uint8Array([...side(0x5c), ...inner]));
}
