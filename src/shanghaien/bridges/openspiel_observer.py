"""Observation and information state for OpenSpiel; text and tensor are printed from the same numbers."""

from typing import Any

import numpy as np
import numpy.typing as npt

from shanghaien.rules import Options

from .codes import OUTCOMES
from .lengths import most_chances, most_decisions
from .observation import layout_for

MOMENT = len(OUTCOMES) + 1
"""What a code plus one is divided by in the history part of the tensor, where 0 stands for nothing yet."""


class ShanghaienObserver:
    """What a player sees; with perfect recall also every action and outcome so far, as codes in order."""

    def __init__(self, options: Options, perfect_recall: bool) -> None:
        self.layout = layout_for(options)
        self.moments = most_decisions(options) + most_chances(options) if perfect_recall else 0
        self.scale = np.array(self.layout.scale, np.float32)
        self.tensor: npt.NDArray[np.float32] = np.zeros(self.layout.size + self.moments, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {
            name: self.tensor[part] for name, part in self.layout.slices.items()
        }
        if perfect_recall:
            self.dict["history"] = self.tensor[self.layout.size :]

    def set_from(self, state: Any, player: int) -> None:
        """Fill `tensor`, and with it the views in `dict`, with what the player sees."""
        self.tensor.fill(0)
        self.tensor[: self.layout.size] = self.layout.numbers(state.position, player) / self.scale
        if self.moments:
            codes = state.history()[-self.moments :]
            self.dict["history"][: len(codes)] = (np.array(codes, np.float32) + 1) / MOMENT

    def string_from(self, state: Any, player: int) -> str:
        """The same for people."""
        text = self.layout.text(self.layout.numbers(state.position, player))
        if self.moments:
            text += "\nhistory: " + " ".join(map(str, state.history()))
        return text
