"""Everything that a review can say stands in one table, and can be said to each of the two players."""

import random
from collections.abc import Iterator
from itertools import product
from string import Formatter

from shanghaien import rules
from shanghaien.ai.review.model import Ends, ReasonCode
from shanghaien.ai.review.phrases import PHRASES, Language, ReasonWriter
from shanghaien.ai.review.reasons import reasons, reasons_why
from shanghaien.rules import Act, Action, Call, Nation, Options, Play, State, Trick, legal_actions

EVERYTHING = rules.PRESETS["everything"]
SAID_BY_CARDS = {ReasonCode.ACT, ReasonCode.ANSWER}
TRICK = Play(Trick("shift"), Act("sailors"), nation=Nation.DUTCH)
WAYS_TO_LOSE: tuple[tuple[Action | None, Ends | None], ...] = (
    (None, None),
    (Call(), Ends(0.6, 0.4, ((0, 0.2),))),
    (TRICK, Ends(0.4, 0.6, ((0, 0.3), (1, -0.1)))),
    (None, Ends(0.6, 0.4, ((0, 0.3), (1, -0.1)))),
)
"""What the opponent did best then, and what the round would have come to."""


def decisions(options: Options, seed: int) -> Iterator[tuple[State, Action]]:
    """The choices of a game between two who choose at random."""
    luck = random.Random(seed)
    choose = lambda state: luck.choice(legal_actions(state))  # noqa: E731 - both players are this one
    for step in rules.play(options, (choose, choose), luck):
        if not rules.is_chance(step.before):
            yield step.before, step.step  # type: ignore[misc]


def names_in(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_reason_has_a_phrase_unless_the_trick_card_tells_it() -> None:
    assert {*PHRASES} | SAID_BY_CARDS == {*ReasonCode}


def test_no_sentence_stands_twice() -> None:
    wordings = [wording for phrase in PHRASES.values() for wording in phrase if wording]
    assert len(set(wordings)) == len(wordings)


def test_a_phrase_that_names_a_player_can_be_said_to_that_player() -> None:
    for phrase in PHRASES.values():
        assert bool(names_in(phrase.named) & {"me", "who"}) == bool(phrase.to_them)
        assert bool(names_in(phrase.named) & {"other", "whom"}) == bool(phrase.to_other)
        assert not names_in(phrase.to_them) & {"me", "who"}
        assert not names_in(phrase.to_other) & {"other", "whom"}


def test_every_phrase_is_said_some_day_and_looked_up_in_the_language_of_the_reader() -> None:
    said: set[str] = set()

    def say(template: str) -> str:
        said.add(template)
        return template

    wanted = {wording for phrase in PHRASES.values() for wording in phrase if wording}
    for seed in range(40):
        for state, _ in decisions(EVERYTHING, seed):
            legal = legal_actions(state)
            for action in legal:
                for you, (answer, ends) in product((None, 0, 1), WAYS_TO_LOSE):
                    told = reasons_why(state, action, legal[0], answer, ends)
                    ReasonWriter(you=you, language=Language(say)).sentences(told)
        if wanted <= said:
            break
    assert wanted <= said


def test_a_player_is_spoken_to_and_never_called_by_name() -> None:
    for state, _ in decisions(Options(), 5):
        for action in legal_actions(state):
            for seat, name in enumerate(("Ann", "Ben")):
                told = ReasonWriter(("Ann", "Ben"), you=seat).sentences(reasons(state, action))
                assert not any(name in sentence for sentence in told), told


def test_what_was_played_repeats_nothing_that_was_said_of_the_best() -> None:
    for state, _ in decisions(Options(), 6):
        legal = legal_actions(state)
        told = ReasonWriter().sentences(reasons_why(state, legal[0], legal[-1]))
        assert len(set(told)) == len(told)


def test_no_sentence_is_left_with_a_gap() -> None:
    for state, _ in decisions(EVERYTHING, 7):
        for action in legal_actions(state):
            told = ReasonWriter().sentences(reasons(state, action))
            assert not any("{" in sentence or "%(" in sentence for sentence in told), told
