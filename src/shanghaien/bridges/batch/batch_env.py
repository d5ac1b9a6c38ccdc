"""The batch environment: reset, step, observations, masks."""

from typing import NamedTuple

import numpy as np
from numpy import typing as npt

from shanghaien.bridges.card_sets import is_base
from shanghaien.bridges.codes import BASE_ACTIONS, action_code
from shanghaien.bridges.observation import BASE
from shanghaien.rules import KIND_NUMBER, First, Malformed, Options, State, cards_in, legal_actions, new_game, to_move

from .array import MY_TURN, ROUND, STARTED, TURN, Bools, Index, Ints
from .rounds import Decks, clear_table, deal, own_result, share_out
from .turns import calls, fill_mask, play_turns


class Stepped(NamedTuple):
    """What a step brought: per game the rewards of both seats, and whether a game ended (and began anew)."""

    rewards: Ints
    done: Bools


class BatchEnv:
    """Many games of one set-up; the same seed and actions give the same games."""

    def __init__(self, games: int, options: Options | None = None, seed: int | None = None) -> None:
        self.options = options or Options()
        if not is_base(self.options):
            raise Malformed("The batch environment plays the base game: no expansion but the extra wild card (R25).")
        self.games = games
        self._start = _first_column(self.options)
        self._deck = np.array([KIND_NUMBER[card] for card in cards_in(new_game(self.options).pile)], np.uint8)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; without a seed the chances are new ones."""
        self._generator = np.random.default_rng(seed)
        self._rows: Ints = np.zeros((BASE.size, self.games), np.int8)
        self._mask: Bools = np.zeros((BASE_ACTIONS, self.games), np.bool_)
        self._decks: Decks = np.zeros((self.games, 48), np.uint8)
        self._columns: Index = np.arange(self.games)
        self.seats: Ints = np.zeros(self.games, np.int8)
        self._rows[:] = self._begin(self._columns)
        fill_mask(self._rows, self._mask)

    @property
    def observations(self) -> Ints:
        """What the seat to move sees in each game, (games, 157) unscaled; a view that the next step changes."""
        return self._rows.T

    @property
    def masks(self) -> Bools:
        """What it may do, (games, 66); a view that the next step changes."""
        return self._mask.T

    def put(self, game: int, state: State) -> None:
        """Let a game go on from this state, in which a seat has to choose; the pile is shuffled anew (R5)."""
        seat = to_move(state)
        if seat is None or state.options != self.options:
            raise Malformed("Put a state of the same set-up in which a player has to choose.")
        self._rows[:, game] = BASE.numbers(state, seat)
        self._mask[:, game] = False
        self._mask[[action_code(action) for action in legal_actions(state)], game] = True
        self.seats[game] = seat
        left = [KIND_NUMBER[card] for card in cards_in(state.pile)]
        self._decks[game, 48 - len(left) :] = self._generator.permutation(left)

    def step(self, actions: npt.NDArray[np.integer]) -> Stepped:
        """One decision in every game, and the chances that follow."""
        chosen: Index = np.asarray(actions).astype(np.intp, copy=False)
        self._check(chosen)
        passed = play_turns(self._rows, chosen, self._generator)
        self.seats ^= passed.view(np.int8)
        stepped = Stepped(np.zeros((self.games, 2), np.int8), np.zeros(self.games, np.bool_))
        self._end_rounds(calls(chosen), stepped)
        fill_mask(self._rows, self._mask)
        return stepped

    def _check(self, actions: Index) -> None:
        if actions.shape != (self.games,):
            raise Malformed(f"Give one action for each of the {self.games} games, not an array of {actions.shape}.")
        known = (actions >= 0) & (actions < BASE_ACTIONS)
        if not known.all() or not self._mask[actions, self._columns].all():
            legal = known & self._mask[np.where(known, actions, 0), self._columns]
            game = int(np.flatnonzero(~legal)[0])
            raise Malformed(f"Action {actions[game]} is not legal in game {game}.")

    def _end_rounds(self, games: Index, stepped: Stepped) -> None:
        if not games.size:
            return
        rows = self._rows.take(games, axis=1)
        share_out(rows)
        over = np.flatnonzero(rows[ROUND] == 8)
        self._settle(games[over], rows[:, over], stepped)
        self.seats[games] ^= clear_table(rows).view(np.int8)
        deal(rows, self._decks[games])
        rows[:, over] = self._begin(games[over])
        self._rows[:, games] = rows

    def _settle(self, games: Index, rows: Ints, stepped: Stepped) -> None:
        result, seats = own_result(rows), self.seats[games]
        stepped.rewards[games, seats] = result
        stepped.rewards[games, 1 - seats] = -result
        stepped.done[games] = True

    def _begin(self, games: Index) -> Ints:
        """New games: a new deck, a first player (R7), and the first six cards."""
        rows = np.repeat(self._start, games.size, axis=1)
        self._decks[games] = self._generator.permuted(np.tile(self._deck, (games.size, 1)), axis=1)
        drawn = self._generator.integers(0, 2, games.size, np.int8)
        fixed = {First.SEAT_A: 0, First.SEAT_B: 1}.get(self.options.first)
        self.seats[games] = drawn if fixed is None else fixed
        deal(rows, self._decks[games])
        return rows


def random_actions(masks: Bools, generator: np.random.Generator) -> Index:
    """In each game one legal action, each as likely as the other."""
    mask = masks.T.view(np.int8)
    reached = np.empty_like(mask)
    reached[0] = mask[0]
    for code in range(1, len(mask)):  # row by row: np.cumsum walks down the columns, which takes ten times as long
        np.add(reached[code - 1], mask[code], out=reached[code])
    drawn = (generator.random(mask.shape[1], np.float32) * reached[-1]).astype(np.int8)
    chosen: Index = np.add.reduce(reached <= drawn, axis=0, dtype=np.intp)
    return chosen


def _first_column(options: Options) -> Ints:
    state = new_game(options)
    column: Ints = np.array(BASE.numbers(state, state.starter), np.int8)[:, None]
    column[BASE.slices["phase"]] = 0
    column[[TURN, MY_TURN, STARTED]] = 1
    return column
