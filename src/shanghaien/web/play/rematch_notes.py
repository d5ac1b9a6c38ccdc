"""What the log of a finished game says of its rematch: that it was offered, taken up, or withdrawn."""

from shanghaien.rules import Seat
from shanghaien.web.ids import GameId

from .log import EntryKind
from .open_games import OpenGames
from .refusals import NoSuchGame, Stale

TRIES = 3
"""How often a note is tried where other processes write to the same log at the same time."""


async def note_rematch(games: OpenGames, game: GameId, seat: Seat | None, made: GameId | None) -> None:
    """Write down what became of the rematch, so that everybody who looks at the finished game learns of it.

    It is comfort: if it is lost, whoever looks again sees how things stand. The caller does not hold the game's lock.
    """
    for _ in range(TRIES):
        async with games.alone(game):
            loaded = await games.current(game)
            change = loaded.begin_change()
            change.note(EntryKind.REMATCH, seat, made or "")
            try:
                await games.change(loaded, change)
            except Stale:  # another process was first
                continue
        return


async def withdraw_offer(games: OpenGames, made: GameId, seat: Seat | None = None) -> None:
    """After an offer was called off: let there be another rematch of the game before it, and say so there."""
    before = await games.games.part_from_predecessor(made)
    if before is not None:
        await note_rematch(games, before, seat, None)


async def stands(games: OpenGames, made: GameId | None) -> bool:
    """Whether the game that was set up as a rematch is still there: nobody has called it off, nor was it cleared away."""
    try:
        return bool(made) and bool(await games.current(GameId(made or "")))
    except NoSuchGame:
        return False
