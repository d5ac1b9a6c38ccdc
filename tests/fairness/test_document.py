"""The page that strangers write verifiers from says what the code does, and a verifier written from it agrees."""

import re
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.fairness import Draws, Proof, commitment, program_contribution, seal
from shanghaien.fairness.protocol import game_key
from shanghaien.rules import outcome_text
from tests.fairness import second_verifier as second
from tests.fairness import stranger, vectors
from tests.fairness.honest import House, checked, text_of
from tests.fairness.test_verify import EVERYTHING, played

SECOND = Path(__file__).parents[2] / "src" / "shanghaien" / "fairness" / "second"
PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
SEED, GAME, GIVEN = bytes(range(32)), "vector-1", ("Ahoy!", "早安")
TAGS = {"Game-Id": GAME, "Seed": SEED.hex(), "Contribution-A": GIVEN[0], "Contribution-B": GIVEN[1]}


def printed(name: str) -> str:
    found = re.search(rf"^\| {re.escape(name)} \| `([^`]+)` \|$", PAGE, re.MULTILINE)
    assert found, name
    return found[1]


def test_the_printed_vectors_are_what_the_code_makes() -> None:
    assert printed("commitment") == commitment(SEED, GAME)
    assert printed("seal of seat A") == seal(GAME, 0, GIVEN[0])
    assert printed("seal of seat B") == seal(GAME, 1, GIVEN[1])
    assert printed("a bot's contribution at seat B") == program_contribution(SEED, GAME, 1)
    assert printed("key") == game_key(SEED, GAME, GIVEN).hex()
    assert printed("key if seat B gave nothing") == game_key(SEED, GAME, (GIVEN[0], None)).hex()


def test_the_printed_draws_are_what_both_programs_make() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| `([0-9a-f]{64})` \| (\d+) \|", PAGE, re.MULTILINE)
    assert len(rows) == 8
    for index, below, attempt, digest, number in rows:
        draw = Draws(SEED, GAME, GIVEN).draw(int(index), int(below))
        assert (draw.attempt, draw.digest, draw.number) == (int(attempt), digest, int(number))
        assert second.number(second.key_of(TAGS), int(index), int(below)) == (int(number), int(attempt), digest)


def test_the_printed_start_of_a_game_is_what_both_programs_draw() -> None:
    start = re.search(r"nobody plays a trick: (.+?)\.\n", PAGE, re.DOTALL)
    assert start
    outcomes = start[1].replace("\n", " ").split(", ")
    assert second.draw_again(TAGS, (3, 3, 2), outcomes) == outcomes
    draws, state = Draws(SEED, GAME, GIVEN), rules.new_game()
    for index, text in enumerate(outcomes):
        while not rules.is_chance(state):
            state = rules.apply(state, rules.legal_actions(state)[0]).state
        outcome = draws.outcome(rules.chance(state), index)
        assert outcome_text(outcome) == text
        state = rules.advance(state, outcome).state


@pytest.mark.parametrize("programs", [(), (1,)])
@pytest.mark.parametrize("options", [rules.Options(), EVERYTHING, rules.Options(tricks=(0, 0, 8))])
def test_a_verifier_written_from_the_page_alone_agrees_on_whole_games(
    options: rules.Options, programs: tuple[int, ...]
) -> None:
    proof, outcomes = played(options, programs)
    told = [outcome_text(outcome) for outcome in outcomes]
    assert second.promises_broken(proof.tags()) == []
    assert second.draw_again(proof.tags(), options.tricks, told) == told


def test_the_second_verifier_names_what_the_first_names() -> None:
    proof, _ = played(EVERYTHING, (1,))
    for tag, name in [("Seed", "seed"), ("Contribution-A", "contribution A"), ("Contribution-B", "contribution B")]:
        changed = proof.tags()
        changed[tag] = changed[tag][:-1] + ("0" if changed[tag][-1] != "0" else "1")
        assert name in second.promises_broken(changed)


def test_every_tag_is_named_on_the_page() -> None:
    proof, _ = played(EVERYTHING, (1,))
    assert isinstance(proof, Proof)
    house = House(stop=6, renewals={3: ("guest", "person")}).play()
    assert all(f"`{tag}`" in PAGE for tag in (*proof.tags(), *house.record().tags))


@pytest.mark.parametrize(("name", "value"), vectors.printed_values().items())
def test_the_printed_vectors_of_the_second_protocol_are_what_the_code_makes(name: str, value: str) -> None:
    assert f"\n| {name} | `{value}` |\n" in PAGE


def test_the_printed_record_is_right_for_both_programs_and_has_the_printed_draws() -> None:
    found = re.search(r"```text\n(\[Shanghaien 1\]\n.+?)```", PAGE, re.DOTALL)
    assert found
    assert found[1] == text_of(vectors.house()).rstrip() + "\n"
    assert stranger.verify(found[1]) == []
    report = checked(found[1])
    assert report.ok
    rows = re.findall(
        r"^\| (\d+\.\d+) \| (\w+) \| (\d+) \| (\d+) \| `(\w{64})` \| (\d+) \| (\S+) \|$", PAGE, re.MULTILINE
    )
    draws = [(each.draw, each.expected) for each in report.draws]
    assert rows == [
        (draw.index, draw.purpose, str(draw.below), str(draw.attempt), draw.digest, str(draw.number), expected)
        for draw, expected in draws
    ]


def test_every_name_of_a_finding_is_told_on_the_page() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in SECOND.glob("*.py"))
    told = set(re.findall(r'\bCheck\(f?"([a-z-]+)', sources))
    assert len(told) >= 20
    assert [name for name in told if not re.search(rf"`{name}[` ]", PAGE)] == []
