"""One's own mistakes as puzzles: taken from each reviewed game of a person, and kept to be repeated."""

import json
from collections.abc import Iterator

from shanghaien.ai.puzzles import Puzzle, to_values
from shanghaien.ai.review.grades import BELOW, Grade
from shanghaien.ai.review.json_form import from_dict
from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind
from shanghaien.rules import Record, Seat
from shanghaien.web.clock import now
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.records import record_of
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.store.mistakes import MistakeRow, MistakeStore
from shanghaien.web.store.reviews import ReviewStore

from .repeating import new_card

ENOUGH = BELOW[Grade.INACCURACY]
"""From this loss on a choice is a mistake: three hundredths of the chance of winning."""
CLEAR = BELOW[Grade.FINE]
"""By so much the best choice has to be better than the next one: else there would be nothing to remember."""
MOST_OF_A_GAME = 3
"""Of one game the worst mistakes are repeated; more would only discourage."""


class MistakeCollector:
    """Makes puzzles of what people did wrong in their own games."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self._reviews = ReviewStore(games.games.database)
        self._store = MistakeStore(games.games.database)

    async def reviewed(self, key: str) -> None:
        """A review is there: the mistakes in it are kept for whoever made them; told twice, nothing comes twice."""
        games = await self._store.games_of(key)
        state = await self._reviews.find(key) if games else None
        if state is None or state.text is None:
            return
        account = from_dict(json.loads(state.text))
        for game in games:
            await self._keep(game, account)

    async def _keep(self, game: GameId, account: GameReview) -> None:
        try:
            record = record_of((await self._games.current(game)).table())
        except NoSuchGame:
            return
        people = await self._games.games.people_of(game)
        for person in {person for _, person in people}:
            seats = {seat for seat, other in people if other == person}
            if len(seats) == 1:  # whoever has both plays for somebody beside them
                await self._store.add(person, list(_rows(person, game, seats.pop(), record, account)))


def _rows(person: PersonId, game: GameId, seat: Seat, record: Record, account: GameReview) -> Iterator[MistakeRow]:
    for entry in worst(account, seat):
        puzzle = Puzzle(Record(record.options, record.steps[: entry.number - 1]), entry.choices, 0.0)
        text = json.dumps(to_values(puzzle), separators=(",", ":"))
        made = now()
        yield MistakeRow(person, game, entry.number, text, entry.text, new_card(made), made, made)


def worst(account: GameReview, seat: Seat) -> list[ReviewEntry]:
    """The choices of a seat that gave most away, where one choice was clearly best."""
    wrong = [entry for entry in account.entries if entry.seat == seat and entry.loss >= ENOUGH and _is_clear(entry)]
    return sorted(wrong, key=lambda entry: -entry.loss)[:MOST_OF_A_GAME]


def _is_clear(entry: ReviewEntry) -> bool:
    if entry.kind is not ReviewKind.DECISION or len(entry.choices) < 2:
        return False
    best, second = entry.choices[:2]
    return abs(best.value - second.value) >= CLEAR
