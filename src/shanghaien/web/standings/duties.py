"""What keeps results and standings up to date when it is due, put together once."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from shanghaien.web.play.follow_ups import RESULT
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.store.due import DueRow
from shanghaien.web.store.reviews import ReviewStore

from .past_results import PAST, PastResults
from .rebuild import RERATE, Rebuild
from .result_log import UNREVIEWED, ResultDesk, ResultLog
from .review_intake import ReviewIntake
from .review_requests import ReviewRequests


@dataclass(frozen=True, slots=True)
class StandingDuties:
    """Everything about results and standings that one process does."""

    desk: ResultDesk
    log: ResultLog
    intake: ReviewIntake
    requests: ReviewRequests
    rebuild: Rebuild
    past: PastResults

    def handlers(self) -> dict[str, Callable[[DueRow], Awaitable[None]]]:
        """What is done for each kind of what is due; each bears repeating."""
        return {
            RESULT: self.log.ended,
            UNREVIEWED: self.requests.look,
            RERATE: self.rebuild.due,
            PAST: self.past.some,
        }

    async def start(self) -> None:
        """Let games of the past be taken in, if that was never done; the database is up to date."""
        await self.past.start()


def standing_duties(games: OpenGames) -> StandingDuties:
    """The duties for a site's games."""
    database = games.games.database
    desk, reviews = ResultDesk(database), ReviewStore(database)
    log, intake = ResultLog(games, desk), ReviewIntake(desk, reviews)
    requests = ReviewRequests(log, desk, intake, reviews)
    return StandingDuties(desk, log, intake, requests, Rebuild(desk), PastResults(log, database))
