"""The checks of the dice with cards that nobody has told them of."""

import random

import pytest

from shanghaien import rules
from shanghaien.fairness import Draws, Promise, Proof, verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.fairness.second import verify as second_verify
from shanghaien.rules import Options, Outcome, Record
from tests.fairness.honest import House

MIXES = [Options(second_wind=True), Options(lookout=True), Options(broadside=True), rules.PRESETS["everything"]]
SEED = bytes(range(32))


def fair_game(options: Options, seed: int) -> tuple[Record, list[Outcome]]:
    """A game whose chances are drawn as the server draws them."""
    rng, promise = random.Random(seed), Promise.open("game", SEED).contribute(0, "a word")
    draws, state = Draws(SEED, "game", promise.contributions), rules.new_game(options)
    steps: list[rules.Step] = []
    drawn: list[Outcome] = []
    while not state.over:
        if rules.is_chance(state):
            drawn.append(draws.outcome(rules.chance(state), len(drawn)))
            steps.append(drawn[-1])
        else:
            steps.append(rng.choice(rules.legal_actions(state)))
        state = rules.take(state, steps[-1])[0]
    return Record(options, tuple(steps), Proof.of(promise, SEED).tags()), drawn


@pytest.mark.parametrize("options", MIXES)
@pytest.mark.parametrize("write", [rules.to_text, rules.to_json])
def test_an_honest_game_passes(options: Options, write: object) -> None:
    for seed in range(4):
        record, drawn = fair_game(options, seed)
        assert callable(write)
        evidence = read_evidence(write(record))
        assert list(evidence.outcomes) == drawn
        proof = Proof.from_tags(evidence.tags)
        assert proof is not None
        assert verify(proof, evidence.options, evidence.outcomes).ok


@pytest.mark.parametrize("options", MIXES)
@pytest.mark.parametrize("write", [rules.to_text, rules.to_json])
def test_an_honest_game_of_the_second_protocol_passes(options: Options, write: object) -> None:
    for seed in range(2):
        record = House(options=options, seed=seed).play().record()
        assert callable(write)
        assert second_verify(read_evidence(write(record)), rules.load(write(record))).ok
