"""A whole training run, from the last round backwards; every finished piece is a file, so it can be stopped and resumed.

Each generation plays quick games. The states after round 7 are labelled by exactly solved eighth rounds and a net is
fitted to them; the states after round 6 by solving round 7 with that net as payoff, and so on to round 1. The next
generation plays its games with the nets of the one before. Labels of all generations are fitted together.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np

from shanghaien.ai.value.net import Net, load_nets, save_nets

from .fit import Examples, NetSize, Plan, error, fit, fresh_net
from .labels import STAGES, Labelled, as_open, label, mixed, play_games
from .packed_states import COLUMNS, Rows, unpack
from .pieces import Piece, work_off
from .quick_games import Habits

Whole = TypeVar("Whole", range, Rows)

MIXES = ("bare", "one-hand", "two-hands", "close")
Mixes = tuple[int, int, int, int]
"""How many mixed states: with nobody's, one player's and both players' tricks, and as open as those that were played."""

PER_PIECE = 25
"""Games or played states in one piece of work; of the cheap mixed states a piece has eight times as many."""


@dataclass(frozen=True)
class Course:
    """How much to do, and with which random numbers."""

    games: tuple[int, ...] = (3000, 2500)
    """Quick games per generation; each gives one state per stage."""
    played: int = 600
    """How many of these states are labelled as they are, after rounds 1 to 6; after round 7 all are."""
    mixes: Mixes = (1, 1, 0, 0)
    """Mixed states per game after rounds 1 to 6."""
    last_mixes: tuple[Mixes, ...] = ((24, 12, 3, 0), (8, 10, 2, 3))
    """The same after round 7, where labels are exact and cheap, for each generation; the last one for all after it.

    What is open is judged by the generation before, so the first has no such states."""
    seed: int = 1
    size: NetSize = field(default_factory=NetSize)
    first: Plan = field(default_factory=Plan)
    """How the last stage is fitted, from nothing."""
    later: Plan = field(default_factory=lambda: Plan(passes=25, step=3e-3))
    """How the others are fitted, from the stage after them."""

    def mixes_after(self, stage: int, generation: int) -> Mixes:
        return self.last_mixes[min(generation, len(self.last_mixes) - 1)] if stage == STAGES else self.mixes


QUICK = Course(
    games=(12,),
    played=12,
    last_mixes=((4, 6, 2, 0),),
    size=NetSize(16, 8, 16, 8),
    first=Plan(passes=20, step=8e-3),
    later=Plan(passes=5),
)
"""Seconds instead of hours: enough to see that everything works, not to play well."""


class WorkShown(Protocol):
    """Shows how far a run has come."""

    def __call__(self, task: str, done: int, total: int) -> None: ...


@dataclass
class Run:
    """One run in one folder."""

    folder: Path
    course: Course
    executor: Executor
    progress: WorkShown

    def finish(self, facts: dict[str, Any]) -> Path:
        """Does all that is not done yet; returns the file of weights, which holds these facts about itself."""
        nets: Path | None = None
        for generation in range(len(self.course.games)):
            nets = self._generation(generation, nets)
        assert nets is not None
        final = self.folder / "value.npz"
        trained, about = load_nets(nets)
        save_nets(final, trained, facts | {"errors": about["errors"], "course": asdict(self.course)})
        return final

    def _generation(self, generation: int, before: Path | None) -> Path:
        games = list(self._games(generation, before))
        self._work_off(games, f"generation {generation + 1}: quick games")
        nets: Path | None = None
        for stage in range(STAGES, 0, -1):
            pieces = list(self._labelling(generation, stage, games, nets, before))
            self._work_off(pieces, f"generation {generation + 1}: labels after round {stage}")
            nets = self._fitted(generation, stage, nets)
        assert nets is not None
        return nets

    def _games(self, generation: int, nets: Path | None) -> Iterator[Piece]:
        for number, games in _cut(range(self.course.games[generation]), PER_PIECE):
            name = f"{generation}-games/{number:04}"
            yield self._piece(name, play_games, len(games), self._seed(name), nets, Habits())

    def _labelling(
        self, generation: int, stage: int, games: list[Piece], nets: Path | None, before: Path | None
    ) -> Iterator[Piece]:
        states: Rows = np.concatenate([piece.result()[:, stage - 1] for piece in games])
        last = stage == STAGES
        played = states if last else states[: self.course.played]
        yield from self._label(f"{generation}-after-{stage}/played", played, PER_PIECE, stage, nets)
        for kind, mixes in enumerate(self.course.mixes_after(stage, generation)):
            for mix in range(mixes):
                rng = np.random.default_rng([self.course.seed, generation, stage, mix, *[kind] * min(kind, 1)])
                name = f"{generation}-after-{stage}/{MIXES[kind]}-{mix}"
                yield from self._label(name, _mixed(states, rng, kind, before), 8 * PER_PIECE, stage, nets)

    def _label(self, name: str, rows: Rows, size: int, stage: int, nets: Path | None) -> Iterator[Piece]:
        for number, some in _cut(rows, size):
            part = f"{name}-{number:04}"
            yield self._piece(part, label, some, stage, self._seed(part), nets)

    def _fitted(self, generation: int, stage: int, later: Path | None) -> Path:
        """The file with the nets from this stage on."""
        path = self.folder / f"{generation}-after-{stage}.npz"
        if path.exists():
            return path
        nets, about = load_nets(later) if later else ({}, {"errors": {}})
        rng = np.random.default_rng([self.course.seed, generation, stage])
        fresh = stage == STAGES
        start = fresh_net(self.course.size, rng) if fresh else nets[stage + 1]
        self.progress(f"generation {generation + 1}: fit after round {stage}", 0, 1)
        net, left = fit_and_check(start, self._labelled(generation, stage), self._plan(fresh), rng)
        self.progress(f"generation {generation + 1}: fit after round {stage}, error {left:.3f}", 1, 1)
        save_nets(path, {**nets, stage: net}, {"errors": {**about["errors"], f"{generation}-after-{stage}": left}})
        return path

    def _plan(self, fresh: bool) -> Plan:
        return self.course.first if fresh else self.course.later

    def _labelled(self, generation: int, stage: int) -> Labelled:
        """All labels of a stage, of this generation and those before."""
        folders = [self.folder / f"{number}-after-{stage}" for number in range(generation + 1)]
        return np.concatenate([np.load(path) for folder in folders for path in sorted(folder.glob("*.npy"))])

    def _piece(self, name: str, work: Any, *arguments: Any) -> Piece:
        return Piece(self.folder / f"{name}.npy", work, arguments)

    def _seed(self, name: str) -> str:
        return f"{self.course.seed}/{name}"

    def _work_off(self, pieces: list[Piece], task: str) -> None:
        for done in work_off(pieces, self.executor):
            self.progress(task, done, len(pieces))


def fit_and_check(start: Net, labelled: Labelled, plan: Plan, rng: np.random.Generator) -> tuple[Net, float]:
    """A net fitted to all labels but a twentieth, and its error against those (single deals: noise included)."""
    examples = Examples.of(unpack(labelled[:, :COLUMNS].astype(np.int8)), labelled[:, COLUMNS])
    order = rng.permutation(len(examples))
    aside = max(1, len(order) // 20)
    net = fit(start, examples.some(order[aside:]), plan, rng)
    return net, error(net, examples.some(order[:aside]))


def _mixed(states: Rows, rng: np.random.Generator, kind: int, before: Path | None) -> Rows:
    """Mixed states of a kind of `MIXES`; the nets of the generation before say which are open."""
    return as_open(states, rng, before) if before and MIXES[kind] == "close" else mixed(states, rng, min(kind, 2))


def _cut(whole: Whole, size: int) -> Iterator[tuple[int, Whole]]:
    """The parts of a whole, numbered."""
    for number, start in enumerate(range(0, len(whole), size)):
        yield number, whole[start : start + size]
