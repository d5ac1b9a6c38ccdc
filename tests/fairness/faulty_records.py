"""Writes `faulty_records.json`: records that something is wrong with, and the names of all that has to be found.

    python -m tests.fairness.faulty_records

Each has the `record` in one of its forms, what a player's own page remembers as `mine` where that is compared, and
`finds`. The names are written down here by hand, so that no verifier sets its own task.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shanghaien.fairness import Who
from shanghaien.rules import to_json
from tests.fairness import cheating
from tests.fairness.honest import House, text_of

FILE = Path(__file__).with_suffix(".json")
GROUPS = 14
"""So many groups of each game: enough for each fault, and no more."""
ZEROS = "0" * 64
BOT: dict[str, Any] = {"mode": "bot", "kinds": ("person", "bot:captain"), "words": ("Ahoy", ""), "stop": GROUPS}
ENTRUSTED: dict[str, Any] = {"kinds": ("entrusted", "person"), "words": ("Ahoy", "x"), "stop": GROUPS}
Change = Callable[[str], str]


class Faulty(NamedTuple):
    """One record, what is compared with it, and what has to be found."""

    name: str
    record: str
    finds: list[str]
    mine: dict[str, Any] | None = None


@cache
def friends() -> House:
    """Two people, whose game is honest."""
    return House(stop=GROUPS).play()


@cache
def with_bot() -> House:
    """A person and the server's bot, whose game is honest."""
    return House(**BOT).play()


def mine(house: House, who: Who = "creator", **changed: Any) -> dict[str, Any]:
    """What a player's page remembers of a game, with something changed."""
    values: dict[str, Any] = json.loads(house.remembered(who))
    return values | changed


def tagged(name: str, change: Change, house: House | None = None, *, as_json: bool = False) -> str:
    """A record with one tag changed."""
    record = (house or friends()).record()
    if as_json:
        values = json.loads(to_json(record))
        values["tags"][name] = change(values["tags"][name])
        return json.dumps(values)
    text = text_of(house or friends())
    return re.sub(rf"^\[{name} (.*)\]$", lambda tag: f"[{name} {change(tag[1])}]", text, flags=re.MULTILINE)


def stepped(house: House, change: Callable[[list[str]], None]) -> str:
    """A record in its JSON form with something changed in its steps."""
    values = json.loads(to_json(house.record()))
    change(values["steps"])
    return json.dumps(values)


def as_json(house: House) -> str:
    return to_json(house.play().record())


def changed_contracts() -> Iterator[Faulty]:
    """What was fixed before the game."""
    yield Faulty("another protocol", tagged("Dice", lambda _: "shanghaien-fair-9"), ["protocol"])
    yield Faulty("an id with a space", tagged("Game-Id", lambda _: "no game", as_json=True), ["tags"])
    yield Faulty("a bot with a word", tagged("Guest", lambda text: text[:-1] + "41", with_bot()), ["tags"])
    others = ["contract", "outcomes", "seat"]
    yield Faulty("an unknown mode", tagged("Table", lambda text: text.replace("invite", "market")), others)
    swapped = tagged("Table", lambda text: text.replace(" - ", " game-1 "), as_json=True)
    yield Faulty("a game before without swapped seats", swapped, others)
    offered = tagged("Creator", lambda text: re.sub("[0-9a-f]{64}", ZEROS, text), House(**ENTRUSTED).play())
    yield Faulty("an entrusted chain that was not offered", offered, ["chain creator-held", "contract", "outcomes"])
    held = tagged("Creator", lambda text: text.replace("entrusted", "person"), House(**ENTRUSTED).play(), as_json=True)
    links = ["links creator-1", "links creator-held"]
    yield Faulty("a chain of the server's as a person's own", held, ["contract", *links, "outcomes"])
    same = tagged("Guest", lambda text: text.translate(str.maketrans("AB", "BA")))
    yield Faulty("both players on one seat", same, ["contract"])
    anew = tagged("Guest", lambda text: f"{text}]\n[Anew c 9 {ZEROS}, c 4 held")
    links = ["links creator-1", "links creator-2", "links creator-held"]
    yield Faulty("chains made anew out of order", anew, ["contract", *links, "outcomes"])


def changed_chains() -> Iterator[Faulty]:
    """Whose link each group used, and where it leads."""
    yield Faulty("the other seat", text_of(cheating.ChoosesTheSeat(stop=GROUPS).play()), ["seat"])
    missing = tagged("Links", lambda text: text.partition(", ")[0])
    yield Faulty("chains without links", missing, ["links creator-1", "links guest-1", "outcomes"])
    ends = tagged("Reserved", lambda text: ZEROS + text[64:], as_json=True)
    yield Faulty("another end of the server", ends, ["server-chain", "outcomes", "seat"])
    guest = tagged("Guest", lambda text: re.sub("[0-9a-f]{64}", ZEROS, text))
    yield Faulty("another end of the guest", guest, ["chain guest-1", "outcomes"])
    more = tagged("Chance", lambda text: text + "c", as_json=True)
    yield Faulty("a group too many", more, ["groups", "links creator-1", "links server"])
    restored = text_of(cheating.PretendsToBeRestored(stop=GROUPS).play())
    yield Faulty("a restored server, and old chains", restored, [f"stale {group}" for group in range(9, GROUPS)])
    yield Faulty("the other player's link", text_of(cheating.LetsTheOtherOpen(stop=GROUPS).play()), ["owner 9"])
    yield Faulty("the other player's link, as JSON", as_json(cheating.LetsTheOtherOpen(stop=GROUPS)), ["owner 9"])
    alone = as_json(cheating.UsesItsOwnChainForTheBot(**BOT))
    of_bot = [f"owner {group}" for group in (2, 4, 5, 7, 8, 10, 11, 13)]
    yield Faulty("a bot's rolls from the server's chain alone", alone, of_bot)
    skipped = text_of(cheating.SkipsItsOwnLink(stop=GROUPS).play())
    yield Faulty("a link of the server that was skipped", skipped, ["outcomes", "server-chain"])
    player = as_json(cheating.SkipsAPlayersLinks(stop=GROUPS))
    later = [f"outcome {draw}" for draw in ("9.0", "11.0", *(f"12.{place}" for place in range(6)), "13.0")]
    yield Faulty("links of a player that were skipped", player, ["links guest-1", *later])


def changed_outcomes() -> Iterator[Faulty]:
    """What chance decided."""

    def better_roll(steps: list[str]) -> None:
        place = max(at for at, step in enumerate(steps) if re.fullmatch("[1-6]-[1-6]", step))
        steps[place] = "6-6" if steps[place] != "6-6" else "5-5"

    yield Faulty("a better roll", stepped(with_bot(), better_roll), [f"outcome {GROUPS - 1}.0"])

    def exchange(steps: list[str]) -> None:
        steps[1], steps[3] = steps[3], steps[1]

    yield Faulty("two cards in each other's places", stepped(friends(), exchange), ["order"])
    lines = text_of(friends()).splitlines()
    turn = next(at for at, line in enumerate(lines) if re.fullmatch(r"[AB] \d-\d place \d", line))
    drawn = [f"outcome {draw}" for draw in ("9.0", "10.0", *(f"11.{place}" for place in range(6)), "12.0")]
    left_out = ["groups", *drawn, "owner 9", "owner 11", "owner 12"]
    yield Faulty("a turn that is left out", "\n".join([*lines[:turn], *lines[turn + 1 :]]), left_out)


def changed_memories() -> Iterator[Faulty]:
    """What the page of a player remembers otherwise."""
    text, house = text_of(friends()), friends()
    yield Faulty("another game", text, ["game"], mine(house, game="another"))
    yield Faulty("other ends of the server", as_json_of(house), ["reservation"], mine(house, reservation=ZEROS))
    yield Faulty("another contract", text, ["receipt"], mine(house, contract=ZEROS))
    yield Faulty("a chain that is not one's own", as_json_of(house), ["own-chain"], mine(house, "guest", ends=[ZEROS]))
    forged = cheating.ForgesANewChain(stop=GROUPS).play()
    yield Faulty("a chain made anew by somebody else", text_of(forged), ["anew 9"], mine(forged, "guest"))
    yield Faulty("other draws", text, ["history 3"], mine(house, seen={"3": ZEROS}))
    yield from changed_moves()


def changed_moves() -> Iterator[Faulty]:
    """What a bot chose otherwise before a link was opened."""
    house = with_bot()
    opened = mine(house)["opened"]
    last = str(GROUPS - 1)
    chain, number, choice, _ = opened[last]
    other = "shanghai" if choice != "shanghai" else "roll"
    moved = {last: [chain, number, other, ZEROS]}
    yield Faulty("another link", text_of(house), [f"opening {last}"], mine(house, opened={last: [chain, number + 1]}))
    yield Faulty("a bot's other choice", text_of(house), [f"choice {last}"], mine(house, opened=moved))
    told = mine(house, opened={}, told=[[chain, number, other, GROUPS - 1, ZEROS]])
    yield Faulty("a bot's other choice, without an answer", as_json_of(house), [f"choice {last}"], told)
    short = House(**BOT | {"stop": 6}).play()
    lines = text_of(short).splitlines()
    lines[-2] = rewritten(lines[-2])
    yield Faulty("a bot's other placement", "\n".join(lines), ["steps 5"], mine(short))
    waiting = mine(house, opened={}, told=[[chain, number, choice, GROUPS - 1, ZEROS]])
    yield Faulty("other steps, without an answer", as_json_of(house), [f"steps {last}"], waiting)


def rewritten(line: str) -> str:
    """A turn in which the other die was placed."""
    found = re.search(r"(\d)-(\d) place (\d)", line)
    assert found, line
    assert found[1] != found[2], line
    return line[: found.start(3)] + found[2 if found[3] == found[1] else 1] + line[found.end(3) :]


def as_json_of(house: House) -> str:
    return to_json(house.record())


def faulty_records() -> list[dict[str, Any]]:
    """All of them, as they stand in the file."""
    made = [*changed_contracts(), *changed_chains(), *changed_outcomes(), *changed_memories()]
    return [each._asdict() for each in made]


if __name__ == "__main__":
    FILE.write_text(json.dumps(faulty_records(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
