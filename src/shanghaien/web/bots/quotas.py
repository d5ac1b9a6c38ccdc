"""How much work one person, or one place, may ask for within an hour: games, shows, advice, imports."""

import time
from collections.abc import Callable
from enum import StrEnum

from shanghaien.rules import N_
from shanghaien.web.bots.fair_queue import Owner
from shanghaien.web.bots.waiting import WorkOwners
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.limits import HOUR, TokenBucket
from shanghaien.web.tables.model import Mode


class Work(StrEnum):
    """What can be asked for."""

    GAMES = "games"
    SHOWS = "shows"
    """Games of bots alone, which think all the time."""
    ADVICE = "advice"
    IMPORTS = "imports"
    RESERVATIONS = "reservations"
    """What the server commits to for games that may never be set up."""
    OFFERS = "offers"
    """Tables offered in the lobby, which all visitors read."""
    SITTING = "sitting"
    """Sitting down with strangers, and asking for one."""
    PICTURES = "pictures"
    """Pictures of games to hand on, each of which has to be painted."""
    RECORDS = "records"
    """Archives of a person's games, each of which has to be played again."""
    VACATIONS = "vacations"
    """Vacations announced, each of which is written down at all tables of the person."""


PER_HOUR = {
    Work.GAMES: 300,
    Work.SHOWS: 60,
    Work.ADVICE: 200,
    Work.IMPORTS: 600,
    Work.RESERVATIONS: 600,
    Work.OFFERS: 30,
    Work.SITTING: 60,
    Work.PICTURES: 200,
    Work.RECORDS: 12,
    Work.VACATIONS: 20,
}
"""For one person; as many may come at once."""
PLACE_PER_PERSON = 3
"""How many times more a place may ask for than one person: a whole club may play behind one address."""
SENTENCES = {
    Work.GAMES: N_("You have set up a lot of games within an hour; you can set up the next one in %(minutes)s min."),
    Work.SHOWS: N_(
        "You have let bots play a lot of games within an hour; you can start the next one in %(minutes)s min."
    ),
    Work.ADVICE: N_("You have asked for a lot of advice within an hour; you can ask again in %(minutes)s min."),
    Work.RESERVATIONS: N_(
        "You have set up a lot of games within an hour; you can set up the next one in %(minutes)s min."
    ),
    Work.OFFERS: N_("You have offered a lot of tables within an hour; you can offer the next one in %(minutes)s min."),
    Work.SITTING: N_("You have sat down at a lot of tables within an hour; you can sit down again in %(minutes)s min."),
    Work.PICTURES: N_("You have asked for a lot of pictures within an hour; you can ask again in %(minutes)s min."),
    Work.RECORDS: N_(
        "You have downloaded a lot of archives within an hour; you can download the next one in %(minutes)s min."
    ),
    Work.VACATIONS: N_(
        "You have announced a lot of vacations within an hour; you can announce the next one in %(minutes)s min."
    ),
    Work.IMPORTS: N_(
        "You have replayed a lot of records within an hour; you can replay the next one in %(minutes)s min."
    ),
}


class Quotas:
    """Counts what is asked for, in this process alone: a site of several grants a little more."""

    def __init__(self, owners: WorkOwners, *, limited: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.owners = owners
        self._limited = limited
        self._people = {work: TokenBucket(count, HOUR, clock) for work, count in PER_HOUR.items()}
        self._places = {work: TokenBucket(count * PLACE_PER_PERSON, HOUR, clock) for work, count in PER_HOUR.items()}

    def created(self, mode: Mode, person: PersonId, place: str) -> Callable[[GameId], None]:
        """Count a game that is about to be set up; call what comes back with its id, so that it is known whose it is."""
        self.ask(Work.SHOWS if mode is Mode.BOTS else Work.GAMES, person, place)
        return lambda game: self.owners.note(person, place, game)

    def ask(self, work: Work, person: PersonId | None, place: str) -> Owner:
        """Count a piece of work, and tell whose it is; LimitReached if they have to wait."""
        if self._limited:
            seconds = self._places[work].take(place) or (self._people[work].take(person) if person else 0.0)
            if seconds:
                minutes = int(seconds / 60) + 1
                raise LimitReached("too-many-requests", SENTENCES[work], retry_after=int(seconds) + 1, minutes=minutes)
        if person is None:
            return Owner(place, "")
        self.owners.note(person, place)
        return self.owners.of_person(person)
