"""What the tray can hold: one question and the things that can be pressed to answer it."""

from dataclasses import dataclass, replace

from shanghaien.rules import Action, action_text
from shanghaien.web.tables.pages.row import Ghost, Worth


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press: it plays an action or leads to the next question; with neither it cannot be chosen now."""

    text: str
    note: str = ""
    icon: str = ""
    action: str = ""
    """The action in notation that pressing it sends."""
    link: str = ""
    """The page that asks the next question."""
    style: str = ""
    label: str = ""
    """What a screen reader says instead of the text."""
    help: str = ""
    """One sentence that tells what it does."""
    worth: Worth | None = None
    """What it would do to both scores."""
    key: str = ""
    """The key that presses it."""
    end: str = ""
    """Where number 1 would be with it; the plates in the row show it beforehand."""
    at: int | None = None
    """The place in the row that it is about."""
    to: str = ""
    """Where the action is sent if not where all are: with a choice that is still open afterwards."""

    @property
    def open(self) -> bool:
        return bool(self.action or self.link)

    def playing(self, action: Action | None) -> "Button":
        return self if action is None else replace(self, action=action_text(action))


@dataclass(frozen=True, slots=True)
class DieButton:
    """A die to press."""

    die: int
    button: Button
    of: str = "me"
    """Whose it is: "me" or "them"."""


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice to press that have something in common, such as where number 1 is with them."""

    legend: str
    dice: tuple[DieButton, ...]


@dataclass(frozen=True, slots=True)
class TrickButtons:
    """A trick card in hand, its halves to press (R45)."""

    label: str
    halves: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class CrewButton:
    """A crew that can be chosen (R16)."""

    nation: str
    name: str
    button: Button


@dataclass(frozen=True, slots=True)
class ShiftButtons:
    """A rolled die with what makes it lower and higher (R17)."""

    die: int
    lower: Button
    higher: Button


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked now: one heading, one sentence, and what can be pressed."""

    heading: str
    text: str = ""
    hint: str = ""
    dice_legend: str = ""
    dice: tuple[DieButton, ...] = ()
    groups: tuple[DiceGroup, ...] = ()
    """The first die of a round with each of the two ends (R10)."""
    tricks_legend: str = ""
    tricks: tuple[TrickButtons, ...] = ()
    nations: tuple[CrewButton, ...] = ()
    shifts: tuple[ShiftButtons, ...] = ()
    buttons: tuple[Button, ...] = ()
    ends: tuple[Button, ...] = ()
    """The grey captains at the left and the right end of the row (R43)."""
    ghosts: tuple[Ghost, ...] = ()
    """Places in the row that can be pressed."""
    waiting: bool = False
    """Whether a player other than the viewer is asked."""
    lying: tuple[int, ...] = ()
    """The dice that lie before the other player, to be looked at."""
    lying_of: str = "them"
    about: tuple[int, ...] = ()
    """The places in the row that the question is about."""
    invitation: str = ""
    """The link that gives the free seat away."""
    comment: str = ""
    """What the guide says about it."""

    @property
    def figured(self) -> bool:
        return any(item.button.worth for item in self.dice)
