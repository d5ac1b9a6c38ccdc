"""The tray under the counter as one value: the question, and everything else that can be pressed there."""

from dataclasses import dataclass

from shanghaien.rules import Chance, legal_actions, step_of
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.table import Mode, Table

from .buttons import Question


@dataclass(frozen=True, slots=True)
class Tray:
    """Everything that the tray shows; nothing of the request that asks for it."""

    id: str
    address: str
    question: Question
    tumbling: str
    """In whose colour dice tumble, where somebody is waited for; empty if none do."""
    wanted: str
    """What has to be rolled or dealt by hand now, in words."""
    remembered: tuple[str, ...]
    names: tuple[str, str]
    watching: bool
    side: str
    waiting_as: str | None
    undo: bool
    retype: bool
    may_ask: bool
    """Whether the Captain may be asked for advice."""
    opens: bool
    """Whether the dice wait for whoever looks to open a link; without script they can only entrust their chain."""


def may_ask(seen: SeenTable) -> bool:
    """Whether advice can be asked for: in casual games against a bot, where there is a choice."""
    return seen.table.mode is Mode.BOT and seen.asked and len(legal_actions(seen.state)) > 1


def wanted_by_hand(table: Table) -> str:
    """What has to be rolled or dealt by hand now, in words; empty where the server draws."""
    step = step_of(table.state)
    by_hand = table.mode is Mode.REAL_DICE and not table.over
    return gettext(step.typed) if by_hand and isinstance(step, Chance) else ""
