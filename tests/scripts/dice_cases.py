"""Games of the second protocol, honest and not, with what the Python verifier says of them."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from shanghaien.fairness import Witness
from tests.fairness import cheating
from tests.fairness.honest import House, checked, names, text_of
from tests.fairness.test_cheating import ALL_TABLES, RENEWALS, WITH_BOT, ZEROS, honest, with_tag

CHANGES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("Dice", lambda _: "shanghaien-fair-9"),
    ("Game-Id", lambda _: "another"),
    ("Game-Id", lambda _: "no game"),
    ("Table", lambda text: text.replace("drawn", "a")),
    ("Table", lambda text: text.replace("invite", "bot")),
    ("Table", lambda text: text.replace("invite", "market")),
    ("Table", lambda text: text.replace(" - ", " game-1 ")),
    ("Table", lambda text: text.replace("none", "always")),
    ("Table", lambda _: "invite drawn"),
    ("Tricks", lambda _: "8-0-0"),
    ("Starter", lambda _: "alternate"),
    ("Reserved", lambda text: ZEROS + text[64:]),
    ("Creator", lambda text: text.translate(str.maketrans("AB", "BA"))),
    ("Creator", lambda text: text.replace("person", "entrusted")),
    ("Creator", lambda text: re.sub("[0-9a-f]{64}", ZEROS, text)),
    ("Creator", lambda text: text[:-2] + "7a"),
    ("Creator", lambda text: text + " 00"),
    ("Creator", lambda text: text[:-2] + "ff"),
    ("Guest", lambda text: re.sub("[0-9a-f]{64}", ZEROS, text)),
    ("Guest", lambda text: text.replace("person", "bot:captain")),
    ("Chance", lambda text: text[:-1]),
    ("Chance", lambda text: text + "c"),
    ("Chance", lambda text: text[:3] + "-" + text[4:]),
    ("Chance", lambda text: text + "x"),
    ("Guest", lambda text: text + "]\n[Anew s 1 held"),
    ("Guest", lambda text: text + f"]\n[Anew s 9 {ZEROS}, c 4 held"),
    ("Links", lambda text: text.replace("creator-1", "creator-2")),
    ("Links", lambda text: text.partition(", ")[0]),
    ("Links", lambda text: text.replace("guest-1 ", "guest-1 0")),
    ("Links", lambda text: text[:-1] + ("0" if text[-1] != "0" else "1")),
)


@dataclass(frozen=True)
class Case:
    """A record, what a page remembers of it, and everything that Python says."""

    text: str
    memory: str = ""

    @property
    def told(self) -> dict[str, Any]:
        """Findings and notes by their names, and every draw."""
        report = checked(self.text, self.memory)
        draws = [[each.draw.index, each.draw.digest, each.expected, each.recorded] for each in report.draws]
        return {"findings": names(report), "notes": [note.name for note in report.notes], "draws": draws}


def cheats() -> list[House]:
    """A server for each way to cheat while playing."""
    return [
        cheating.SkipsItsOwnLink(),
        cheating.TellsItsSkippedLink(),
        cheating.UsesItsOwnChainForTheBot(**WITH_BOT),
        cheating.LetsTheOtherOpen(),
        cheating.SkipsAPlayersLinks(),
        cheating.LeavesTheWitnessOut(witness=Witness.ALWAYS),
        cheating.ChoosesTheSeat(),
        cheating.ReusesAChain(),
        cheating.CallsItsBotAPerson(mode="bot"),
        cheating.PretendsToBeRestored(),
    ]


def honest_cases() -> Iterator[Case]:
    """A game at every kind of table, as both players remember it."""
    houses = [House(**table).play() for table in ALL_TABLES]
    houses += [House(witness=witness, renewals=RENEWALS | {30: ("guest", "person")}).play() for witness in Witness]
    houses += [House(restored=7, renewals={7: ("creator", "entrusted")}, **table).play() for table in ({}, WITH_BOT)]
    for house in houses:
        yield from (Case(text_of(house), house.remembered(who)) for who in ("creator", "guest"))


def changed_cases() -> Iterator[Case]:
    """Cheating servers, and an honest record with something changed in it or in what is remembered."""
    yield from (Case(text_of(house.play())) for house in cheats())
    yield from (Case(with_tag(tag, change)) for tag, change in CHANGES)
    yield from (Case(honest().replace(" 3-4 ", roll)) for roll in (" 6-6 ", " 1-1 "))
    yield from (Case(with_dealt(2, 4)), Case(with_dealt(3, 3)))
    forged = cheating.ForgesANewChain().play()
    yield Case(text_of(forged), forged.remembered("guest"))
    yield from (Case(honest(), json.dumps(memory)) for memory in wrong_memories())


def with_dealt(one: int, other: int) -> str:
    """Two cards of the first round in each other's places, or one exchanged for another."""
    line = next(line for line in honest().splitlines() if line.startswith("round 1"))
    words = line.split()
    words[one], words[other] = words[other], words[one] if one != other else "DUT1"
    return honest().replace(line, " ".join(words))


def wrong_memories() -> Iterator[dict[str, Any]]:
    """What a page might remember otherwise than the record tells it."""
    memory = json.loads(House().play().remembered("creator"))
    group, (chain, number, *_) = next(iter(memory["opened"].items()))
    later = next(group for group, (_, _, choice, _) in memory["opened"].items() if choice)
    for change in (
        {"game": "another"},
        {"reservation": ZEROS},
        {"contract": ZEROS},
        {"ends": [ZEROS]},
        {"opened": {group: [chain, number + 1, ""]}},
        {"opened": {"999": [chain, number, ""]}},
        {"opened": {later: [*memory["opened"][later][:2], "play nothing"]}},
        {"opened": {later: [*memory["opened"][later][:3], ZEROS]}},
        {"seen": {"3": ZEROS}},
    ):
        yield memory | change
