"""What every process knows of tables: the games in memory, who listens to them, and what is done at them when it is due."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.tables.dice.log_reader import KIND as LOG_HEAD
from shanghaien.web.tables.dice.log_reader import DailyHeads
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.jobs import Deadlines, DepartureJob, ModerationJobs
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.outage_watch import OutageHeartbeat
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.store.games import GameStore

BYTES_OF_A_MB = 1_000_000


def open_parts(parts: Parts) -> None:
    """Open them; nothing is read yet."""
    settings, database = parts.settings, parts.database
    hub = parts.add(Hub(parts.bus, store_tells=parts.store_tells))
    alone = settings.sqlite_file is not None
    games = GameWriter(GameStore(database), hub, settings.cache_mb * BYTES_OF_A_MB, alone_at_the_store=alone)
    parts.add(games)
    parts.add(Tables(games, parts.signer, parts.randomness), "tables")
    parts.before_closing.append(hub.close)
    leaving, heads = DepartureJob(games), DailyHeads(database)
    heartbeats = parts.add(OutageHeartbeat(games, settings.outage_seconds))
    parts.jobs |= {leaving.kind: leaving.carry_out, LOG_HEAD: heads.daily}
    parts.jobs |= {**Deadlines(games).handlers(), **ModerationJobs(games).handlers()}
    parts.starting += [heartbeats.start, heads.start]
    parts.closing.append(heartbeats.close)
