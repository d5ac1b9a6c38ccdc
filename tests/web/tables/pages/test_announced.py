"""What is announced and held back, in words for everybody."""

import pytest

from shanghaien.rules import Action, parse_action
from shanghaien.web.tables.pages.card_question import announced, places_meant
from tests.rules.positions import position, side
from tests.web.tables.pages.positions import everybody, table


@pytest.mark.rule(28)
@pytest.mark.parametrize(
    ("action", "sentence", "own"),
    [
        ("place 3", "Marta puts a 3 on the German 3.", "You put a 3 on the German 3."),
        ("play shift sailors FRE", "Marta plays “Two sailors”.", "You play “Two sailors”."),
        ("shanghai", "Marta calls Shanghai.", "You call Shanghai."),
        ("roll", "Marta wants to roll.", "You want to roll."),
        ("take", "Marta answers “Take the Double”.", "You answer “Take the Double”."),
    ],
)
def test_everybody_reads_who_wants_to_do_what(action: str, sentence: str, own: str) -> None:
    held: Action = parse_action(action)
    shown = table(
        position(side("1", force="captain"), side("2"), roll="34", turn=1, crazy_captain=True).evolve(announced=held)
    )
    for who, looking in everybody(shown).items():
        assert announced(looking) == (own if who == "second" else sentence)


@pytest.mark.rule(10)
def test_a_first_die_tells_the_card_that_the_end_gives_it() -> None:
    state = position(side(force="captain"), side(), roll="34", turn=1, end=None, crazy_captain=True)
    shown = table(state.evolve(announced=parse_action("place 6 right")))
    assert announced(everybody(shown)["watcher"]) == "Marta puts a 6 on the American 1."


@pytest.mark.rule(28)
@pytest.mark.parametrize(
    ("action", "places"),
    [
        ("place 3", (2,)),
        ("play both", (2, 3)),
        ("play extra2 exchange 2", (1, 2, 3)),
        ("play extra2 sharks 4", (3,)),
        ("play shift sailors FRE", ()),
        ("shanghai", (1,)),
    ],
)
def test_the_places_in_the_row_that_it_is_about_are_known(action: str, places: tuple[int, ...]) -> None:
    roll = "" if action == "shanghai" else "34"
    mover = side("2", hand="shift both extra2", crews="FRE2")
    state = position(side("1", force="captain"), mover, roll=roll, turn=1, crazy_captain=True, extra_2=True)
    assert places_meant(state.evolve(announced=parse_action(action))) == places
    assert places_meant(state) == ()
