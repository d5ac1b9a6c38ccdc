"""The six steps of the first voyage: what the rules make of each press, and what is said about it."""

import pytest

from shanghaien.rules import action_text, legal_actions, standing, takings_now
from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.learn.voyage_lessons import LESSONS, NAMES
from shanghaien.web.learn.voyage_routes import FIGURES, VoyagePage, meeting, rope, step_page
from shanghaien.web.learn.voyage_walk import ME, THEM, Reached, lesson_state, state_at
from shanghaien.web.tables.pages.seen_table import OpenChoice

STEPS = range(1, len(LESSONS) + 1)


def shown(number: int, at: int = 0, action: str = "", half: str = "") -> VoyagePage:
    return step_page(lesson_state(number, at, action), OpenChoice.read(half=half))


def takers(number: int, at: int) -> list[int | None]:
    return [taking.taker for taking in takings_now(state_at(number, at))]


def done(number: int) -> int:
    return len(LESSONS[number - 1].asks)


@pytest.mark.parametrize("number", STEPS)
def test_what_is_meant_is_allowed_and_leads_through_the_step(number: int) -> None:
    for at, ask in enumerate(LESSONS[number - 1].asks):
        assert ask.meant in legal_actions(state_at(number, at))
        reached = lesson_state(number, at, action_text(ask.meant))
        assert reached.at == at + 1
        assert (reached.reached is Reached.RIGHT) == (reached.at == done(number))


@pytest.mark.parametrize("number", STEPS)
def test_everything_else_that_is_allowed_is_nearly_right_and_asked_again(number: int) -> None:
    for at, ask in enumerate(LESSONS[number - 1].asks):
        others = [action for action in legal_actions(state_at(number, at)) if action != ask.meant]
        for action in others:
            page = shown(number, at, action_text(action))
            assert (page.reached, page.at) == (Reached.NEARLY, at)
            assert page.text.startswith("That works too")


@pytest.mark.parametrize("action", ["", "dance", "place 9", "shanghai"])
def test_what_is_not_allowed_is_as_if_it_had_not_been_pressed(action: str) -> None:
    page = shown(1, 0, action)
    assert (page.reached, page.at) == (Reached.ASKED, 0)


@pytest.mark.rule(12)
def test_what_the_steps_say_about_cards_is_what_the_rules_decide() -> None:
    assert takers(1, 2)[3] == ME
    assert (takers(2, 0)[3], takers(2, 1)[3]) == (None, ME)
    assert (takers(3, 0)[3:5], takers(3, 1)[3:5]) == ([None, None], [ME, ME])
    assert takers(4, 0) == [None, None, None, ME, ME, THEM]
    assert (takers(5, 0)[3], takers(5, 2)[3]) == (THEM, ME)


@pytest.mark.rule(15)
def test_the_trick_of_the_fifth_step_was_won_in_the_fourth() -> None:
    won, held = state_at(4, 1).players[ME], state_at(5, 0).players[ME]
    assert (won.hand, won.crews) == (held.hand, held.crews)
    assert standing(state_at(4, 1).players).points == standing(state_at(5, 0).players).points
    assert state_at(5, 2).players[ME].hand == ()


def test_only_the_place_that_is_meant_can_be_pressed_in_the_row_but_both_dice_below() -> None:
    page = shown(2)
    assert [slot.number for slot in page.table.row if slot.ghost] == [4]
    assert [item.die for item in page.table.question.dice] == [1, 4]
    assert all(item.button.open for item in page.table.question.dice)
    assert page.lit == (3,)


def test_half_a_trick_card_can_be_opened_in_the_fifth_step() -> None:
    links = [half.link for card in shown(5).table.question.tricks for half in card.halves]
    crew, shift = (shown(5, half=link.removeprefix("/voyage/5?half=")).table.question for link in links)
    assert [item.button.open for item in crew.nations].count(True) == 1
    assert [item.die for item in shift.shifts] == [1, 3]


def test_the_rope_ticks_what_is_done() -> None:
    assert [knot.kind for knot in rope(3, right=False)] == ["done", "done", "now", "to", "to", "to"]
    assert [knot.kind for knot in rope(3, right=True)] == ["done", "done", "done", "to", "to", "to"]
    assert [knot.name for knot in rope(1, right=False)] == list(NAMES)


@pytest.mark.rule(22)
def test_the_last_step_keeps_wrong_answers_in_view_until_the_right_one_is_found() -> None:
    asked = meeting([])
    assert (asked.tries, asked.left, asked.right) == ((), (5, 6, 11), False)
    wrong = meeting(["6"])
    assert (wrong.tries, wrong.left, wrong.right) == ((6,), (5, 11), False)
    right = meeting(["6", "5"])
    assert (right.tries, right.points, right.right) == ((6, 5), 5, True)
    assert right.points == FIGURES[-1]


def test_answers_that_make_no_sense_or_come_too_late_are_left_out() -> None:
    assert meeting(["x", "7", "6", "6", "5", "11"]).tries == (6, 5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_voyage_can_be_said_in_every_language(language: str) -> None:
    with language_context(language):
        told = [shown(number, at) for number in STEPS for at in range(done(number) + 1)]
    assert all(page.heading and page.text and "%(" not in page.text for page in told)
    assert len({page.heading for page in told}) == len(told)
