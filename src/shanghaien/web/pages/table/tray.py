"""The tray under the counter as one value: the question, and everything else that can be pressed there."""

from dataclasses import dataclass

from shanghaien.rules import legal_actions
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Mode

from .buttons import Question
from .by_hand import Pad


@dataclass(frozen=True, slots=True)
class Tray:
    """Everything that the tray shows; nothing of the request that asks for it."""

    id: str
    address: str
    question: Question
    tumbling: str
    """In whose colour dice tumble, where somebody is waited for; empty if none do."""
    pad: Pad | None
    """What is tapped of real dice and cards now; None where nothing is."""
    back: str
    """What taking something back is called, where it has a name."""
    remembered: tuple[str, ...]
    names: tuple[str, str]
    watching: bool
    side: str
    waiting_as: str | None
    elsewhere: bool
    """Whether one may turn to another game meanwhile."""
    undo: bool
    retype: bool
    may_ask: bool
    """Whether the Captain may be asked for advice."""
    costly: bool
    """Whether the game counts, and would not any more after that."""
    opens: bool
    """Whether the dice wait for whoever looks to open a link; without script they can only entrust their chain."""
    late: str = ""
    """What is said since somebody's time is up; empty while nobody's is."""


def is_costly(seen: SeenTable) -> bool:
    """Whether a game that is to count would not any more if somebody asked for advice."""
    return seen.table.rated and not any(entry.kind is EntryKind.HELP for entry in seen.table.log)


def may_ask(seen: SeenTable) -> bool:
    """Whether advice can be asked for: in casual games against a bot, where there is a choice."""
    return seen.table.mode is Mode.BOT and seen.asked and len(legal_actions(seen.state)) > 1
