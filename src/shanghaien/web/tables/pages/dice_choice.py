"""The dice that a trick card asks for, of either player, to press one after the other: each press adds one.

What has been pressed stands in the address of the page. A press that leaves nothing to add plays the card at once.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.rules import N_, Answer, Asks, Dice, Play, action_text, dice_text, position_of
from shanghaien.web.core.i18n import gettext
from shanghaien.web.tables.pages.buttons import Button, DieButton
from shanghaien.web.tables.pages.row import Ghost, worth
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.card_words import listed

LEGENDS = {
    Asks.ROLLED_DIE: N_("Your roll"),
    Asks.OWN_DIE: N_("Your dice on cards"),
    Asks.THEIR_DIE: N_("The opponent’s dice on cards"),
}


@dataclass(frozen=True)
class DiceChoice:
    """Which dice can be named with one act or one answer, and which have been named so far."""

    seen: SeenTable
    asked: Asks
    ways: Sequence[Play | Answer]
    """Every way that is left, with the end that is chosen if one has to be named."""
    name: str
    choice: str
    """What choosing a die does, in the words of the card; it may name %(die)s."""

    @property
    def legend(self) -> str:
        return gettext(LEGENDS[self.asked])

    @property
    def chosen(self) -> Dice:
        """The dice that were pressed; none if they fit no way, as in an old link."""
        dice = self.seen.choice.dice
        return dice if self._with(dice) else ()

    def with_chosen(self, text: str) -> str:
        if not self.chosen:
            return text
        said = gettext("Chosen so far: %(dice)s.") % {"dice": listed([str(die) for die in self.chosen])}
        return f"{text} {said}"

    def dice(self) -> tuple[DieButton, ...]:
        of = "them" if self.asked is Asks.THEIR_DIE else "me"
        return tuple(DieButton(die, self._button(die), of) for die in self._next())

    def ghosts(self) -> tuple[Ghost, ...]:
        """The places in the row where one press puts a rolled die."""
        if self.asked is not Asks.ROLLED_DIE:
            return ()
        last = ((die, self._last(die)) for die in self._next())
        return tuple(Ghost(die, action_text(way), self._label(die)) for die, way in last if way)

    def done(self) -> tuple[Button, ...]:
        """What ends the choice: play it with the dice chosen so far, where that is possible, or begin anew."""
        if not self.chosen:
            return ()
        whole = [way for way in self.ways if way.dice == self.chosen]
        words = gettext("%(act)s: %(dice)s") % {"act": self.name, "dice": listed([str(die) for die in self.chosen])}
        buttons = [Button(words, style="btn-roll btn-big", worth=worth(self.seen, [way])).playing(way) for way in whole]
        again = Button(gettext("Choose again"), link=self.seen.address + self.seen.choice.link(), style="btn-quiet")
        return (*buttons, again)

    def _next(self) -> list[int]:
        return [die for die in range(1, 7) if self._with((*self.chosen, die))]

    def _with(self, dice: Dice) -> list[Play | Answer]:
        wanted = Counter(dice)
        return [way for way in self.ways if wanted <= Counter(way.dice)]

    def _last(self, die: int) -> Play | Answer | None:
        """The way that is left once this die is added, if it is the only one."""
        ways = self._with((*self.chosen, die))
        return ways[0] if len(ways) == 1 and len(ways[0].dice) == len(self.chosen) + 1 else None

    def _button(self, die: int) -> Button:
        dice, last = tuple(sorted((*self.chosen, die))), self._last(die)
        ways = self._with(dice)
        wording = gettext("card %(number)s") if self.asked is Asks.ROLLED_DIE else gettext("from card %(number)s")
        link = "" if last else self.seen.address + self.seen.choice.link(dice=dice_text(dice))
        button = Button(
            wording % {"number": die},
            link=link,
            label=self._label(die),
            worth=worth(self.seen, ways),
            key=str(die),
            at=position_of(die, self.seen.state.end or ways[0].end),
        )
        return button.playing(last)

    def _label(self, die: int) -> str:
        if "%(die)s" in self.choice:
            return gettext(self.choice) % {"die": die}
        return gettext("%(act)s: %(dice)s") % {"act": self.name, "dice": die}
