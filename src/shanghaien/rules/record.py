"""A game as it is kept: options, rules revision, and every action and chance outcome in order.

`record_text` and `record_json` write a record and read it back; `docs/record.md` describes both forms for people.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple
from unicodedata import category

from .actions import Action
from .cards import Seat
from .chance import Outcome
from .errors import Malformed, RulesError, WrongRevision
from .events import Event
from .game import REVISION, Source, advance, apply, draw, is_chance, new_game, to_move
from .notation import action_text, outcome_text, seat_letter
from .options import Options
from .registry import EXPANSIONS
from .scoring import points
from .state import State
from .texts import N_

FORMAT = 1
"""The version of both written forms."""

Step = Action | Outcome
"""One step of a game: what a player chose, or what chance decided."""

TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9]*(-[A-Za-z0-9]+)*")
OWN_TAGS = ("Shanghaien", "Rules", "Tricks", "First", "Starter", "Expansions", "Result", "Check")
"""The tags that the written forms fill themselves."""
UNFINISHED = "unfinished"
NO_EXPANSION = "none"


class PlayedStep(NamedTuple):
    """One step of a game as it is played again."""

    before: State
    step: Step
    events: tuple[Event, ...]
    after: State


@dataclass(frozen=True)
class Record:
    """A game, finished or not. It may be wrong until it has been replayed; the readers replay what they read."""

    options: Options
    steps: tuple[Step, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Whatever else is to be kept: names, a date, the proof of fair dice, help taken."""
    resigned: Seat | None = None
    """The seat that gave the game up, if one did."""
    revision: int = REVISION

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", dict(self.tags))  # the caller keeps no hand on them
        for name, value in self.tags.items():
            check_tag(name, value)

    def replay(self) -> Iterator[PlayedStep]:
        """Play the game again, step by step; a step that the rules refuse raises an error that names it."""
        check_revision(self.revision)
        state = new_game(self.options)
        for number, step in enumerate(self.steps, start=1):
            try:
                after, events = take(state, step)
            except RulesError as error:
                raise error.at(f"Step {number}") from None
            yield PlayedStep(state, step, events, after)
            state = after
        if state.over and self.resigned is not None:
            raise Malformed(N_("A game that is over can’t be resigned (R23)."))

    @cached_property
    def played(self) -> tuple[PlayedStep, ...]:
        """Every step of the game, played again once."""
        return tuple(self.replay())

    @property
    def final(self) -> State:
        """The state after the last step."""
        return self.played[-1].after if self.played else new_game(self.options)

    @cached_property
    def step_texts(self) -> tuple[str, ...]:
        return tuple(step_text(played.step) for played in self.played)

    @property
    def result(self) -> str:
        """The points as ``31-28``, ``B resigned``, or ``unfinished``."""
        return result_text(self.final, self.resigned)

    @property
    def check(self) -> str:
        """Eight digits that change with any change of the game; free tags are not part of it."""
        lines = [str(self.revision), *option_texts(self.options).values(), self.result]
        return sha256("\n".join([*lines, *self.step_texts]).encode()).hexdigest()[:8]


def option_texts(options: Options) -> dict[str, str]:
    """The options as the values of their tags."""
    on = [name.replace("_", "-") for name in EXPANSIONS if name in options.expansions]
    return {
        "Tricks": "-".join(map(str, options.tricks)),
        "First": str(options.first),
        "Starter": str(options.starter),
        "Expansions": " ".join(on) or NO_EXPANSION,
    }


def take(state: State, step: Step) -> tuple[State, tuple[Event, ...]]:
    """The state after one step, and what happened; it raises what `apply` and `advance` raise."""
    return advance(state, step) if is_chance(state) else apply(state, step)  # type: ignore[arg-type]


def step_text(step: Step) -> str:
    """The step in notation."""
    return action_text(step) if isinstance(step, Action) else outcome_text(step)


def result_text(state: State, resigned: Seat | None) -> str:
    """How a game stands at its last step, as both written forms state it."""
    if resigned is not None:
        return f"{seat_letter(resigned)} resigned"
    return "{}-{}".format(*points(state)) if state.over else UNFINISHED


def check_revision(revision: int) -> None:
    """Refuse a record that was played under other rules."""
    if revision != REVISION:
        raise WrongRevision(
            N_("The record was played under revision %(its)s of the rules; this program plays revision %(ours)s."),
            its=revision,
            ours=REVISION,
        )


def check_format(version: int) -> None:
    """Refuse a record that is written in another version of the form."""
    if version != FORMAT:
        sentence = N_("The record is written in version %(its)s of the format; this program reads %(ours)s.")
        raise WrongRevision(sentence, its=version, ours=FORMAT)


def check_tag(name: object, value: object) -> None:
    """Refuse a tag that could not be written and read back as it is."""
    if not isinstance(name, str) or not TAG_NAME.fullmatch(name) or name in OWN_TAGS:
        raise Malformed(
            N_("%(name)r can’t be the name of a tag; expected letters as in Player-A, and none of %(own)s."),
            name=name,
            own=OWN_TAGS,
        )
    if not isinstance(value, str) or not value or value != value.strip() or any(map(_breaks_line, value)):
        sentence = N_("Tag %(name)s must be one line of text without blanks around it, not %(value)r.")
        raise Malformed(sentence, name=name, value=value)


def _breaks_line(char: str) -> bool:
    return category(char) in {"Cc", "Cs", "Zl", "Zp"}


Chooser = Callable[[State], Action]
"""Chooses one of the legal actions of a state in which its seat is asked."""


def play(options: Options, choosers: tuple[Chooser, Chooser], source: Source) -> Iterator[PlayedStep]:
    """A game that two choosers play to its end, step by step."""
    state = new_game(options)
    while not state.over:
        seat = to_move(state)
        step = draw(state, source) if seat is None else choosers[seat](state)
        after, events = take(state, step)
        yield PlayedStep(state, step, events, after)
        state = after
