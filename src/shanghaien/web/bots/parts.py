"""The bots of one process: whose turn they take, how long people wait for them, how many games a person may have."""

from shanghaien.web.bots.claims import MemoryClaims, StoredClaims
from shanghaien.web.bots.processes import BotProcesses
from shanghaien.web.bots.quotas import Quotas
from shanghaien.web.bots.runner import BotPokes, BotRunner
from shanghaien.web.bots.waiting import Owners, Waits
from shanghaien.web.core.parts import Parts
from shanghaien.web.tables.open_games import OpenGames
from shanghaien.web.tables.service import Tables


def open_parts(parts: Parts) -> None:
    """Open them; from now on every change of a table may wake a bot, here or elsewhere."""
    games = parts[OpenGames]
    owners, _ = parts.add(Owners(games.games, parts.bus)), parts.add(Waits(parts.bus), "waits")
    parts.add(Quotas(owners, limited=parts.settings.rate_limit > 0), "quotas")
    if parts.settings.bot_workers:
        _open_runner(parts)
    else:
        games.after_change.append(BotPokes(parts.bus).wake)


def _open_runner(parts: Parts) -> None:
    settings, database = parts.settings, parts.database
    # A process that is alone need not write its claims down: nobody else could make any.
    claims = MemoryClaims() if database.is_sqlite else StoredClaims(database)
    processes = BotProcesses(settings.bot_workers)
    bots = BotRunner(parts[Tables], processes, settings.bot_pause, claims, parts.bus, parts[Owners], parts[Waits])
    parts[OpenGames].after_change.append(parts.add(bots).wake)
    parts.starting.append(bots.resume)
    parts.closing.append(bots.close)
