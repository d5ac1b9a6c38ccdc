"""What a page works out of the dice while a game goes on: the transcripts that Python makes of the same links."""

from itertools import pairwise
from typing import Any

from shanghaien.fairness import Ledger
from shanghaien.rules import is_chance, step_text
from tests.fairness.honest import House
from tests.scripts.node import call

ZEROS = "0" * 64


class Listener(House):
    """A server that writes down what it would tell the pages."""

    def __post_init__(self) -> None:
        self.told: list[list[Any]] = []
        super().__post_init__()

    def link(self, chain: str, number: int) -> str:
        link = super().link(chain, number)
        if chain.startswith("server"):
            self.told[-1].append(link)
        else:
            self.told.append([chain, number, link])
        return link

    @property
    def news(self) -> dict[str, Any]:
        """What a page that has missed everything is told."""
        restored = [[each.group, each.end] for each in self.ledger.recommitments if each.who == "server"]
        guest = self.ledger.guest
        fields = list(guest.fields) if guest else None
        return {"groups": self.told, "head": self.ledger.head, "restored": restored, "guest": fields}

    @property
    def state(self) -> dict[str, Any]:
        """What the creator's page knows before anything was drawn."""
        head, server = Ledger.begin(self.ledger.contract).head, self.reservation.server
        links = {"tips": {"server": [0, server]}, "restores": [], "gone": {}, "told": [], "opened": {}}
        return {"game": self.game, "at": [0, head], "sits": 1, "seen": {"0": head}, **links}


def listener(**how: Any) -> Listener:
    """A server whose game has been played so far."""
    house = Listener(**how)
    house.play()
    return house


def test_every_group_is_followed_through_new_chains_and_a_restored_server() -> None:
    house = listener(stop=30, restored=9, renewals={5: ("guest", "entrusted"), 20: ("creator", "person")})
    well, state = call("follow", house.state, house.news)
    assert well
    assert state["at"] == [30, house.ledger.head]
    assert state["seen"] == {"30": house.ledger.head}
    for name, tip in house.ledger.tips.items():
        assert state["tips"][name] == [tip.number, tip.link]


def test_one_group_after_the_other_leads_to_the_same() -> None:
    house = listener(stop=6)
    state = house.state
    for number, group in enumerate(house.told):
        guest = house.news["guest"] if number else None
        news = {"groups": [group], "head": house.pages["creator"].seen[number + 1], "guest": guest}
        well, state = call("follow", state, news)
        assert well
    assert state["at"] == [6, house.ledger.head]


def test_nothing_is_taken_of_what_does_not_follow() -> None:
    house = listener(stop=6)
    groups = house.news["groups"]
    assert call("follow", house.state, house.news)[0]
    for change in (
        {"head": ZEROS},
        {"groups": groups[:-1]},
        {"groups": [*groups[:3], *groups[4:]]},
        {"groups": [[*each[:3], ZEROS] for each in groups]},
        {"groups": [[each[0], each[1], ZEROS, each[3]] for each in groups]},
        {"groups": [[each[0], each[1] + 1, *each[2:]] for each in groups]},
        {"guest": ["person", ZEROS, "-"]},
        {"restored": [[2, ZEROS]]},
    ):
        well, state = call("follow", house.state, house.news | change)
        assert not well, change
        assert state == house.state, change


def test_the_digest_of_steps_is_the_one_that_python_makes_and_links_are_opened_after_it() -> None:
    house = House(stop=12).play()
    opened = {group: each for page in house.pages.values() for group, each in page.opened.items()}
    parts = [list[str]()] + [
        [step_text(step) for step in house.steps[start:end]] for start, end in pairwise(starts(house))
    ]
    state = {"game": house.game, "opened": opened}
    well, known = call("steps", state, "creator-1", parts)
    assert well
    assert known["steps"] == [11, opened[11].steps]
    group = next(group for group, each in opened.items() if group and each.chain == "creator-1")
    state["opened"] = opened | {group: [*opened[group][:3], ZEROS]}
    well, known = call("steps", state, "creator-1", parts)
    assert (well, "steps" in known) == (False, False)
    assert call("steps", state, "guest-1", parts)[0]


def starts(house: House) -> list[int]:
    """Where each group of outcomes begins among the steps of a game."""
    chances = [is_chance(played.before) for played in house.record().played]
    return [at for at, chance in enumerate(chances) if chance and not (at and chances[at - 1])]
