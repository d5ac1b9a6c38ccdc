"""A second verifier, written from docs/fairness.md alone: it imports nothing of this project."""

from hashlib import sha256
from hmac import digest as hmac_digest
from itertools import product
from math import factorial

NAME = "shanghaien-fair-1"
NATIONS = ("AME", "FRE", "GER", "CHI", "DUT", "TUR", "SPA", "ITA")
Table = list[tuple[str, int]]


def told(*fields: str) -> bytes:
    return "\n".join((NAME, *fields)).encode("ascii")


def mac(key: bytes, *fields: str) -> bytes:
    return hmac_digest(key, told(*fields), "sha256")


def number(key: bytes, index: int, below: int) -> tuple[int, int, str]:
    attempt = 0
    while True:
        digest = mac(key, "draw", str(index), str(attempt))
        word = (digest[0] << 24) | (digest[1] << 16) | (digest[2] << 8) | digest[3]
        if word < 2**32 - 2**32 % below:
            return word % below, attempt, digest.hex()
        attempt += 1


def pick(table: Table, chosen: int) -> str:
    reach = 0
    for outcome, weight in table:
        reach += weight
        if chosen < reach:
            return outcome
    raise ValueError(chosen)


def dice_table(count: int) -> Table:
    ascending = [digits for digits in product("123456", repeat=count) if list(digits) == sorted(digits)]
    return [("-".join(digits), _ways(digits)) for digits in ascending]


def _ways(digits: tuple[str, ...]) -> int:
    ways = factorial(len(digits))
    for digit in "123456":
        ways //= factorial(digits.count(digit))
    return ways


def fresh_pile(tricks: tuple[int, int, int]) -> dict[str, int]:
    pile = {f"{nation}{value}": 2 if value == 3 else 1 for nation in NATIONS for value in (1, 2, 3, 4)}
    return pile | dict(zip(("shift", "again", "both"), tricks, strict=True))


def key_of(tags: dict[str, str]) -> bytes:
    given = (tags.get(f"Contribution-{seat}") for seat in "AB")
    fields = ["-" if text is None else text.encode().hex() for text in given]
    return mac(bytes.fromhex(tags["Seed"]), "key", tags["Game-Id"], *fields)


def promises_broken(tags: dict[str, str]) -> list[str]:
    """The names of the promises that the tags break."""
    kept = sha256(told("commit", tags["Game-Id"], tags["Seed"])).hexdigest() == tags["Commitment"]
    return [*([] if kept else ["seed"]), *(f"contribution {letter}" for letter in "AB" if not _fits(tags, letter))]


def _fits(tags: dict[str, str], letter: str) -> bool:
    text, sealed, seat = tags.get(f"Contribution-{letter}"), tags.get(f"Seal-{letter}"), str("AB".index(letter))
    if text is None:
        return sealed is None
    follows = "program:" + mac(bytes.fromhex(tags["Seed"]), "program", tags["Game-Id"], seat).hex()
    fits = sha256(told("seal", tags["Game-Id"], seat, text.encode().hex())).hexdigest() == sealed
    return fits and (not text.startswith("program:") or text == follows)


def draw_again(tags: dict[str, str], tricks: tuple[int, int, int], outcomes: list[str]) -> list[str]:
    """What each chance of the game should have given."""
    key, pile, drawn = key_of(tags), fresh_pile(tricks), list[str]()
    for index, outcome in enumerate(outcomes):
        if outcome in {"A", "B"}:
            table: Table = [("A", 1), ("B", 1)]
        elif outcome[0].isdigit():
            table = dice_table(outcome.count("-") + 1)
        else:
            table = [(card, left) for card, left in pile.items() if left]
        drawn.append(pick(table, number(key, index, sum(weight for _, weight in table))[0]))
        if drawn[-1] in pile:
            pile[drawn[-1]] -= 1
    return drawn
