"""What one process does for the whole site: what is due, and the clean-up. Opened last, when all jobs are known."""

from shanghaien.web.core.jobs import JobRunner, JobStore
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import Settings
from shanghaien.web.run.cleanup import KIND, CleanUp, Retention
from shanghaien.web.tables.open_games import GameWriter


def open_parts(parts: Parts) -> None:
    """Open it; nothing is done yet."""
    games = parts[GameWriter]
    janitor = parts.add(CleanUp(parts.database, kept_days(parts.settings), games.forget))
    parts.jobs[KIND] = janitor.daily
    due = parts.add(JobRunner(JobStore(parts.database), parts.jobs))
    # Whoever looks at the end of a game waits for what it has changed.
    games.after_change.append(lambda table: due.wake() if table.over else None)
    parts.starting += [janitor.start, due.start]
    parts.closing.append(due.close)


def kept_days(settings: Settings) -> Retention:
    """What the clean-up keeps, and for how long."""
    return Retention(settings.keep_guest_games_days, settings.keep_invitations_days, settings.keep_reviews_days)
