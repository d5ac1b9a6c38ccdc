"""Every legal action can be pressed, in every phase of random games with every expansion."""

import random
from dataclasses import replace

import pytest

from shanghaien import rules
from shanghaien.rules import PRESETS, Phase, Play, State, action_text
from shanghaien.web.site.preferences import Preferences
from shanghaien.web.tables.model import SeatKind, Table, TableSeat
from shanghaien.web.tables.pages.buttons import Button, Question
from shanghaien.web.tables.pages.page import present
from shanghaien.web.tables.pages.question import question
from shanghaien.web.tables.pages.seen_table import OpenChoice
from tests.rules.positions import position, side
from tests.web.tables.pages.positions import everybody, played, seen, table, with_dice

EVERYTHING = PRESETS["everything"]


def buttons(shown: Question) -> list[Button]:
    halves = [half for card in shown.tricks for half in card.halves]
    steps = [step for shift in shown.shifts for step in (shift.lower, shift.higher)]
    nations = [item.button for item in shown.nations]
    firsts = [item.button for group in shown.groups for item in group.dice]
    return [*(item.button for item in shown.dice), *firsts, *halves, *steps, *nations, *shown.buttons, *shown.ends]


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
            state = rules.advance(state, rules.draw(state, chance)).state
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
    assert "Calling now would win you the Spanish 1 and the Chinese 4." in question(seen(with_dice("225", "4"))).text


def test_nobody_but_the_one_who_is_asked_can_press_anything() -> None:
    shown = with_dice("225", "4")
    for viewer in (1, None):
        assert buttons(question(seen(shown, viewer))) == []


def test_a_watcher_sees_the_dice_that_lie_before_a_player() -> None:
    assert question(seen(played("roll", "2-5"), None)).lying == (2, 5)


def test_the_title_of_the_tab_says_whose_turn_it_is() -> None:
    shown = with_dice("225", "4")
    assert present(seen(shown)).title == "Your turn: Roll, or call Shanghai?"
    assert present(seen(shown, 1)).title == "Waiting for Anna"


def texts(viewer: int | None, shown: Table) -> str:
    return question(seen(shown, viewer)).text


@pytest.mark.rule(11)
def test_why_nobody_can_call_is_told_in_the_words_of_the_rules() -> None:
    few = question(seen(with_dice("2", "4")))
    assert (few.heading, few.text) == ("Roll the dice", "You need at least 2 dice on cards to call Shanghai.")
    assert [(button.note, button.open) for button in few.buttons] == [
        ("two dice", True),
        ("needs 2 dice on cards", False),
    ]
    forbidden = table(position(side("12"), side("3", force="extra1"), extra_1=True))
    assert question(seen(forbidden)).text.startswith("“No Shanghai” is in force")
    assert question(seen(forbidden)).buttons[1].note == "not now"
    refused = table(position(side("12"), side("3", force="captain"), crazy_captain=True).evolve(must_roll=True))
    assert question(seen(refused)).text == "Your call was objected to: you must roll in this turn."


@pytest.mark.rule(11)
def test_whoever_has_too_few_dice_must_call_and_the_other_is_told_before() -> None:
    must = question(seen(with_dice("11223", "4")))
    assert (must.heading, [button.action for button in must.buttons]) == ("Call Shanghai", ["shanghai"])
    assert "Marta has fewer than two dice left and must call Shanghai next." in texts(0, with_dice("22", "11234"))
    assert "must call next" not in texts(0, with_dice("22", "1123"))


def test_a_watcher_and_the_other_player_read_whom_the_table_waits_for() -> None:
    for who, looking in everybody(with_dice("225", "4", turn=1)).items():
        asked = question(looking)
        assert asked.waiting is (who not in ("second", "hot seat"))
        if asked.waiting:
            assert asked.heading == "Waiting for Marta"
            assert asked.text == "Choosing: roll or call Shanghai. This page updates by itself."
    assert texts(1, played("roll", "2-5")) == "Choosing a die to place. This page updates by itself."


def test_a_bot_is_told_to_be_thinking() -> None:
    shown = with_dice("225", "4", turn=1)
    bot = replace(shown, chairs=(shown.chairs[0], TableSeat(SeatKind.BOT, level="deckhand")))
    assert texts(0, bot) == "The bot is thinking. This page updates by itself."
    assert question(seen(bot, 0, ahead=1)).text == "The bot is busy with 1 other game. This page updates by itself."
    assert question(seen(bot, 0, ahead=7)).text.startswith("The bot is busy with 7 other games.")


def test_the_dice_lie_in_the_colour_of_whoever_rolled_them() -> None:
    shown = played("roll", "2-5")
    colours = {who: question(looking).lying_of for who, looking in everybody(shown).items() if question(looking).lying}
    assert colours == {
        "second": "them",
        "watcher": "me",
        "watcher beside the first": "me",
        "watcher beside the second": "them",
    }


@pytest.mark.rule(44)
def test_after_a_shanghai_everybody_reads_who_called_and_who_takes_what() -> None:
    turns = (
        "roll",
        "1-2",
        "place 1 left",
        "roll",
        "1-4",
        "place 4",
        "roll",
        "2-3",
        "place 2",
        "roll",
        "3-4",
        "place 3",
    )
    told = played(*turns, "shanghai", "ITA1", "ITA2", "ITA3", "ITA3", "ITA4", "TUR1")
    asked = {who: question(looking) for who, looking in everybody(told).items()}
    assert (asked["first"].heading, asked["second"].heading) == ("You called Shanghai", "Anna called Shanghai")
    assert asked["second"].text == (
        "You take the trick card “Die ±1” and the Dutch 3; Anna takes the French 4 and the Spanish 1; "
        "2 cards are out of the game. Points: you 0 → 4, Anna 0 → 5. "
        "You start round 2. The result stays here until you roll."
    )
    assert [button.action for button in asked["second"].buttons] == ["roll"]
    assert asked["first"].text.endswith("Waiting for Marta.")
    assert asked["first"].buttons == asked["watcher"].buttons == ()


def test_a_call_is_told_from_the_side_of_the_caller() -> None:
    confirmed = question(seen(with_dice("225", "4"), choice=OpenChoice(call=True)))
    assert confirmed.text == (
        "You take the Spanish 1 and the Chinese 4; Marta takes the Dutch 3; 3 cards are out of the game."
    )
    assert [button.action for button in confirmed.buttons] == ["", "shanghai"]


def test_the_guide_speaks_only_to_whoever_is_asked_and_wants_it() -> None:
    shown, guided = with_dice("225", "4"), Preferences(guide=True)
    assert question(seen(shown, 0, preferences=guided)).comment
    assert question(seen(shown, 0)).comment == ""
    assert question(seen(shown, 1, preferences=guided)).comment == ""
    assert question(seen(shown, None, preferences=guided)).comment == ""
