"""Whole games with the guide: what it says is true, and it hardly repeats itself."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from bench.load.random_tables import EVERYTHING, random_game
from shanghaien.rules import Call, Options, Play, Roll, State, legal_actions
from shanghaien.web.site.preferences import Preferences
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.guide import comment
from shanghaien.web.tables.pages.question import question
from tests.web.tables.pages.positions import seen


def plays(state: State) -> bool:
    return any(isinstance(action, Play) for action in legal_actions(state))


TRUE: dict[str, Callable[[State], bool]] = {
    "Roll two dice.": lambda state: Roll() in legal_actions(state),
    "Roll again.": lambda state: state.mover.dice_on_cards == 1,
    "You need two dice to roll": lambda state: set(legal_actions(state)) == {Call()},
    "The numbers show": lambda state: state.last is not None,
    "You hold a trick card.": lambda state: bool(state.mover.hand),
    "You may play one trick card": plays,
    "You start the round": lambda state: state.starter == state.turn and state.end is None,
    "The last round begins.": lambda state: state.round == 8,
    "Both dice show the same": lambda state: state.rolled[0] == state.rolled[1],
    "Nobody may call": lambda state: Call() not in legal_actions(state),
    "The small tabs": lambda state: {Roll(), Call()} <= set(legal_actions(state)),
}
"""What must be so where a remark begins with these words."""


def remarks(name: str, options: Options, seat: int) -> list[tuple[Table, str]]:
    """Every question that is put to a seat in a game, and what the guide says to it."""
    asked = [table for table in random_game(name, options) if table.waits_for == seat]
    return [(table, comment(seen(table, seat))) for table in asked]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("options", [Options(), EVERYTHING], ids=["base", "everything"])
def test_every_remark_of_a_game_is_true_and_made_once(options: Options, seat: int) -> None:
    for number in range(4):
        told = remarks(f"guide {number}", options, seat)
        sentences = Counter(sentence for _, sentence in told if sentence)
        assert max(sentences.values()) == 1
        assert 8 <= len(sentences) <= 25
        for table, sentence in told:
            assert all(true(table.state) for words, true in TRUE.items() if sentence.startswith(words)), sentence


def test_the_first_rounds_are_told_most_about_and_the_last_ones_little() -> None:
    told = remarks("guide", Options(), 0)
    early = [bool(sentence) for table, sentence in told if table.state.round <= 2]
    late = [bool(sentence) for table, sentence in told if table.state.round >= 6]
    assert sum(early) / len(early) > 0.5 > 3 * sum(late) / len(late) / 2


def test_it_is_the_same_whether_the_log_was_read_step_by_step_or_at_once() -> None:
    told = remarks("at once", Options(), 0)
    for table, sentence in told[::7]:
        fresh = replace(table, log=tuple(replace(entry) for entry in table.log))
        assert comment(seen(fresh, 0)) == sentence


def test_only_whoever_wants_it_hears_the_guide() -> None:
    table = random_game("wanted", Options())[0]
    assert question(seen(table, table.waits_for, preferences=Preferences(guide=True))).comment
    assert question(seen(table, table.waits_for)).comment == ""
