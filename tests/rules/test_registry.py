"""What the files of the trick cards say, and that it is true of whole games."""

import random

import pytest

from shanghaien import rules
from shanghaien.rules import (
    ACTS,
    BY_KEY,
    REPLIES,
    TRICK_CARDS,
    Act,
    Answer,
    Asks,
    Decision,
    End,
    Nation,
    Options,
    Play,
    Trick,
    TrickCard,
    act_of,
    cards_of,
)

EVERYTHING = rules.PRESETS["everything"]


def texts(card: TrickCard) -> list[str]:
    """Everything that a person reads of a card while playing."""
    of_acts = [text for act in card.acts for text in (act.name, act.help, act.not_now)]
    return [card.name, card.help, *of_acts]


@pytest.mark.rule(4)
def test_every_card_and_act_has_a_name_and_a_sentence() -> None:
    for card in TRICK_CARDS:
        assert all(text.strip() for text in texts(card)), card.key
        assert card.help.endswith("."), card.key
        assert all(act.help.endswith(".") for act in card.acts), card.key
        assert all(
            (act.choice + act.question + act.picture).strip() == act.choice + act.question + act.picture
            for act in card.acts
        )
    names = [card.name for card in TRICK_CARDS]
    assert len(set(names)) == len(names)


def test_every_answer_has_a_name_and_one_of_each_question_is_usual() -> None:
    assert all(reply.name.strip() for reply in REPLIES.values())
    for card in TRICK_CARDS:
        for step in card.steps.values():
            if isinstance(step, Decision) and len(step.replies) > 1:
                assert sum(reply.usual for reply in step.replies) <= 1


@pytest.mark.parametrize(
    ("act", "number"), [("sailors", 8), ("shift", 10), ("again", 1), ("both", 3), ("exchange", 6), ("sharks", 18)]
)
def test_an_act_lists_as_many_plays_as_can_ever_occur(act: str, number: int) -> None:
    card = next(card.key for card in TRICK_CARDS if Act(act) in {each.key for each in card.acts})
    plays = ACTS[Act(act)].every_play(card)
    assert len(set(plays)) == len(plays) == number
    assert {play.card for play in plays} == {card}
    assert {play.act for play in plays} == {Act(act)}


def test_plays_are_listed_by_what_their_act_asks_for() -> None:
    crews = ACTS[Act("sailors")].every_play(Trick("shift"))
    assert [play.nation for play in crews] == list(Nation)
    shifts = ACTS[Act("shift")].every_play(Trick("shift"))
    assert [(play.die, play.step) for play in shifts][:3] == [(1, 1), (2, -1), (2, 1)]
    assert (6, 1) not in {(play.die, play.step) for play in shifts}
    for card in TRICK_CARDS:
        for act in card.acts:
            for play in act.every_play(card.key):
                assert (play.end is not None) <= (Asks.END in act.asks)
                assert (play.nation is not None) == (Asks.CREW in act.asks)
                assert (play.step is not None) == (Asks.SHIFT in act.asks)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_legal_in_a_game_is_listed_by_its_card(seed: int) -> None:
    rng = random.Random(seed)
    plays = {play for card in TRICK_CARDS for act in card.acts for play in act.every_play(card.key)}
    answers = {answer for reply in REPLIES.values() for answer in reply.every_answer()}
    seen: set[Play | Answer] = set()
    for step in rules.play(EVERYTHING, (lambda state: rng.choice(rules.legal_actions(state)),) * 2, rng):
        if not rules.is_chance(step.before):
            seen.update(action for action in rules.legal_actions(step.before) if isinstance(action, Play | Answer))
    assert len(seen) > 30
    assert {action for action in seen if isinstance(action, Play)} <= plays
    assert {action for action in seen if isinstance(action, Answer)} <= answers


def test_a_card_is_found_by_its_key_and_its_act_by_both() -> None:
    for card in TRICK_CARDS:
        assert BY_KEY[card.key] is card
        for act in card.acts:
            assert act_of(card.key, act.key).key == act.key
    assert {End.LEFT, End.RIGHT} == set(End)


def test_a_game_has_the_cards_of_the_pile_and_of_its_expansions() -> None:
    base = [card.key for card in cards_of(Options())]
    assert base == [card.key for card in TRICK_CARDS if not card.option]
    assert [card.key for card in cards_of(EVERYTHING)] == [card.key for card in TRICK_CARDS]
    for name, key in rules.EXPANSIONS.items():
        assert {card.key for card in cards_of(Options(**{name: True}))} == {*base, key}


def test_what_a_card_remembers_is_a_number_and_most_remember_nothing() -> None:
    assert all(card.remembers >= 0 for card in TRICK_CARDS)
    assert {card.remembers for card in TRICK_CARDS if card.key in rules.PILE_TRICKS} == {0}
