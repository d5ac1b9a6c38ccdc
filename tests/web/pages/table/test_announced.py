"""What is announced and held back, in words for everybody."""

import pytest

from shanghaien.rules import Action, parse_action
from shanghaien.web.pages.table.announced import announced
from tests.rules.positions import position, side
from tests.web.pages.table.positions import everybody, table


@pytest.mark.rule(28)
@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("place 3", "Marta puts a 3 on the German 3."),
        ("play shift sailors FRE", "Marta plays “Two sailors”."),
        ("shanghai", "Marta calls Shanghai."),
        ("roll", "Marta wants to roll."),
        ("take", "Marta answers “Take the Double”."),
    ],
)
def test_everybody_reads_who_wants_to_do_what(action: str, sentence: str) -> None:
    held: Action = parse_action(action)
    shown = table(
        position(side("1", force="captain"), side("2"), roll="34", turn=1, crazy_captain=True).evolve(announced=held)
    )
    assert {announced(looking) for looking in everybody(shown).values()} == {sentence}


@pytest.mark.rule(10)
def test_a_first_die_tells_the_card_that_the_end_gives_it() -> None:
    state = position(side(force="captain"), side(), roll="34", turn=1, end=None, crazy_captain=True)
    shown = table(state.evolve(announced=parse_action("place 6 right")))
    assert announced(everybody(shown)["watcher"]) == "Marta puts a 6 on the American 1."
