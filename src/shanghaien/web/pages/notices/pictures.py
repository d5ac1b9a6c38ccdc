"""What will be seen: notices as phones and computers show them, in the words of real ones."""

from dataclasses import dataclass

from shanghaien.rules import Nation, Sailor
from shanghaien.web.http.i18n import gettext
from shanghaien.web.notices.compose import BETWEEN
from shanghaien.web.notices.time_left import DAY, time_left
from shanghaien.web.words.cards import card_name, listed


@dataclass(frozen=True, slots=True)
class NoticePicture:
    """A notice that is drawn: its title, its line, its buttons, and when it came."""

    title: str
    line: str
    buttons: tuple[str, str]
    came: str

    @property
    def label(self) -> str:
        """The whole in words."""
        said = gettext("A notice: %(title)s. %(line)s. Buttons: %(first)s; %(second)s.")
        first, second = self.buttons
        return said % {"title": self.title, "line": self.line, "first": first, "second": second}


def on_a_phone() -> NoticePicture:
    """Two dice have been rolled, and there are two places for them."""
    rolled = gettext("rolled for you: %(dice)s") % {"dice": listed(["2", "6"])}
    buttons = (_placed(2, Sailor(Nation.DUTCH, 1)), _placed(6, Sailor(Nation.ITALIAN, 4)))
    return NoticePicture(
        _title("Grete"), BETWEEN.join([_round(3), rolled, "8 : 9", time_left(DAY, 0)]), buttons, "18:42"
    )


def on_a_computer() -> NoticePicture:
    """The other decision that has two ways: to roll, or to call Shanghai."""
    buttons = (gettext("Roll"), gettext("Call Shanghai"))
    return NoticePicture(_title("Tom"), BETWEEN.join([_round(6), "19 : 21", time_left(2 * DAY, 0)]), buttons, "18:40")


def _round(number: int) -> str:
    return gettext("Round %(round)s") % {"round": number}


def _title(name: str) -> str:
    return gettext("Your turn against %(name)s") % {"name": name}


def _placed(die: int, card: Sailor) -> str:
    return gettext("%(die)s on %(card)s") % {"die": die, "card": card_name(card)}
