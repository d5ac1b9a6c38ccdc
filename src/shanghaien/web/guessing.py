"""How hard a secret is to guess: an estimate that knows no words, only what people do when they make up one."""

import re
from math import log2
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, hexdigits

LEAST_BITS = 80.0
"""A million guesses a second for a million years try about as many secrets as 2 to the power of 65."""
OTHERS = 32
"""Characters on a keyboard that are neither letters nor digits."""
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890")
BITS_OF_A_STEP = 1.0
"""For what repeats the character before, or stands beside it in the alphabet or on a keyboard."""
WORD = re.compile(r"[A-Za-z][a-z]{3,}|[A-Z]{4,}")
"""Four letters in a row of one case."""
MUCH_IN_WORDS, MANY_VOWELS = 0.45, 0.28
"""The part of a secret that is words, and the part of its letters that is vowels, if somebody has made it up."""
BITS_OF_A_WORD, BITS_BETWEEN = 12.0, 4.0
"""Whoever guesses has a list of some thousand words; little ones, years and exclamation marks are quickly tried."""
BETWEEN = re.compile(r"[^\W_]+|[\W_]+")


def guessable(secret: str) -> bool:
    """Whether somebody with time and machines would find the secret."""
    return bits(secret) < LEAST_BITS


def bits(secret: str) -> float:
    """About how many times the number of guesses doubles until the secret is among them."""
    if _reads_like_words(secret):
        words, others = set(WORD.findall(secret)), set(BETWEEN.findall(WORD.sub(" ", secret)))
        return len(words) * BITS_OF_A_WORD + len(others) * BITS_BETWEEN
    return _bits_of_characters(secret, _bits_of_one(secret))


def _reads_like_words(secret: str) -> bool:
    if not set(secret) - set(hexdigits + "-"):
        return False
    letters = [letter for letter in secret.lower() if letter in ascii_letters]
    vowels = sum(letter in "aeiouy" for letter in letters)
    in_words = sum(map(len, WORD.findall(secret)))
    return in_words > MUCH_IN_WORDS * len(secret) and vowels >= MANY_VOWELS * len(letters)


def _bits_of_one(secret: str) -> float:
    """How much one character tells, by the kinds of characters there are and by how many of them differ."""
    kinds = [kind for kind in (ascii_lowercase, ascii_uppercase, digits) if set(kind) & set(secret)]
    size = sum(map(len, kinds)) + (OTHERS if set(secret) - set("".join(kinds)) else 0)
    if not set(secret) - set(hexdigits + "-"):
        size = min(size, 16)
    return log2(max(min(size, 2 * len(set(secret))), 1))


def _bits_of_characters(secret: str, each: float) -> float:
    """A character counts in full if it neither continues a series nor a stretch that was there before."""
    total, seen = 0.0, set[str]()
    for at, character in enumerate(secret):
        stretch = secret[max(at - 2, 0) : at + 1].lower()
        if at == 0 or not _is_beside(secret[at - 1].lower(), character.lower()):
            total += 0.0 if stretch in seen else each
        else:
            total += 0.0 if stretch in seen else BITS_OF_A_STEP
        seen.add(stretch)
    return total


def _is_beside(one: str, other: str) -> bool:
    return abs(ord(one) - ord(other)) <= 1 or any(one + other in row or other + one in row for row in ROWS)
