from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.bridges.codes import (
    ACTIONS,
    BASE_ACTIONS,
    BASE_OUTCOMES,
    CODES_OF,
    OUTCOMES,
    action_code,
    action_count,
    action_of,
    outcome_code,
    outcome_count,
    outcome_of,
)
from shanghaien.rules import Malformed, Options
from tests.bridges.play import EVERYTHING, FIRST_EXPANSIONS, MIXES, random_game

GOLDEN = Path(__file__).parent / "golden"


def test_every_action_has_its_own_code_and_comes_back() -> None:
    assert [action_code(action) for action in ACTIONS] == list(range(len(ACTIONS)))
    assert [action_of(code) for code in range(len(ACTIONS))] == list(ACTIONS)


def test_every_outcome_has_its_own_code_and_comes_back() -> None:
    assert [outcome_code(outcome) for outcome in OUTCOMES] == list(range(960))
    assert [outcome_of(code) for code in range(960)] == list(OUTCOMES)


def test_a_sailor_and_the_dice_that_look_like_one_have_different_codes() -> None:
    sailor = rules.Sailor(rules.Nation.FRENCH, 3)
    assert sailor == (1, 3)
    assert outcome_code(sailor) != outcome_code((1, 3))


@pytest.mark.parametrize("options", MIXES)
def test_whatever_happens_in_a_game_has_a_code_of_its_options(options: Options) -> None:
    for seed in range(5):
        for state in random_game(options, seed):
            codes = [action_code(action) for action in rules.legal_actions(state)]
            assert len(set(codes)) == len(codes)
            assert all(code < action_count(options) for code in codes)
            if rules.is_chance(state):
                assert all(outcome_code(o) < outcome_count(options) for o in rules.chance(state).outcomes)


def test_every_code_is_used_in_some_game() -> None:
    seen: set[int] = set()
    for seed in range(400):
        for state in random_game(EVERYTHING, seed):
            seen.update(action_code(action) for action in rules.legal_actions(state))
        if len(seen) == len(ACTIONS):
            break
    assert [rules.action_text(ACTIONS[code]) for code in set(range(len(ACTIONS))) - seen] == []


def test_the_codes_never_change() -> None:
    """Stored nets and training data hold these numbers; what is new comes behind all that stands in the files."""
    for name, texts in (
        ("codes.txt", [rules.action_text(action) for action in ACTIONS]),
        ("outcomes.txt", [rules.outcome_text(outcome) for outcome in OUTCOMES]),
    ):
        fixed = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
        assert texts[: len(fixed)] == fixed


def test_each_card_beyond_the_base_game_has_codes_for_its_plays_and_then_for_its_answers() -> None:
    for key, codes in CODES_OF.items():
        card = rules.BY_KEY[key]
        plays = [play for act in card.acts for play in act.every_play(key)]
        answers = [answer for reply in card.replies for answer in reply.every_answer()]
        assert [action_of(code) for code in codes] == [*plays, *answers]
    assert [code for codes in CODES_OF.values() for code in codes] == list(range(BASE_ACTIONS, len(ACTIONS)))


def test_the_base_game_needs_only_the_first_codes() -> None:
    assert (action_count(Options()), outcome_count(Options())) == (BASE_ACTIONS, BASE_OUTCOMES) == (66, 58)
    assert action_count(Options(extra_wild=True)) == 66
    for options in (Options(extra_3=True), FIRST_EXPANSIONS):
        assert (action_count(options), outcome_count(options)) == (118, 960)


def test_a_game_needs_the_codes_of_all_its_cards_and_none_behind_them() -> None:
    for option, key in rules.EXPANSIONS.items():
        needed = CODES_OF[key].stop if key in CODES_OF else BASE_ACTIONS
        assert needed <= action_count(Options(**{option: True})) <= max(needed, 118)


@pytest.mark.parametrize("code", [-1, len(ACTIONS), 5000])
def test_an_unknown_action_code_is_refused_with_a_sentence(code: int) -> None:
    with pytest.raises(Malformed, match="There is no action"):
        action_of(code)


@pytest.mark.parametrize("code", [-1, 960])
def test_an_unknown_outcome_code_is_refused_with_a_sentence(code: int) -> None:
    with pytest.raises(Malformed, match="There is no outcome"):
        outcome_of(code)
