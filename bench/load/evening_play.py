"""One person's evening: find a game in the lobby, play it with all their habits, and look for the next."""

import asyncio
from contextlib import suppress
from itertools import count
from typing import Any

from shanghaien import rules

from .connection import Connection
from .town import Evening, Mirror, Sailor

PACE = "live 60 5"
PATIENCE = 120.0
"""Seconds after which somebody who waits looks again."""
_ids = count()


async def spend(evening: Evening, sailor: Sailor, games: int) -> None:
    """Play that many games, with whoever comes."""
    line = await sailor.connection(evening.address)
    await asyncio.sleep(sailor.dice.random() * 3)
    for _ in range(20 * games):
        if sailor.games >= games:
            break
        game = await find(evening, sailor, line)
        if game is not None:
            sailor.games += 1
            await play(evening, sailor, line, game)
    line.close()


async def find(evening: Evening, sailor: Sailor, line: Connection) -> dict[str, Any] | None:
    """A game to play: an open table that fits, or one of their own that somebody takes."""
    offers = await evening.ask(line, "list", "GET", "/offers") or []
    fitting = [offer for offer in offers if offer["fit"] == "fits"]
    if fitting:
        chosen = sailor.dice.choice(fitting[:5])
        game = await evening.ask(line, "sit down", "POST", f"/offers/{chosen['id']}", {})
        if game is not None:
            await _look(evening, line, evening.mirror(game))
        return game  # type: ignore[no-any-return]
    return await _offer(evening, sailor, line)


async def _look(evening: Evening, line: Connection, mirror: Mirror) -> dict[str, Any] | None:
    """The game as it stands, with all that happened since it was last looked at."""
    game: dict[str, Any] | None = await evening.ask(line, "look", "GET", f"/games/{mirror.id}?since={mirror.version}")
    if game is not None:
        mirror.take(game)
    return game


async def _offer(evening: Evening, sailor: Sailor, line: Connection) -> dict[str, Any] | None:
    values: dict[str, Any] = {"pace": PACE, "rated": not sailor.inclined(0.1), "word": "One more?"}
    if sailor.inclined(0.1):
        values |= {"low": 1100, "high": 1900}
    game = await evening.ask(line, "offer", "POST", "/offers", values)
    if game is None:
        await asyncio.sleep(1)
        return None
    mirror = evening.mirror(game)
    with suppress(TimeoutError):
        await asyncio.wait_for(mirror.changed.wait(), 8)
    if not mirror.version and await evening.ask(line, "take back", "DELETE", f"/offers/{game['id']}") is None:
        await _look(evening, line, mirror)  # somebody may have sat down in that very moment
    return game if mirror.version else None


async def play(evening: Evening, sailor: Sailor, line: Connection, game: dict[str, Any]) -> None:
    """The game to its end, with a phrase now and then; some give up, and a few just leave."""
    mirror, seat = evening.mirror(game), game["yours"][0]
    leaves = sailor.inclined(0.01)
    await evening.ask(line, "say", "POST", f"/games/{game['id']}/said", {"phrase": "hello"})
    while not mirror.over:
        if leaves and mirror.state.round >= 4:
            return  # the clock decides
        to_move = rules.to_move(mirror.state)
        if to_move is None or rules.seat_letter(to_move) != seat:
            await _wait(evening, line, mirror)
        else:
            await _move(evening, sailor, line, mirror)


async def _wait(evening: Evening, line: Connection, mirror: Mirror) -> None:
    try:
        await asyncio.wait_for(mirror.changed.wait(), PATIENCE)
    except TimeoutError:
        await _look(evening, line, mirror)


async def _move(evening: Evening, sailor: Sailor, line: Connection, mirror: Mirror) -> None:
    values = {"version": mirror.version, "id": f"e{next(_ids)}"}
    own, other = rules.points(mirror.state)
    behind = (other - own) if rules.to_move(mirror.state) == 0 else (own - other)
    if mirror.state.round >= 7 and behind > 15 and sailor.inclined(0.05):
        answer = await evening.ask(line, "resign", "POST", f"/games/{mirror.id}/resign", values)
    else:
        action = rules.action_text(sailor.mind.choose(mirror.state))
        answer = await evening.ask(line, "act", "POST", f"/games/{mirror.id}/actions", values | {"action": action})
    if answer is not None:
        mirror.take(answer)
    else:
        await _look(evening, line, mirror)
