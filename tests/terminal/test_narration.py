"""The sentences about a turn: every step is told once, by its events or, where a card tells nothing, for it."""

import pytest

from shanghaien import rules
from shanghaien.rules import Answer, CardTold, DieReturned, Phase, PlayedStep, State, TrickTaken, take
from shanghaien.terminal.narration import YOU, narrate, outcome
from tests.rules.positions import A, B, position, side

NAMES = ("Ann", "Ben")


def told(state: State, *words: str) -> str:
    """The sentence about these steps, each in notation."""
    moments = []
    for word in words:
        step = rules.parse_outcome(word) if rules.is_chance(state) else rules.parse_action(word)
        after, events = take(state, step)
        moments.append(PlayedStep(state, step, events, after))
        state = after
    return narrate(moments, NAMES)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["roll", "1-4", "place 4"], "Ann rolled 1 and 4; placed a 4 on Chinese 3."),
        (["shanghai"], "Ann called Shanghai."),
        (["roll", "1-4", "play shift 4+"], "Ann rolled 1 and 4; played Die ±1: the 4 becomes a 5."),
        (
            ["roll", "1-4", "play shift sailors AME"],
            "Ann rolled 1 and 4; played Two sailors with Die ±1 for the American crew.",
        ),
        (
            ["roll", "1-4", "play extra2 sharks 4"],
            "Ann rolled 1 and 4; played To the sharks; placed a 4 on Chinese 3; turned card 4 face down.",
        ),
        (
            ["roll", "1-4", "play extra2 exchange 3"],
            "Ann rolled 1 and 4; played Exchange; took a 3 back; placed a 1 on American 1; placed a 4 on Chinese 3.",
        ),
        (["roll", "4-4", "one", "2"], "Ann rolled 4 and 4; rolled one die again: 2 and 4."),
        (["roll", "4-4", "take"], "Ann rolled 4 and 4; took The Double."),
        (
            ["roll", "1-4", "play extra1 roll-all", "1-1-2-4-5", "keep 5"],
            (
                "Ann rolled 1 and 4; played Roll all again; rolled all dice again: 1, 1, 2, 4 and 5; took a 5 back; "
                "placed a 1 on American 1; placed a 1 on American 1; placed a 2 on French 2; placed a 4 on Chinese 3."
            ),
        ),
    ],
)
def test_a_turn_is_told_in_one_sentence(words: list[str], sentence: str) -> None:
    hand = side("135", hand="shift extra1 extra2", crews="AME3")
    assert told(position(hand, extra_1=True, extra_2=True, extra_3=True), *words) == sentence


@pytest.mark.rule(28)
def test_an_objection_is_told_with_what_it_was_about() -> None:
    state = position(side("135"), side(force="captain"), crazy_captain=True)
    words = ["roll", "1-4", "place 4", "object", "2-3", "place 2"]
    assert told(state, *words) == (
        "Ann rolled 1 and 4; wanted to place the 4 on Chinese 3; but Ben objected; rolled 2 and 3; "
        "placed a 2 on French 2."
    )


@pytest.mark.rule(38)
def test_a_card_taken_from_the_other_player_is_told_so() -> None:
    state = position(side("1"), side(hand="double"), extra_3=True)
    assert told(state, "roll", "4-4", "take").endswith("took The Double from Ben.")


def step_of_a_card(phase: str, step: rules.Step, *events: rules.Event, then: str = Phase.PLACE) -> PlayedStep:
    """A step such as a card nobody has heard of might bring, with the events that it tells."""
    before = position(side("1"), roll="14", extra_1=True, extra_3=True, crazy_captain=True).evolve(phase=phase)
    return PlayedStep(before, step, events, before.evolve(phase=then))


def test_an_answer_of_which_the_card_tells_nothing_is_told_by_its_name_and_giver() -> None:
    assert narrate([step_of_a_card("objection", Answer("allow"))], NAMES) == "Ben chose “Allow it”."
    assert narrate([step_of_a_card("keep", Answer("keep", (4,)))], NAMES).startswith("Ann chose “Take the 4 back")


def test_an_answer_is_left_to_the_roll_that_tells_it() -> None:
    assert narrate([step_of_a_card("double", Answer("one"), then="roll one")], NAMES) == ""


@pytest.mark.parametrize(
    ("drawn", "words"),
    [((4,), "rolled one die again: 4"), (B, "saw chance choose Ben"), (rules.parse_card("FRE3"), "drew French 3")],
)
def test_what_chance_decided_for_a_card_is_told_even_if_the_card_does_not(drawn: rules.Outcome, words: str) -> None:
    assert narrate([step_of_a_card("roll one", drawn)], NAMES) == f"Ann {words}."


def test_what_only_a_card_can_tell_is_about_the_player_whom_it_names() -> None:
    card = rules.TRICK_CARDS[0]
    step = step_of_a_card("double", Answer("one"), CardTold(B, "bowed"), TrickTaken(A, card.key, from_other=False))
    assert narrate([step], NAMES) == f"Ben bowed; Ann took {card.name}."


def test_a_die_of_the_other_player_is_told_with_their_name() -> None:
    card = rules.TRICK_CARDS[0].key
    step = step_of_a_card("keep", Answer("keep", (4,)), DieReturned(B, 4, A, card), DieReturned(A, 1, A, card))
    assert narrate([step], NAMES) == "Ann sent Ben's 4 back; took a 1 back."
    assert narrate([step], (NAMES[A], YOU)) == "Ann sent your 4 back; took a 1 back."


def test_nothing_to_tell_is_no_sentence() -> None:
    assert narrate([], NAMES) == ""


@pytest.mark.rule(23)
@pytest.mark.parametrize(
    ("crews", "names", "sentence"),
    [
        (("AME3", "FRE2"), ("Ann", "Ben"), "Ann 3, Ben 2. Ann wins!"),
        (("AME1", "FRE2"), ("Ann", "You"), "Ann 1, You 2. You win!"),
        (("AME2", "FRE2"), ("Ann", "Ben"), "Ann 2, Ben 2. It is a draw."),
    ],
)
def test_the_end_says_who_has_won(crews: tuple[str, str], names: tuple[str, str], sentence: str) -> None:
    state = position(side(crews=crews[0]), side(crews=crews[1]), number=8).evolve(phase=Phase.OVER)
    assert outcome(state, names) == sentence
