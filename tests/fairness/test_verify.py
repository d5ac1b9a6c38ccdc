import random
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from shanghaien import rules
from shanghaien.fairness import Draws, Promise, Proof, Report, program_contribution, seal, verify
from shanghaien.rules import Outcome

SEED = bytes(range(32))
EVERYTHING = rules.Options(**dict.fromkeys(rules.EXPANSIONS, True))


@cache
def played(options: rules.Options = EVERYTHING, programs: tuple[int, ...] = ()) -> tuple[Proof, tuple[Outcome, ...]]:
    """A whole game by random players, with the proof that a server would put into its record."""
    promise = Promise.open("game-1", SEED, programs).contribute(0, "Ahoy")
    draws, luck = Draws(SEED, "game-1", promise.contributions), random.Random(5)
    state, outcomes = rules.new_game(options), list[Outcome]()
    while not state.over:
        if rules.is_chance(state):
            outcomes.append(draws.outcome(rules.chance(state), len(outcomes)))
            state = rules.advance(state, outcomes[-1]).state
        else:
            state = rules.apply(state, luck.choice(rules.legal_actions(state))).state
    return Proof.of(promise, SEED), tuple(outcomes)


def names(report: Report) -> list[str]:
    return [check.name for check in report.findings]


def with_outcome(outcomes: tuple[Outcome, ...], index: int, outcome: Outcome) -> list[Outcome]:
    return [*outcomes[:index], outcome, *outcomes[index + 1 :]]


@pytest.mark.parametrize("programs", [(), (1,)])
@pytest.mark.parametrize(
    "options", [rules.Options(), EVERYTHING, rules.Options(tricks=(8, 0, 0), first=rules.First.SEAT_B)]
)
def test_an_honest_game_passes(options: rules.Options, programs: tuple[int, ...]) -> None:
    proof, outcomes = played(options, programs)
    report = verify(proof, options, outcomes)
    assert report.ok
    assert len(report.draws) == len(outcomes)
    assert all(check.ok for check in report.draws)


def test_every_chance_of_a_game_has_one_of_the_tables_that_the_protocol_describes() -> None:
    """A card that draws from another table could not be checked: docs/fairness.md and the page's script know these."""
    luck = random.Random(3)
    for step in rules.play(EVERYTHING, (lambda state: luck.choice(rules.legal_actions(state)),) * 2, luck):
        if rules.is_chance(step.before):
            table = rules.chance(step.before)
            known = [rules.WHO_STARTS, rules.deal(step.before.pile), *(rules.rolls(dice) for dice in range(1, 7))]
            assert (table.outcomes, table.weights) in [(each.outcomes, each.weights) for each in known]


def test_a_single_changed_outcome_is_named_wherever_it_is() -> None:
    proof, outcomes = played()
    for index, outcome in enumerate(outcomes):
        changed: Outcome = {True: 1, False: 0}[outcome == 0] if isinstance(outcome, int) else _another(outcome)
        report = verify(proof, EVERYTHING, with_outcome(outcomes, index, changed))
        assert names(report) == [f"outcome {index}"]


def _another(outcome: Outcome) -> Outcome:
    if isinstance(outcome, rules.Sailor | str):
        return rules.Sailor(rules.Nation.DUTCH, 1 if outcome != rules.Sailor(rules.Nation.DUTCH, 1) else 2)
    assert isinstance(outcome, tuple)
    return (*outcome[:-1], 6) if outcome[-1] != 6 else tuple(sorted((*outcome[:-1], 5)))


def test_the_finding_says_where_and_what() -> None:
    proof, outcomes = played()
    (finding,) = verify(proof, EVERYTHING, with_outcome(outcomes, 1, rules.PILE_TRICKS[-1])).findings
    assert "round 1, card 1" in finding.told
    assert "the record says both" in finding.told


def test_outcomes_that_changed_places_are_named_as_order() -> None:
    proof, outcomes = played()
    alike = [index for index, outcome in enumerate(outcomes) if isinstance(outcome, rules.Sailor)]
    rolled = [index for index, outcome in enumerate(outcomes) if type(outcome) is tuple and len(outcome) == 2]
    pairs = [*pairwise(alike), (alike[0], alike[-1]), *pairwise(rolled)]
    for one, two in [pair for pair in pairs if outcomes[pair[0]] != outcomes[pair[1]]]:
        swapped = with_outcome(tuple(with_outcome(outcomes, one, outcomes[two])), two, outcomes[one])
        assert names(verify(proof, EVERYTHING, swapped)) == ["order"]


def test_a_card_and_a_roll_that_changed_places_are_found() -> None:
    proof, outcomes = played()
    swapped = with_outcome(tuple(with_outcome(outcomes, 6, outcomes[7])), 7, outcomes[6])
    assert not verify(proof, EVERYTHING, swapped).ok


@pytest.mark.parametrize("seed", [bytes(32), SEED[:-1] + b"\x00", SEED[:31], b""])
def test_another_seed_is_named(seed: bytes) -> None:
    proof, outcomes = played()
    assert set(names(verify(replace(proof, seed=seed), EVERYTHING, outcomes))) == {"seed"}


@pytest.mark.parametrize("game_id", ["game-2", "", "no game id"])
def test_another_game_id_breaks_the_promise(game_id: str) -> None:
    proof, outcomes = played()
    assert "seed" in names(verify(replace(proof, game_id=game_id), EVERYTHING, outcomes))


def test_a_changed_contribution_is_named_with_its_seat() -> None:
    proof, outcomes = played()
    report = verify(replace(proof, contributions=("Ahoi", None)), EVERYTHING, outcomes)
    assert "contribution A" in names(report)
    report = verify(replace(proof, contributions=(None, None)), EVERYTHING, outcomes)
    assert "contribution A" in names(report)
    report = verify(replace(proof, contributions=("Ahoy", "late")), EVERYTHING, outcomes)
    assert "contribution B" in names(report)


def test_a_contribution_changed_together_with_its_seal_is_found_by_the_draws() -> None:
    proof, outcomes = played()
    forged = replace(proof, contributions=("Ahoi", None), seals=(seal("game-1", 0, "Ahoi"), None))
    assert names(verify(forged, EVERYTHING, outcomes)) == ["contributions"]


def test_a_bots_contribution_that_was_chosen_is_named() -> None:
    chosen = program_contribution(bytes(32), "game-1", 1)
    proof, outcomes = played(EVERYTHING, (1,))
    forged = replace(proof, contributions=("Ahoy", chosen), seals=(proof.seals[0], seal("game-1", 1, chosen)))
    report = verify(forged, EVERYTHING, outcomes)
    assert names(report)[0] == "contribution B"
    assert "follow from the seed" in report.findings[0].told


def test_a_contribution_that_can_not_be_one_is_a_finding_and_no_crash() -> None:
    proof, outcomes = played()
    assert "contribution A" in names(verify(replace(proof, contributions=("", None)), EVERYTHING, outcomes))


def test_a_running_game_can_not_be_checked_yet() -> None:
    proof, outcomes = played()
    (finding,) = verify(replace(proof, seed=None), EVERYTHING, outcomes).findings
    assert "not been opened" in finding.told


def test_another_protocol_is_named() -> None:
    proof, outcomes = played()
    assert names(verify(replace(proof, protocol="shanghaien-fair-9"), EVERYTHING, outcomes)) == ["protocol"]


def test_an_outcome_left_out_is_found() -> None:
    proof, outcomes = played()
    assert not verify(proof, EVERYTHING, outcomes[:5] + outcomes[6:]).ok


def test_more_cards_than_the_pile_holds_are_found_and_no_crash() -> None:
    proof, outcomes = played()
    assert not verify(proof, EVERYTHING, [*outcomes, rules.PILE_TRICKS[-1]]).ok


def test_the_tags_of_a_record_give_the_proof_back() -> None:
    for programs in ((), (1,)):
        proof, _ = played(EVERYTHING, programs)
        assert Proof.from_tags(proof.tags()) == proof
        assert Proof.from_tags(replace(proof, seed=None).tags()) == replace(proof, seed=None)


def test_a_record_without_a_commitment_promises_nothing() -> None:
    assert Proof.from_tags({"Dice": "manual"}) is None


def test_an_unreadable_seed_is_a_finding_and_no_crash() -> None:
    proof, outcomes = played()
    damaged = Proof.from_tags(proof.tags() | {"Seed": "not hexadecimal"})
    assert damaged is not None
    assert "seed" in names(verify(damaged, EVERYTHING, outcomes))
