"""Counting what happens in many games, and the counts as tables: results, points, turns, tricks."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table

from shanghaien.rules import (
    ROUNDS,
    Act,
    Options,
    Phase,
    PlayedStep,
    Seat,
    State,
    TrickPlayed,
    points,
    seat_letter,
    winner,
)

from .narration import Names
from .wording import acts_in_play

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
        return sum(self.points[seat]) / self.games

    def turns_per_round(self) -> list[float]:
        return [turns / self.games for turns in self.turns]

    def as_dict(self) -> dict[str, Any]:
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


def tables(tally: Tally, names: Names) -> tuple[Table, ...]:
    return _results(tally, names), _turns(tally), _tricks(tally, names)


def _results(tally: Tally, names: Names) -> Table:
    table = Table("player", title="Results", title_justify="left")
    for column in ("wins", "share", "points", "lowest", "highest"):
        table.add_column(column, justify="right")
    for seat in SEATS:
        wins, scores = tally.wins[seat], tally.points[seat]
        share, mean = f"{wins / tally.games:.1%}", f"{tally.mean_points(seat):.2f}"
        table.add_row(_player(seat, names), str(wins), share, mean, str(min(scores)), str(max(scores)))
    table.add_row("drawn", str(tally.draws), f"{tally.draws / tally.games:.1%}")
    return table


def _turns(tally: Tally) -> Table:
    table = Table("round", title="Turns per round", title_justify="left")
    for number in range(1, len(tally.turns) + 1):
        table.add_column(str(number), justify="right")
    table.add_row("turns", *(f"{turns:.2f}" for turns in tally.turns_per_round()))
    return table


def _tricks(tally: Tally, names: Names) -> Table:
    """Every act of the cards in play that took effect at least once."""
    table = Table("trick", title="Tricks played", title_justify="left")
    for seat in SEATS:
        table.add_column(_player(seat, names), justify="right")
    table.add_column("per game", justify="right")
    for act, name in acts_in_play(tally.options).items():
        counts = [tally.tricks[seat][act] for seat in SEATS]
        if any(counts):
            table.add_row(name, *map(str, counts), f"{sum(counts) / tally.games:.2f}")
    return table


def _player(seat: Seat, names: Names) -> str:
    return f"{seat_letter(seat)} {names[seat]}"
