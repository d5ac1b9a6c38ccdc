"""What one process does for the whole site: jobs, and the clean-up. Opened last, when all jobs are known."""

from shanghaien.web.core.jobs import JobRunner, JobStore
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import Settings
from shanghaien.web.run.cleanup import KIND, CleanUp, Retention
from shanghaien.web.tables.open_games import GameWriter


def open_parts(parts: Parts) -> None:
    games = parts[GameWriter]
    cleanup = parts.add(CleanUp(parts.database, kept_days(parts.settings), games.forget))
    parts.jobs[KIND] = cleanup.daily
    runner = parts.add(JobRunner(JobStore(parts.database), parts.jobs))
    games.after_end.append(runner.wake)  # the page of a finished game waits for what its end has changed
    parts.starting += [cleanup.start, runner.start]
    parts.closing.append(runner.close)


def kept_days(settings: Settings) -> Retention:
    return Retention(settings.keep_guest_games_days, settings.keep_invitations_days, settings.keep_reviews_days)
