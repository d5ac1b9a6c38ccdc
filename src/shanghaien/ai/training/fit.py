"""Fits a net to labelled states: gradients worked out by hand, steps by Adam, NumPy alone."""

from dataclasses import dataclass, field

import numpy as np

from shanghaien.ai.value.net import Net, chance_of, relu
from shanghaien.ai.value.net_features import Between, Floats, Ints, nation_code, nation_table, no_tricks, trick_features

Weights = dict[str, Floats]


@dataclass(frozen=True)
class NetSize:
    """How wide the layers are."""

    nation: int = 256
    trick: int = 48
    width: int = 64
    """Nations and tricks add up to a vector of this width."""
    head: int = 64
    peaks: int = 16
    """In so many respects only the nation with the greatest value counts."""


@dataclass(frozen=True)
class Plan:
    """How to fit: passes over the data, states per step, the highest step width, and decay of the weights."""

    passes: int = 25
    batch: int = 128
    step: float = 4e-3
    decay: float = 0.03


def fresh_net(size: NetSize, rng: np.random.Generator) -> Net:
    features = nation_table().shape[1], no_tricks().shape[-1]

    def layer(rows: int, columns: int, scale: float = 1.0) -> Floats:
        return rng.normal(0, scale * np.sqrt(2 / rows), (rows, columns)).astype(np.float32)

    def bias(columns: int) -> Floats:
        return np.zeros(columns, dtype=np.float32)

    return Net(
        {
            "nation_1": layer(features[0], size.nation),
            "nation_1_bias": bias(size.nation),
            "nation_2": layer(size.nation, size.width, 0.35),  # eight nations add up
            "peak_2": layer(size.nation, size.peaks),
            "peak_3": layer(size.peaks, size.width, 0.2),
            "trick_1": layer(features[1], size.trick),
            "trick_1_bias": bias(size.trick),
            "trick_2": layer(size.trick, size.width),
            "trick_2_bias": bias(size.width),
            "head_1": layer(size.width, size.head),
            "head_1_bias": bias(size.head),
            "near": layer(size.width, 2, 0.1),
            "far": layer(size.head, 2, 0.1),
        }
    )


@dataclass
class Examples:
    """Labelled states, prepared once: everything a step needs, seen by both players (axis 1)."""

    codes: Ints
    """(states, seer, nation)"""
    tricks: Floats
    """(states, seer, trick feature)"""
    sign: Floats
    """1 if seat 0 starts, -1 if seat 1."""
    labels: Floats

    @classmethod
    def of(cls, states: Between, labels: Floats) -> "Examples":
        """The examples for states between two rounds (one leading axis) and their chances of winning."""
        own, other = states.strengths, states.strengths[:, ::-1]
        mine, theirs = states.hands, states.hands[:, ::-1]
        return cls(
            nation_code(own.astype(np.intp), other.astype(np.intp), states.left[:, None].astype(np.intp)),
            trick_features(mine, theirs, states.pile_tricks[:, None], states.alternate[:, None]),
            (1.0 - 2.0 * states.starter).astype(np.float32),
            labels.astype(np.float32),
        )

    def some(self, which: Ints) -> "Examples":
        return Examples(self.codes[which], self.tricks[which], self.sign[which], self.labels[which])

    def __len__(self) -> int:
        return len(self.labels)


@dataclass
class Adam:
    """Adam's running means of the gradients."""

    first: Weights = field(default_factory=dict)
    second: Weights = field(default_factory=dict)
    steps: int = 0

    def move(self, weights: Weights, gradients: Weights, step: float, decay: float) -> None:
        self.steps += 1
        fix_1, fix_2 = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for name, gradient in gradients.items():
            first = self.first[name] = 0.9 * self.first.get(name, 0 * gradient) + 0.1 * gradient
            second = self.second[name] = 0.999 * self.second.get(name, 0 * gradient) + 0.001 * gradient**2
            weights[name] -= step * (first / fix_1 / (np.sqrt(second / fix_2) + 1e-8) + decay * weights[name])


def fit(net: Net, examples: Examples, plan: Plan, rng: np.random.Generator) -> Net:
    """The net after fitting it to the examples by cross-entropy; the step width falls to zero along a cosine."""
    weights = {name: array.copy() for name, array in net.weights.items()}
    adam = Adam()
    per_pass = -(-len(examples) // plan.batch)
    for number in range(plan.passes):
        order = rng.permutation(len(examples))
        for start in range(per_pass):
            done = (number + start / per_pass) / plan.passes
            batch = examples.some(order[start * plan.batch : (start + 1) * plan.batch])
            step = plan.step * 0.5 * (1 + np.cos(np.pi * done))
            adam.move(weights, gradients(weights, batch), step, plan.decay)
    return Net(weights)


def predictions(net: Net, examples: Examples) -> Floats:
    """What the net says about each example: the chance of seat 0."""
    seen = net.seen(examples.codes, examples.tricks)
    return chance_of(seen[:, 0, 0] - seen[:, 1, 0] + examples.sign * seen[:, :, 1].sum(axis=1))


def error(net: Net, examples: Examples) -> float:
    """The root mean square error of the net's chances."""
    return float(np.sqrt(np.mean((predictions(net, examples) - examples.labels) ** 2)))


def gradients(weights: Weights, batch: Examples) -> Weights:
    """The gradient of the mean cross-entropy of a batch."""
    codes, where = np.unique(batch.codes, return_inverse=True)
    rows = 2 * len(batch)  # every state is seen twice
    where = where.reshape(rows, -1)
    features, tricks = nation_table()[codes], batch.tricks.reshape(rows, -1)
    hidden = relu(features @ weights["nation_1"] + weights["nation_1_bias"])
    peaks = (hidden @ weights["peak_2"])[where]
    top = peaks.argmax(axis=1)  # which nation has the greatest value
    peak = np.take_along_axis(peaks, top[:, None], axis=1)[:, 0]
    trick_hidden = relu(tricks @ weights["trick_1"] + weights["trick_1_bias"])
    sums = trick_hidden @ weights["trick_2"] + weights["trick_2_bias"]
    near = relu(sums + (hidden @ weights["nation_2"])[where].sum(axis=1) + peak @ weights["peak_3"])
    far = relu(near @ weights["head_1"] + weights["head_1_bias"])
    seen = (near @ weights["near"] + far @ weights["far"]).reshape(-1, 2, 2)
    chance = chance_of(seen[:, 0, 0] - seen[:, 1, 0] + batch.sign * seen[:, :, 1].sum(axis=1))

    back = (chance - batch.labels) / len(batch)
    down = np.stack([np.stack([back, back * batch.sign], -1), np.stack([-back, back * batch.sign], -1)], 1)
    down = down.reshape(rows, 2)
    down_far = (down @ weights["far"].T) * (far > 0)
    down_told = (down @ weights["near"].T + down_far @ weights["head_1"].T) * (near > 0)
    down_trick = (down_told @ weights["trick_2"].T) * (trick_hidden > 0)
    down_by = _sum_by_code(where, down_told, len(codes))
    down_peak = down_told @ weights["peak_3"].T
    down_top = _sum_of_tops(np.take_along_axis(where, top, axis=1), down_peak, len(codes))
    down_hidden = (down_by @ weights["nation_2"].T + down_top @ weights["peak_2"].T) * (hidden > 0)
    return {
        "nation_1": features.T @ down_hidden,
        "nation_1_bias": down_hidden.sum(axis=0),
        "nation_2": hidden.T @ down_by,
        "peak_2": hidden.T @ down_top,
        "peak_3": peak.T @ down_told,
        "trick_1": tricks.T @ down_trick,
        "trick_1_bias": down_trick.sum(axis=0),
        "trick_2": trick_hidden.T @ down_told,
        "trick_2_bias": down_told.sum(axis=0),
        "head_1": near.T @ down_far,
        "head_1_bias": down_far.sum(axis=0),
        "near": near.T @ down,
        "far": far.T @ down,
    }


def _sum_by_code(where: Ints, down: Floats, codes: int) -> Floats:
    """For each nation code the sum of the gradients of all rows that it is part of."""
    flat = where.ravel()
    order = np.argsort(flat, kind="stable")
    starts = np.searchsorted(flat[order], np.arange(codes))
    return np.add.reduceat(down[order // where.shape[1]], starts, axis=0)


def _sum_of_tops(where: Ints, down: Floats, codes: int) -> Floats:
    """For each nation code and respect the sum of the gradients of all rows in which it has the greatest value."""
    respects = where.shape[1]
    flat = (where * respects + np.arange(respects)).ravel()
    sums: Floats = np.bincount(flat, down.ravel(), codes * respects).reshape(codes, respects).astype(down.dtype)
    return sums
