"""The review of a record: every decision weighed, every roll and deal measured, all in one account that balances.

value at the start + luck of all rolls and deals + what estimates had missed - own losses + the other's losses = result

The value of a state is carried from step to step, so nothing can be lost on the way: a decision moves it from the best
choice to the one that was made, chance moves it to what came. Luck is what came minus the mean of the very same value over
all that could have come, so it is zero on average; the rest of the step is what the estimate before it had missed.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256

import numpy as np

from shanghaien import rules
from shanghaien.ai.round.card_knowledge import all_known
from shanghaien.ai.round.judge import Judge, best_of
from shanghaien.ai.round.memory import enough_memory
from shanghaien.ai.value.payoff import Payoff
from shanghaien.ai.value.trained import TrainedValue, shipped_value
from shanghaien.rules import (
    Action,
    Phase,
    Place,
    Play,
    PlayedStep,
    Record,
    Seat,
    State,
    Taking,
    action_text,
    outcome_text,
    step_text,
)

from .chances import Chances
from .comparison import taken_effect
from .model import BELOW, EVEN, Ends, GameReview, Grade, ReviewEntry, ReviewKind, WeighedAction

SMALLEST = BELOW[Grade.FINE]
"""Of decisions that lost less, it is not worked out where they lost."""


def ends_of(judge: Judge, state: State, best: Action, played: Action) -> Ends | None:
    """The difference of two choices as the dice lie after each; None where one of them leaves the turn open or ends the round."""
    seat = rules.to_move(state)
    assert seat is not None
    wins, had = _still_open(state, best), _still_open(state, played)
    if wins is None or had is None:
        return None
    takings, others = rules.takings_now(wins), rules.takings_now(had)
    value = judge.if_ended(wins, seat, takings)
    cards = []
    for place, (taking, other) in enumerate(zip(takings, others, strict=True)):
        if taking.taker != other.taker:
            gain = value - judge.if_ended(wins, seat, _given(takings, place, other.taker))
            cards.append((place, gain if seat == 0 else -gain))
    return Ends(value, judge.if_ended(had, seat, others), tuple(cards))


def _still_open(state: State, action: Action) -> State | None:
    """The state after a die or a trick card that ends the turn, if the round goes on."""
    if not isinstance(action, Place | Play):
        return None
    after = taken_effect(state, action)
    return None if after.over or after.round != state.round or after.turn == state.turn else after


def _given(takings: tuple[Taking, ...], place: int, taker: Seat | None) -> tuple[Taking, ...]:
    """The row shared out the same way, but for one card."""
    return tuple(each._replace(taker=taker) if number == place else each for number, each in enumerate(takings))


EXACT, ROUNDING = 1e-12, 1e-5
"""Double precision, in round 8, lets two ways to the same value differ by less than the one, single by less than the other."""
Progress = Callable[[int, int], None]


def review(record: Record, payoff: Payoff, progress: Progress | None = None) -> GameReview:
    """The account of a recorded game; `progress` is told after each step how many of how many are done."""
    reviewer = Reviewer(payoff)
    entries: list[ReviewEntry] = []
    for number, moment in enumerate(record.replay(), start=1):
        entries += reviewer.entry(number, moment)
        if progress:
            progress(number, len(record.steps))
    if record.resigned is not None:
        entries.append(reviewer.resignation(len(record.steps) + 1, record.final, record.resigned))
    return GameReview(
        options=record.options,
        entries=tuple(entries),
        points=rules.points(record.final),
        finished=record.final.over or record.resigned is not None,
        payoff=type(payoff).__name__,
        exact_inside_rounds=all_known(record.options) and enough_memory(),
    )


@cache
def judgement() -> Payoff:
    """What the Captain thinks finished rounds are worth."""
    return shipped_value()


def judgement_name() -> str:
    """A text that changes whenever the numbers of a review could."""
    payoff = judgement()
    about = repr(sorted(payoff.about.items())) if isinstance(payoff, TrainedValue) else ""
    return type(payoff).__name__ + sha256(about.encode()).hexdigest()[:12]


class Reviewer:
    """Walks through one game, carrying its value from step to step."""

    def __init__(self, payoff: Payoff) -> None:
        self.value = EVEN
        # What the rounds before the last end in is trained, in single precision: more digits would say nothing.
        self._judge = Judge(payoff, last_dtype=np.float64, foresee=enough_memory())
        self._chance_of = Chances(payoff, self._judge)
        self._undealt: State | None = None
        """Before the first card of the deal at hand."""
        self._known: tuple[State, dict[Action, float]] | None = None
        self._turn = (0, 0, 0)

    def entry(self, number: int, moment: PlayedStep) -> Iterator[ReviewEntry]:
        """The entry of one step; the first cards of a deal have none, since a deal is judged as a whole."""
        before, step, _, after = moment
        round_, turn, _ = self._count_turn(before)
        text = step_text(step)
        if not rules.is_chance(before):
            yield self._decision(number, moment, (round_, turn), text)
        elif before.phase in (Phase.WHO_STARTS, Phase.DEAL):
            self._undealt = self._undealt or before
            if after.phase != Phase.DEAL:
                row = " ".join(map(outcome_text, after.tavern))
                luck = self._chance_of.deal(self._undealt, after)
                self._undealt = None
                yield self._chance(number, ReviewKind.DEAL, (round_, 0), None, row, self._state_value(after), luck)
        else:
            value = self._value_after(before, after)
            luck = value - self.value if self._exact(before) else self._chance_of.roll(before, after)
            yield self._chance(number, ReviewKind.ROLL, (round_, turn), before.turn, text, value, luck)

    def _exact(self, state: State) -> bool:
        """Whether the value carried so far is the mean over all that can come."""
        return self._judge.foresees and all_known(state.options)

    def resignation(self, number: int, state: State, seat: Seat) -> ReviewEntry:
        """Giving up gives away whatever chance was left."""
        before, self.value = self.value, float(seat)
        round_, turn, _ = self._count_turn(state)
        return ReviewEntry(number, ReviewKind.RESIGNATION, round_, turn, seat, "resigned", before, self.value)

    def _decision(self, number: int, moment: PlayedStep, place: tuple[int, int], text: str) -> ReviewEntry:
        seat = rules.to_move(moment.before)
        assert seat is not None
        assert isinstance(moment.step, Action)
        values = self._aligned(moment.before, seat)
        chosen = values[moment.step]
        ranked = sorted(values.items(), key=lambda item: item[1], reverse=seat == 0)
        before, self.value = self.value, chosen
        choices = tuple(WeighedAction(action_text(action), value) for action, value in ranked)
        entry = ReviewEntry(number, ReviewKind.DECISION, *place, seat, text, before, chosen, choices)
        if entry.loss < SMALLEST or not all_known(moment.before.options):
            return entry
        return replace(entry, ends=ends_of(self._judge, moment.before, ranked[0][0], moment.step))

    def _aligned(self, state: State, seat: Seat) -> dict[Action, float]:
        """The values without what rounding makes of the best one, so that the best choice loses nothing at all.

        A trick card that the solver does not know may change more than a rounding; the next roll's luck makes up for it.
        """
        values = self._action_values(state)
        off = self.value - best_of(seat, values.values())
        if not all_known(state.options):
            return {action: min(max(value + off, 0.0), 1.0) for action, value in values.items()}
        return {action: value + off for action, value in values.items()} if EXACT < abs(off) < ROUNDING else values

    def _chance(
        self,
        number: int,
        kind: ReviewKind,
        place: tuple[int, int],
        seat: Seat | None,
        text: str,
        value: float,
        luck: float,
    ) -> ReviewEntry:
        before, self.value = self.value, value
        unforeseen = value - before - luck
        return ReviewEntry(number, kind, *place, seat, text, before, value, unforeseen=unforeseen)

    def _value_after(self, before: State, after: State) -> float:
        """The value after a roll; a trick card of an expansion may end the round by one."""
        ended = after.over or after.round != before.round
        return self._judge.value_after(before, after) if ended else self._state_value(after)

    def _state_value(self, state: State) -> float:
        seat = rules.to_move(state)
        return self._judge.value(state) if seat is None else best_of(seat, self._action_values(state).values())

    def _action_values(self, state: State) -> dict[Action, float]:
        # The value after a roll is that of its best choice; the decision that follows asks for the same numbers.
        if self._known is None or self._known[0] is not state:
            self._known = state, self._judge.action_values(state)
        return self._known[1]

    def _count_turn(self, state: State) -> tuple[int, int, int]:
        """Round, turn within it, and whose turn it is."""
        round_, turn, seat = self._turn
        if state.phase in (Phase.WHO_STARTS, Phase.DEAL):
            self._turn = (state.round, 0, -1)
        elif (state.round, state.turn) != (round_, seat):
            self._turn = (state.round, turn + 1, state.turn)
        return self._turn
