"""Every legal action can be pressed, in every phase of random games with every expansion."""

import random

import pytest

from shanghaien import rules
from shanghaien.rules import Options, Phase, Play, State, action_text
from shanghaien.web.http.preferences import Preferences
from shanghaien.web.pages.shared.seen_table import OpenChoice
from shanghaien.web.pages.table.buttons import Button, Question
from shanghaien.web.pages.table.model import present
from shanghaien.web.pages.table.question import question
from tests.web.pages.table.positions import played, seen, table, with_dice

EVERYTHING = Options(extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True)


def buttons(shown: Question) -> list[Button]:
    halves = [half for card in shown.tricks for half in card.halves]
    steps = [step for shift in shown.shifts for step in (shift.lower, shift.higher)]
    nations = [item.button for item in shown.nations]
    return [*(item.button for item in shown.dice), *halves, *steps, *nations, *shown.buttons, *shown.ends]


def reachable(state: State, choice: OpenChoice, depth: int = 3) -> set[str]:
    """Every action that can be pressed from here, following the links of the page."""
    shown = question(seen(table(state), rules.to_move(state), choice=choice))
    found = {button.action for button in buttons(shown) if button.action} | {ghost.action for ghost in shown.ghosts}
    if depth:
        for button in buttons(shown):
            if button.link:
                found |= reachable(state, _choice(button.link), depth - 1)
    return found


def _choice(link: str) -> OpenChoice:
    _, _, query = link.partition("?")
    return OpenChoice.read(**dict(part.split("=") for part in query.split("&") if part))


@pytest.mark.parametrize("seed", range(6))
def test_exactly_the_legal_actions_can_be_pressed_in_every_phase(seed: int) -> None:
    chance, state, phases = random.Random(seed), rules.new_game(EVERYTHING), set()
    while not state.over:
        if rules.is_chance(state):
            drawn = rules.chance(state)
            state = rules.advance(state, drawn.pick(chance.randrange(drawn.total))).state
            continue
        legal = rules.legal_actions(state)
        phases.add(state.phase)
        if chance.random() < 0.35 or state.phase not in (Phase.TURN, Phase.PLACE):
            assert reachable(state, OpenChoice()) == {action_text(action) for action in legal}
        state = rules.apply(state, _liked(chance, legal)).state
    assert {Phase.TURN, Phase.PLACE} <= phases


def _liked(chance: random.Random, legal: tuple[rules.Action, ...]) -> rules.Action:
    tricks = [action for action in legal if isinstance(action, Play)]
    return chance.choice(tricks if tricks and chance.random() < 0.5 else legal)


def test_a_call_is_asked_about_once_more_and_can_be_made_at_once() -> None:
    shown = with_dice("225", "4")
    assert [button.action for button in question(seen(shown)).buttons] == ["roll", ""]
    confirmed = question(seen(shown, choice=OpenChoice(call=True)))
    assert confirmed.buttons[1].action == "shanghai"
    at_once = question(seen(shown, preferences=Preferences(confirm=False)))
    assert at_once.buttons[1].action == "shanghai"


def test_what_a_call_would_bring_is_told() -> None:
    assert "A call now brings you Spanish 1 and Chinese 4." in question(seen(with_dice("225", "4"))).text


def test_nobody_but_the_one_who_is_asked_can_press_anything() -> None:
    shown = with_dice("225", "4")
    for viewer in (1, None):
        assert buttons(question(seen(shown, viewer))) == []


def test_a_watcher_sees_the_dice_that_lie_before_a_player() -> None:
    assert question(seen(played("roll", "2-5"), None)).lying == (2, 5)


def test_the_title_of_the_tab_says_whose_turn_it_is() -> None:
    shown = with_dice("225", "4")
    assert present(seen(shown)).title == "Your turn: Roll, or call Shanghai?"
    assert present(seen(shown, 1)).title == "Anna is at the dice"
