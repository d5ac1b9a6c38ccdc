from dataclasses import replace

import pytest

from shanghaien.fairness import (
    BadContribution,
    ContributedTwice,
    Draws,
    FairnessError,
    Promise,
    TooLate,
    commitment,
    new_contribution,
    new_game_id,
    new_seed,
    program_contribution,
    seal,
)

SEED = bytes(range(32))


def test_a_contribution_can_not_come_twice() -> None:
    promise = Promise.open("g", SEED).contribute(0, "mine")
    with pytest.raises(ContributedTwice):
        promise.contribute(0, "another")
    assert promise.contribute(1, "yours").contributions == ("mine", "yours")


def test_a_contribution_can_not_come_after_the_first_card() -> None:
    promise = replace(Promise.open("g", SEED), locked=True)
    with pytest.raises(TooLate):
        promise.contribute(1, "late")


def test_a_seat_that_gives_nothing_does_not_block_the_game() -> None:
    promise = Promise.open("g", SEED).contribute(1, "mine")
    assert promise.contributions == (None, "mine")
    assert Draws(SEED, "g", promise.contributions).number(0, 6) in range(6)


def test_a_bots_contribution_follows_from_the_seed_and_is_there_before_any_other() -> None:
    promise = Promise.open("g", SEED, programs=(1,))
    assert promise.contributions == (None, program_contribution(SEED, "g", 1))
    with pytest.raises(ContributedTwice):
        promise.contribute(1, "a better one")


def test_a_player_can_not_pass_for_a_bot() -> None:
    with pytest.raises(BadContribution):
        Promise.open("g", SEED).contribute(0, program_contribution(SEED, "g", 0))


@pytest.mark.parametrize("text", ["", " ", " x", "x ", "a\nb", "x" * 101, "\x00"])
def test_a_text_that_could_be_read_in_two_ways_is_no_contribution(text: str) -> None:
    with pytest.raises(BadContribution):
        Promise.open("g", SEED).contribute(0, text)


@pytest.mark.parametrize("text", ["x", "доброе утро", "早安", "six sixes, please", "-"])
def test_any_other_text_is_one(text: str) -> None:
    assert Promise.open("g", SEED).contribute(0, text).contributions == (text, None)


@pytest.mark.parametrize("game_id", ["", "a b", "a\nb", "é", "x" * 65])
def test_a_game_id_holds_no_character_that_could_blur_a_message(game_id: str) -> None:
    with pytest.raises(FairnessError):
        commitment(SEED, game_id)


def test_only_a_seat_can_contribute() -> None:
    with pytest.raises(FairnessError):
        Promise.open("g", SEED).contribute(2, "spectator")


def test_nothing_public_holds_the_seed() -> None:
    seed = new_seed()
    promise = Promise.open("g", seed, programs=(1,)).contribute(0, "mine")
    assert seed.hex() not in repr(promise)
    assert seed.hex() not in repr(promise.seals)


def test_the_commitment_binds_seed_and_game() -> None:
    assert commitment(SEED, "g") != commitment(SEED, "h")
    assert commitment(SEED, "g") != commitment(bytes(32), "g")
    with pytest.raises(FairnessError):
        commitment(SEED[:31], "g")


def test_a_seal_binds_text_seat_and_game() -> None:
    seals = {seal("g", 0, "x"), seal("g", 1, "x"), seal("h", 0, "x"), seal("g", 0, "y")}
    assert len(seals) == 4
    assert Promise.open("g", SEED).contribute(0, "x").seals == (seal("g", 0, "x"), None)


def test_fresh_values_differ() -> None:
    assert len({new_seed() for _ in range(20)}) == 20
    assert len({new_contribution() for _ in range(20)}) == 20
    assert len({new_game_id() for _ in range(20)}) == 20
