"""The net behind the trained value, and its file of weights.

A player's eyes see the sum of what each nation tells (`nations`, one table row per nation there can be) and, in a few
respects, only what tells most (`peaks`), because a trick card joins a single crew. Trick cards add to that sum (`tricks`);
two layers turn it into two numbers, *edge* and *start*. With the same net seen by both players, the log-odds of seat 0 are

    edge(0) - edge(1) + s · (start(0) + start(1)),   s = 1 if seat 0 starts the next round, -1 if seat 1 does,

so exchanging the players changes the sign, whatever the weights are.
"""

import json
import zipfile
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from shanghaien.rules import Malformed, Seat

from .net_features import FEATURE_VERSION, Between, Floats, Ints, nation_code, nation_table, no_tricks, trick_features

NATION = ("nation_1", "nation_1_bias", "nation_2", "peak_2", "peak_3")
TRICK = ("trick_1", "trick_1_bias", "trick_2", "trick_2_bias")
HEAD = ("head_1", "head_1_bias", "near", "far")
NAMES = (*NATION, *TRICK, *HEAD)
"""The arrays of a net; `near` and `far` read edge and start off the first and the second layer."""


class BadWeights(Malformed):
    """A file of weights that can't be used; the message says why in one sentence."""


def relu(values: Floats) -> Floats:
    """The part above zero, in place."""
    return np.maximum(values, 0, out=values)


@dataclass(frozen=True)
class Net:
    """The weights of one stage, and what they say."""

    weights: dict[str, Floats]

    @cached_property
    def nations(self) -> Floats:
        """The share of every nation in the sums: one row per `nation_code`."""
        sums: Floats = self._hidden() @ self.weights["nation_2"]
        return sums

    @cached_property
    def peaks(self) -> Floats:
        """The same for the respects in which only the greatest counts."""
        sums: Floats = self._hidden() @ self.weights["peak_2"]
        return sums

    def _hidden(self) -> Floats:
        return relu(nation_table() @ self.weights["nation_1"] + self.weights["nation_1_bias"])

    def tricks(self, features: Floats) -> Floats:
        """The share of trick cards in the sums: (..., width), from `trick_features`."""
        hidden = relu(features @ self.weights["trick_1"] + self.weights["trick_1_bias"])
        sums: Floats = hidden @ self.weights["trick_2"] + self.weights["trick_2_bias"]
        return sums

    def log_odds(self, states: Between) -> Floats:
        """The log-odds of seat 0 for states between two rounds, any number of them."""
        edge_and_start = [self._seen_by(seat, states) for seat in (0, 1)]
        sign = 1 - 2 * states.starter
        (edge_0, start_0), (edge_1, start_1) = (np.moveaxis(seen, -1, 0) for seen in edge_and_start)
        odds: Floats = edge_0 - edge_1 + sign * (start_0 + start_1)
        return odds

    def _seen_by(self, seat: Seat, states: Between) -> Floats:
        own, other = states.strengths[..., seat, :], states.strengths[..., 1 - seat, :]
        mine, theirs = states.hands[..., seat, :], states.hands[..., 1 - seat, :]
        tricks = trick_features(mine, theirs, states.pile_tricks, states.alternate)
        return self.seen(nation_code(own, other, states.left), tricks)

    def seen(self, codes: Ints, tricks: Floats) -> Floats:
        """Edge and start, (..., 2), for codes of all nations, (..., nation), and trick features, (..., feature)."""
        sums = self.nations[codes].sum(axis=-2) + self.peaks[codes].max(axis=-2) @ self.weights["peak_3"]
        return self.head(sums + self.tricks(tricks))

    def head(self, sums: Floats) -> Floats:
        """Edge and start, (..., 2), of such sums, (..., width)."""
        head = Head(self, sums[..., 0].size)
        head.sums[:] = sums.reshape(head.sums.shape)
        return head.read().reshape(*sums.shape[:-1], 2)


class Head:
    """The last layers of a net with their own workspace: new arrays for every batch would cost more than the sums."""

    def __init__(self, net: Net, rows: int) -> None:
        self.net = net
        width, far = net.weights["head_1"].shape
        self.sums = np.empty((rows, width), dtype=net.weights["head_1"].dtype)
        """To be filled; `read` overwrites them."""
        self._far = np.empty((rows, far), dtype=self.sums.dtype)

    def read(self) -> Floats:
        near = relu(self.sums)
        np.matmul(near, self.net.weights["head_1"], out=self._far)
        np.add(self._far, self.net.weights["head_1_bias"], out=self._far)
        seen: Floats = near @ self.net.weights["near"] + relu(self._far) @ self.net.weights["far"]
        return seen


def chance_of(log_odds: Floats) -> Floats:
    chance: Floats = 0.5 + 0.5 * np.tanh(0.5 * log_odds)
    return chance


def save_nets(path: Path, nets: dict[int, Net], facts: dict[str, Any]) -> None:
    """Write the nets of all stages into one file, with the feature version and facts such as the command.

    Half precision is enough: it changes chances by less than a thousandth, and the file is half as large.
    """
    about = {"feature_version": FEATURE_VERSION, "stages": sorted(nets), **facts}
    arrays: dict[str, Any] = {
        f"{stage}/{name}": net.weights[name].astype(np.float16) for stage, net in nets.items() for name in NAMES
    }
    draft = path.with_suffix(".part")  # a half-written file never gets the final name
    with draft.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
    draft.replace(path)


def load_nets(path: Path) -> tuple[dict[int, Net], dict[str, Any]]:
    """The nets by stage (rounds played) and the facts of a file of weights."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            _check_version(path, about)
            nets = {stage: _net(file, stage) for stage in about["stages"]}
    except (KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise BadWeights(f"{path.name} is no file of weights, or it is damaged ({error}).") from None
    for net in nets.values():
        _check_shapes(path, net)
    return nets, about


def _net(file: Any, stage: int) -> Net:
    return Net({name: file[f"{stage}/{name}"].astype(np.float32) for name in NAMES})


def _check_version(path: Path, about: dict[str, Any]) -> None:
    version = about["feature_version"]
    if version != FEATURE_VERSION:
        raise BadWeights(f"{path.name} was trained for features of version {version}, not {FEATURE_VERSION}.")


def _check_shapes(path: Path, net: Net) -> None:
    try:
        seen = net.seen(np.zeros((1, 1), dtype=np.intp), no_tricks())
        fits = seen.shape == (1, 2) and all(np.isfinite(array).all() for array in net.weights.values())
    except ValueError:
        fits = False
    if not fits:
        raise BadWeights(f"{path.name} holds weights that don't fit the features of version {FEATURE_VERSION}.")
