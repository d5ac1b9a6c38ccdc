"""What a record says about its dice, read without playing it: a record that was tampered with may not be playable."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from shanghaien.rules import (
    EXPANSIONS,
    N_,
    PILE_TRICKS,
    STEPS,
    TRICK_CARDS,
    Decision,
    Malformed,
    Options,
    Outcome,
    Trick,
    new_game,
    read_tricks,
    words_before_another,
)

from .run_reader import OUTCOME, SEATS, Run, RunReader, read_steps

TAKES_A_WORD = frozenset(words_before_another())
"""The words of the text form whose next word belongs to them, though it may look like an outcome."""
CARDS_WITH_ACTS = frozenset(
    f"{card.key} {act.key}"
    for card in TRICK_CARDS
    for act in card.acts
    if Trick(act.key) in PILE_TRICKS and Trick(act.key) != card.key
)
"""Two words of the text form that belong together, though the second looks like a card that was dealt."""
HEAD = re.compile(r"start\b|round\s+\d+\s*:|[AB]\b", re.IGNORECASE)
TAG = re.compile(r"\[(\S+)\s+(.*)\]")


@dataclass(frozen=True)
class Evidence:
    """The tags, the set-up and the outcomes of a record, as they stand there."""

    tags: dict[str, str]
    options: Options
    """The numbers of trick cards in the pile as set up; whatever else the record sets up does not touch the dice."""
    runs: tuple[tuple[Outcome, ...], ...]
    """The outcomes that came one after the other without a choice between them."""
    setup: tuple[str, ...] = ()
    """Revision of the rules, tricks, first, starter, expansions: what the contract names."""
    before: tuple[Run, ...] = ()
    """For each of the runs what stands in the record before it."""


def reading_table() -> dict[str, list[str]]:
    """All that has to be known of the cards to find the outcomes in a record, for programs in other languages.

    * takes_a_word: after such a word the next one is no outcome
    * pile_tricks: the trick cards that can be dealt, in the order of the pile
    * card_acts: pairs of words of which the second is no outcome
    """
    return {
        "takes_a_word": sorted(TAKES_A_WORD),
        "pile_tricks": list(PILE_TRICKS),
        "card_acts": sorted(CARDS_WITH_ACTS),
    }


def answers_of_the_other() -> list[str]:
    """The words in a turn by which the other player has chosen, for programs that read who acted from the text form."""
    state = new_game()
    asked = (step for step in STEPS.values() if isinstance(step, Decision) and step.seat(state) != state.turn)
    return sorted(reply.word for step in asked for reply in step.replies)


def read_evidence(text: str) -> Evidence:
    """The evidence in a record of either form."""
    text = text.removeprefix("\ufeff")
    return _from_json(text) if text.lstrip().startswith("{") else _from_text(text)


def _from_json(text: str) -> Evidence:
    try:
        values = json.loads(text)
        tags, steps, options = values.get("tags", {}), values["steps"], values["options"]
        texts = {str(name): str(value) for name, value in dict(tags).items()}
        setup = _setup_of(values.get("rules"), options)
        reader = read_steps(map(str, steps), *setup[2:4])
        return _evidence(texts, Options(tricks=options["tricks"]), reader, setup)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Malformed(N_("This JSON is no record of a game.")) from None


def _from_text(text: str) -> Evidence:
    lines = [line.strip() for line in text.splitlines()]
    tags = {found[1]: found[2].strip() for line in lines if (found := TAG.fullmatch(line))}
    if "Tricks" not in tags:
        raise Malformed(N_("This is no record of a game; its header names no [Tricks ...]."))
    setup = tuple(tags.get(name, "").lower() for name in ("Rules", "Tricks", "First", "Starter", "Expansions"))
    reader = RunReader()
    for line in lines:
        if not line.startswith(("[", "#")):
            _read_line(reader, line)
    return _evidence(tags, Options(tricks=read_tricks(tags["Tricks"])), reader, setup)


def _evidence(tags: dict[str, str], options: Options, reader: RunReader, setup: tuple[str, ...]) -> Evidence:
    runs = tuple(reader.runs)
    return Evidence(tags, options, tuple(tuple(run.outcomes) for run in runs), setup, runs)


def _setup_of(revision: object, options: Mapping[str, Any]) -> tuple[str, ...]:
    on = " ".join(name.replace("_", "-") for name in EXPANSIONS if options.get(name)) or "none"
    tricks = "-".join(map(str, options["tricks"]))
    return str(revision), tricks, str(options.get("first", "")), str(options.get("starter", "")), on


def _read_line(reader: RunReader, line: str) -> None:
    """A line of the text form; a turn begins with a choice, written down or not."""
    head = HEAD.match(line)
    if head and head[0].lower() in SEATS:
        reader.begin_turn(SEATS[head[0].lower()])
    words = line[head.end() if head else 0 :].partition("#")[0].split()
    for before, word in pairwise(["", *words]):
        bound = before.lower() in TAKES_A_WORD or f"{before} {word}".lower() in CARDS_WITH_ACTS
        if not bound and OUTCOME.fullmatch(word):
            reader.outcome(word)
        else:
            reader.say(word, bound=bound)
