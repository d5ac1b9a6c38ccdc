"""The bots of one process: whose turn they take, how long people wait for them, how many games a person may have."""

from shanghaien.web.bots.claims import DatabaseClaims, MemoryClaims
from shanghaien.web.bots.processes import BotProcesses
from shanghaien.web.bots.quotas import Quotas
from shanghaien.web.bots.runner import BotRunner, BotWakeUps
from shanghaien.web.bots.waiting import QueuePositions, WorkOwners
from shanghaien.web.core.parts import Parts
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.service import Tables


def open_parts(parts: Parts) -> None:
    """Open them; from now on every change of a table may wake a bot, here or elsewhere."""
    games = parts[GameWriter]
    owners, _ = parts.add(WorkOwners(games.games, parts.bus)), parts.add(QueuePositions(parts.bus), "waits")
    parts.add(Quotas(owners, limited=parts.settings.rate_limit > 0), "quotas")
    if parts.settings.bot_workers:
        _open_runner(parts)
    else:
        games.after_change.append(BotWakeUps(parts.bus).wake)


def _open_runner(parts: Parts) -> None:
    settings, database = parts.settings, parts.database
    # A process that is alone need not write its claims down: nobody else could make any.
    claims = MemoryClaims() if database.is_sqlite else DatabaseClaims(database)
    processes = BotProcesses(settings.bot_workers)
    bots = BotRunner(
        parts[Tables], processes, settings.bot_pause, claims, parts.bus, parts[WorkOwners], parts[QueuePositions]
    )
    parts[GameWriter].after_change.append(parts.add(bots).wake)
    parts.starting.append(bots.resume)
    parts.closing.append(bots.close)
