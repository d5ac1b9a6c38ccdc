"""What streams tell of what happened: followed step by step it leads to the page that comes with it, and says no more."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from shanghaien.web.core.ids import Version
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.page import present
from shanghaien.web.tables.pages.seen_table import Perspective
from shanghaien.web.tables.pages.steps import animation_steps
from tests.web.tables.pages.positions import played, seen
from tests.web.tables.pages.random_games import EXPANSIONS, game_of

FIRST, SECOND, WATCHER = Perspective(frozenset({0})), Perspective(frozenset({1})), Perspective()
FAR = 7
"""How many choices somebody may have missed at most."""


class Followed:
    """A counter with the things on it that somebody who only follows the steps knows of."""

    def __init__(self, table: Table, look: Perspective) -> None:
        page = present(look.see(table))
        slots = page.row
        self.dice: dict[str, Counter[int]] = {"me": Counter(), "them": Counter()}
        for slot in () if page.told else slots:
            for stack in (slot.upper, slot.lower):
                self.dice[stack.of][slot.position] += stack.count
        self.points = [page.above.points, page.below.points]
        self.rolled: list[int] = list(table.state.rolled)

    def follow(self, step: dict[str, Any]) -> None:
        of = step.get("of", "")
        match step["do"]:
            case "roll":
                self.rolled = list(step["dice"])
                if step.get("picked"):
                    self.dice[of].clear()
            case "place":
                self.dice[of][step["slot"]] += 1
                self.rolled = []
            case "back" if "slot" in step:
                self.dice[of][step["slot"]] -= 1
            case "shanghai":
                self.dice = {"me": Counter(), "them": Counter()}
                self.points = step.get("points", [self.points])[-1]


def told(table: Table, look: Perspective, since: int) -> list[dict[str, Any]]:
    """The steps as they come to a browser."""
    steps = animation_steps(look.see(table), since)
    assert steps is not None
    return list(json.loads(json.dumps(steps)))


@pytest.mark.parametrize("name", EXPANSIONS)
def test_following_the_steps_leads_to_the_dice_and_points_of_the_page(name: str) -> None:
    tables = game_of(name)
    for look in (FIRST, SECOND, WATCHER):
        for place, before in enumerate(tables[:-1]):
            after = tables[min(place + 1 + place % FAR, len(tables) - 1)]
            counter, steps = Followed(before, look), told(after, look, before.version)
            for step in steps:
                counter.follow(step)
            expected = Followed(after, look)
            assert {of: +dice for of, dice in counter.dice.items()} == {of: +dice for of, dice in expected.dice.items()}
            if not any(step["do"] in {"trick", "take"} for step in steps):
                assert counter.points == expected.points
            if steps[-1]["do"] == "roll":
                assert counter.rolled == expected.rolled


def test_a_shanghai_tells_each_card_with_counts_and_the_points_after_it() -> None:
    for before, after in zip(game_of("base"), game_of("base")[1:], strict=False):
        steps = told(after, FIRST, before.version)
        for step in steps:
            if step["do"] != "shanghai":
                continue
            page = present(FIRST.see(after))
            assert [taking["to"] for taking in step["takings"]] == [slot.takes for slot in page.row]
            assert [taking["counts"] for taking in step["takings"]] == [
                [slot.upper.count, slot.lower.count] for slot in page.row
            ]
            first, *others = step["points"]
            assert first == Followed(before, FIRST).points
            assert len(others) == len(step["takings"])


def test_what_is_seen_depends_on_the_side_and_nothing_else() -> None:
    table = played("roll", "2-5", "place 2 left", "roll", "3-4")
    since = table.version - 3
    mine, theirs = told(table, FIRST, since), told(table, SECOND, since)
    assert mine == [
        {"do": "end", "of": "me", "end": "left"},
        {"do": "place", "of": "me", "die": 2, "slot": 1},
        {"do": "roll", "of": "them", "dice": [3, 4]},
    ]
    sides = {"me": "them", "them": "me"}
    assert theirs == [step | {"of": sides[step["of"]]} for step in mine]


def test_a_new_row_is_dealt_when_the_old_one_is_gone_with_the_roll() -> None:
    call = ("roll", "1-2", "place 1 left", "roll", "3-4", "place 3", "roll", "1-2", "place 2", "roll", "5-6", "place 5")
    deal = ("GER1", "GER2", "FRE1", "FRE2", "CHI1", "CHI2")
    called = played(*call, "shanghai", *deal)
    rolled = played(*call, "shanghai", *deal, "roll", "2-3")
    assert [step["do"] for step in told(called, FIRST, called.version - 7)] == ["shanghai"]
    assert [step["do"] for step in told(rolled, FIRST, called.version)] == ["deal", "roll"]


def test_a_trick_comes_with_its_words_and_what_it_does() -> None:
    tricks = [
        step
        for before, after in zip(game_of("everything"), game_of("everything")[1:], strict=False)
        for step in told(after, FIRST, before.version)
        if step["do"] == "trick"
    ]
    assert tricks
    for step in tricks:
        assert step["name"]
        assert step["icon"].startswith("i-")
        assert step["words"].endswith(".")


def test_what_was_taken_back_is_only_undone_and_never_told_again() -> None:
    table = played("roll", "2-5", "place 2 left")
    *kept, last = table.log
    undo = SeenEntry(Version(table.version + 1), EntryKind.UNDO, 0, "", 0)
    back = replace(table, log=(*kept, replace(last, undone=True), undo), version=Version(undo.number))
    assert animation_steps(seen(back), table.version) == [{"do": "undo"}]
    assert animation_steps(seen(back), table.version - 1) is None


def test_whoever_comes_from_nowhere_or_from_too_far_is_told_nothing() -> None:
    table = game_of("base")[-1]
    assert animation_steps(seen(table), 0) is None
    assert animation_steps(seen(table), 1) is None
    assert animation_steps(seen(table), table.version) is None


ALLOWED = {
    *("do", "of", "dice", "picked", "end", "die", "slot", "name", "icon", "words", "crew", "other"),
    *("takings", "points", "counts", "beside", "to", "cards"),
}


def test_steps_say_nothing_but_what_lies_open() -> None:
    for before, after in zip(game_of("everything"), game_of("everything")[1:], strict=False):
        for step in told(after, WATCHER, before.version):
            assert set(step) <= ALLOWED
            assert step["do"] != "deal" or step == {"do": "deal", "cards": 6}
