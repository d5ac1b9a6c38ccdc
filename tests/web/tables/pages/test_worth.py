"""What a choice is worth: exactly what the rules make of the score if the round ends with it."""

import pytest

from shanghaien import rules
from shanghaien.rules import Action, Call, Place, Roll, State, legal_actions, parse_action, standing
from shanghaien.rules.shanghai import end_round
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.page import present
from shanghaien.web.tables.pages.question import question
from shanghaien.web.tables.pages.row import CHANCE_DECIDES, Worth, scores_after, worth
from tests.rules.positions import after, position, side
from tests.web.tables.pages.positions import everybody, hot_seat, seen, table, with_dice
from tests.web.tables.pages.random_games import game_of


def told(found: Worth | None) -> list[tuple[str, int, str]]:
    assert found is not None
    return [(figure.of, figure.now, figure.then) for figure in found.figures]


def ended(state: State) -> tuple[int, int]:
    """The score if the round ended as the dice lie, by the rules of ending it."""
    return standing(end_round(state, []).players if state.end else state.players).points


def ways(state: State, action: Action) -> set[tuple[int, int] | None]:
    """Every score at the end of the turn, by trying everything; None where chance comes in."""
    nobody_objects = state.players[1 - state.turn]._replace(in_force=None)
    then = rules.apply(state.with_player(1 - state.turn, nobody_objects), action).state
    if isinstance(action, Call):
        return {standing(then.players).points}
    if rules.is_chance(then):
        return {None}
    if then.turn != state.turn:
        return {ended(then)}
    return {score for each in legal_actions(then) for score in ways(then, each)}


@pytest.mark.rule(12)
@pytest.mark.rule(22)
@pytest.mark.parametrize("name", ["base", "everything"])
def test_the_figures_are_what_the_rules_give_if_the_round_ends_with_the_choice(name: str) -> None:
    tried = 0
    for shown in game_of(name):
        if rules.to_move(shown.state) != shown.state.turn:
            continue
        for action in legal_actions(shown.state):
            scores = ways(shown.state, action)
            assert scores_after(shown.state, action) == (None if None in scores else scores)
            tried += 1
    assert tried > 100


@pytest.mark.parametrize("name", ["base", "everything"])
def test_the_first_figure_is_the_one_that_stands_at_the_seat(name: str) -> None:
    for shown in game_of(name)[:-1:3]:
        for looking in everybody(shown).values():
            page = present(looking)
            buttons = [*(item.button for item in page.question.dice), *page.question.buttons]
            for figures in (told(button.worth) for button in buttons if button.worth and button.worth.figures):
                assert [now for _, now, _ in figures] == [page.below.points, page.above.points]


def rolled() -> Table:
    mine, theirs = "AME2 FRE4 FRE1 CHI1 TUR3 SPA4", "AME3 FRE1 GER4 GER4 DUT2 ITA3"
    state = position(
        side("225", hand="shift again", crews=mine),
        side("1445", hand="both", crews=theirs),
        roll="35",
        tavern="AME4 ITA2 shift FRE4 DUT3 CHI4",
    )
    return table(state)


def test_each_die_tells_what_it_does_to_both_scores() -> None:
    three, five = question(seen(rolled())).dice
    assert told(three.button.worth) == [("me", 11, "11"), ("them", 16, "18")]
    assert told(five.button.worth) == [("me", 11, "12"), ("them", 16, "13")]
    assert three.button.worth is not None
    assert [figure.same for figure in three.button.worth.figures] == [True, False]


def test_the_figures_are_read_out_by_name_and_to_oneself_as_you() -> None:
    for looking, words in ((seen(rolled()), "you: 11, then 12"), (hot_seat(rolled()), "Anna: 11, then 12")):
        five = question(looking).dice[1].button.worth
        assert five is not None
        assert [figure.words for figure in five.figures] == [words, "Marta: 16, then 13"]


def test_a_trick_with_several_ways_gives_a_range_and_one_that_rolls_says_that_chance_decides() -> None:
    shift, again = question(seen(rolled())).tricks
    assert told(shift.halves[1].worth) == [("me", 11, "9…13"), ("them", 16, "13…18")]
    assert again.halves[1].worth == CHANCE_DECIDES
    sailors = shift.halves[0].worth
    assert sailors is not None
    assert sailors.figures[0].words == "you: 11, then 10 to 16"


def test_a_call_tells_what_it_brings_and_a_roll_is_left_to_chance() -> None:
    shown = seen(with_dice("225", "4"))
    roll, call = question(shown).buttons
    assert roll.worth is None
    assert told(call.worth) == [("me", 0, "5"), ("them", 0, "3")]
    assert worth(shown, [Roll()]) == CHANCE_DECIDES


@pytest.mark.rule(28)
def test_what_the_other_player_decides_has_no_figures() -> None:
    state = position(side("12", force="captain"), side("34", hand="shift", crews="FRE2"), roll="34", turn=1)
    announced = seen(table(after(state, "play shift sailors FRE")), 0)
    allow, objects = question(announced).buttons
    assert allow.worth is None
    assert objects.worth is None
    placed = seen(table(after(state, "place 3")), 0)
    allow, objects = question(placed).buttons
    assert allow.worth is not None
    assert objects.worth == CHANCE_DECIDES


def test_an_opponent_who_may_object_does_not_hide_the_figures() -> None:
    free = position(side("12"), side("34"), roll="34", crazy_captain=True)
    held = position(side("12"), side("34", force="captain"), roll="34", crazy_captain=True)
    assert scores_after(held, Place(3)) == scores_after(free, Place(3)) == frozenset({(3, 6)})


def test_a_choice_that_names_the_end_is_valued_with_that_end() -> None:
    state = position(end=None, roll="26")
    left, right = (parse_action(f"place 2 {end}") for end in ("left", "right"))
    assert scores_after(state, left) == frozenset({(2, 0)})
    assert scores_after(state, right) == frozenset({(4, 0)})
