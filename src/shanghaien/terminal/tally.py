"""Counting what happens in many games: results, points, turns, tricks."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from shanghaien.rules import ROUNDS, Act, Options, Phase, PlayedStep, Seat, State, TrickPlayed, points, winner

from .card_names import acts_in_play

SEATS = (0, 1)


@dataclass
class Tally:
    """The counts over all games added so far; everything per seat is in the order A, B."""

    options: Options
    games: int = 0
    draws: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    points: list[list[int]] = field(default_factory=lambda: [[], []])
    """The points of each game."""
    turns: list[int] = field(default_factory=lambda: [0] * ROUNDS)
    """Per round, over all games."""
    tricks: list[Counter[Act]] = field(default_factory=lambda: [Counter(), Counter()])
    """How often each act of a trick card took effect."""

    def add(self, moments: Iterable[PlayedStep]) -> None:
        """Count one game, played to its end."""
        state = None
        for moment in moments:
            state = moment.after
            # A turn whose call was objected to comes to its choice twice (R31).
            if moment.before.phase == Phase.TURN and not moment.before.must_roll:
                self.turns[moment.before.round - 1] += 1
            for event in moment.events:
                if isinstance(event, TrickPlayed):
                    self.tricks[event.seat][event.play.act] += 1
        assert state is not None
        self._result(state)

    def _result(self, state: State) -> None:
        first, reached = winner(state), points(state)
        self.games += 1
        self.draws += first is None
        for seat in SEATS:
            self.wins[seat] += first == seat
            self.points[seat].append(reached[seat])

    def mean_points(self, seat: Seat) -> float:
        """The points of a seat in an average game."""
        return sum(self.points[seat]) / self.games

    def turns_per_round(self) -> list[float]:
        """The turns of both players in each round of an average game."""
        return [turns / self.games for turns in self.turns]

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON."""
        return {
            "games": self.games,
            "draws": self.draws,
            "wins": self.wins,
            "points": [
                {"mean": self.mean_points(seat), "min": min(self.points[seat]), "max": max(self.points[seat])}
                for seat in SEATS
            ],
            "turns_per_round": self.turns_per_round(),
            "tricks": [{act: self.tricks[seat][act] for act in acts_in_play(self.options)} for seat in SEATS],
        }
