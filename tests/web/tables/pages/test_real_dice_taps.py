"""Whatever real dice and cards can bring can be tapped, in any order and in every expansion; nothing else can."""

import random
from dataclasses import replace

import pytest

from shanghaien import rules
from shanghaien.fairness.typed_outcomes import read_outcomes
from shanghaien.rules import Options, Outcome, Phase, Sailor, State, outcome_text
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.pages.page import present
from shanghaien.web.tables.pages.real_dice_input import Taps, rolling
from tests.web.tables.pages.positions import hot_seat, played
from tests.web.tables.pages.random_games import EXPANSIONS, game_of

DEALING = rules.advance(rules.new_game(), 0).state


def taps_for(outcome: Outcome, rng: random.Random) -> list[str]:
    """What a person taps for an outcome: dice as they happen to lie, a sailor after its nation."""
    text = outcome_text(outcome)
    if isinstance(outcome, Sailor):
        return [text[:3], text]
    return rng.sample(text.split("-"), text.count("-") + 1)


def chances_of(name: str) -> list[State]:
    """The states of a random game in which chance decides, one of each phase and number of dice."""
    options, rng = EXPANSIONS[name], random.Random(name)
    steps = rules.play(options, (lambda state: rng.choice(rules.legal_actions(state)),) * 2, rng)
    found = {
        (step.before.phase, len(step.before.rolled)): step.before for step in steps if rules.is_chance(step.before)
    }
    return list(found.values())


@pytest.mark.parametrize("name", EXPANSIONS)
def test_every_possible_outcome_can_be_tapped(name: str) -> None:
    rng = random.Random(name)
    for state in chances_of(name):
        for outcome in rules.chance(state).outcomes:
            taps = Taps(state)
            for word in taps_for(outcome, rng):
                assert word in taps.fitting | taps.nations_left
                taps = taps.tap(word)
            assert read_outcomes(state, taps.said) == [outcome]
            assert taps.enough or state.phase == Phase.DEAL


def test_a_whole_row_is_tapped_card_by_card_and_means_that_row() -> None:
    rng = random.Random(1)
    for _ in range(20):
        state, row, taps = DEALING, list[Outcome](), Taps(DEALING)
        while rules.is_chance(state):
            row.append(rng.choice(rules.chance(state).outcomes))
            state = rules.advance(state, row[-1]).state
            for word in taps_for(row[-1], rng):
                taps = taps.tap(word)
        assert taps.enough
        assert read_outcomes(DEALING, taps.said) == row


def test_a_card_that_was_tapped_as_often_as_it_is_in_the_pile_is_gone() -> None:
    once = Taps(DEALING).tap("FRE1")
    assert once.left["FRE1"] == 0
    assert once.tap("FRE1") == once
    assert once.tap("FRE3").tap("FRE3").left["FRE"] == 2


def test_taking_back_undoes_tap_after_tap() -> None:
    taps = Taps.read(DEALING, "FRE FRE3 GER")
    assert (taps.done, taps.nation) == (("FRE3",), "GER")
    assert str(taps.tap("back")) == "FRE3"
    assert str(taps.tap("back").tap("back")) == ""
    assert str(taps.tap("back").tap("back").tap("back")) == ""


def test_another_nation_can_be_tapped_as_long_as_no_sailor_was() -> None:
    assert str(Taps.read(DEALING, "FRE GER GER2")) == "GER2"


@pytest.mark.parametrize("words", ["7", "FRE5", "3 5", "XYZ", "<script>", "A"])
def test_what_does_not_fit_changes_nothing(words: str) -> None:
    assert str(Taps.read(DEALING, words)) == ""


def test_a_double_is_the_same_die_twice_and_nothing_follows_the_last_die() -> None:
    state = rolling(played().state)
    assert Taps.read(state, "4 4 2").said == "4-4"


def on_wood(table: Table) -> Table:
    return replace(table, mode=Mode.REAL_DICE)


def pad_at(table: Table) -> list[str]:
    """What can be tapped at once on the page of a table with real dice."""
    pad = present(replace(hot_seat(table), table=on_wood(table))).tray.pad
    if pad is None:
        return []
    sailors = [nation.code for nation in pad.nations if sum(nation.left)]
    return [letter for letter, _ in pad.seats] + [*map(str, pad.pips), *sailors, *(t.tap for t in pad.tricks if t.left)]


@pytest.mark.parametrize("name", EXPANSIONS)
def test_the_page_offers_the_pad_wherever_somebody_may_roll_and_nowhere_else(name: str) -> None:
    for table in game_of(name)[::7]:
        may_roll = not table.over and rules.Roll() in rules.legal_actions(table.state)
        assert pad_at(table) == (list("123456") if may_roll else [])


def test_the_pad_asks_by_name_and_never_by_letter() -> None:
    fresh = replace(played(), state=rules.new_game(Options()), waits_for=None)
    pad = present(replace(hot_seat(fresh), table=on_wood(fresh))).tray.pad
    assert pad is not None
    assert [name for _, name in pad.seats] == [chair.name for chair in fresh.chairs]
    assert pad.pad_texts.headings == ("Who starts?",)
