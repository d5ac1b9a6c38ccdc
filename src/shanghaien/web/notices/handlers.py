"""What is done about notices when it is due, put together once."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from shanghaien.web.people.wishes import WishStore
from shanghaien.web.play.follow_ups import TURN
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.store.due import DueRow, DueStore
from shanghaien.web.store.notices import NoticeStore

from .announce import Announcer
from .deliver import Deliverer
from .desk import DIGEST, NOTICE, REMIND, WISHED, Desk
from .digest import Digester
from .notice import Channel
from .remind import Reminder
from .tell import TurnTeller


@dataclass(frozen=True, slots=True)
class Notices:
    """Everything about notices that one process has."""

    desk: Desk
    announcer: Announcer
    deliverer: Deliverer

    def handlers(self) -> dict[str, Callable[[DueRow], Awaitable[None]]]:
        """What is done for each kind of what is due; each bears repeating."""
        return {
            TURN: self.announcer.changed,
            NOTICE: TurnTeller(self.desk, self.deliverer).tell,
            REMIND: Reminder(self.desk, self.deliverer).remind,
            DIGEST: Digester(self.desk, self.deliverer).send,
            WISHED: self.announcer.wished,
        }


def notices(games: OpenGames, wishes: WishStore, channels: Sequence[Channel]) -> Notices:
    """The notices of a site's games by these channels; without any, nobody is told anything."""
    database = games.games.database
    desk = Desk(games, wishes, NoticeStore(database), DueStore(database), channels)
    return Notices(desk, Announcer(desk), Deliverer(desk))
