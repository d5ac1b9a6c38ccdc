"""The bots of one process: whose turn they take, how long people wait for them, how many games a person may have."""

from shanghaien.web.bots.processes import BotProcesses
from shanghaien.web.bots.quotas import Quotas
from shanghaien.web.bots.runner import BotRunner, BotWakeUps
from shanghaien.web.bots.waiting import QueuePositions, WorkOwners
from shanghaien.web.core.parts import Parts
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.service import Tables


def open_parts(parts: Parts) -> None:
    """Open them; from now on every change of a table may wake a bot, here or elsewhere."""
    games, settings = parts[GameWriter], parts.settings
    owners, positions = parts.add(WorkOwners(games.store, parts.bus)), parts.add(QueuePositions(parts.bus))
    parts.add(Quotas(owners, limited=settings.rate_limit > 0), "quotas")
    if not settings.bot_workers:
        games.after_change.append(BotWakeUps(parts.bus).wake)
        return
    processes = BotProcesses(settings.bot_workers)
    bots = parts.add(BotRunner(parts[Tables], processes, settings.bot_pause, parts.bus, owners, positions))
    games.after_change.append(bots.wake)
    parts.starting.append(bots.resume)
    parts.closing.append(bots.close)
