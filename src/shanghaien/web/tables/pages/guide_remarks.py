"""Which remarks the guide has made in a game, read from its log: on from where it had been read to."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from shanghaien.rules import (
    Card,
    Nation,
    NationScore,
    Options,
    Sailor,
    State,
    advance,
    apply,
    nation_points,
    new_game,
    parse_action,
    parse_outcome,
    standing,
)
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.i18n import gettext
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import TableEntry
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.cards import nation_name, with_article

Remark = Callable[[SeenTable], str]
"""A remark in words, or nothing where it does not fit."""
Choosing = Callable[[SeenTable, frozenset[Remark]], Remark | None]
"""Which remark is made at a table, if these have been made before."""
TAKEN_BACK = {EntryKind.UNDO, EntryKind.RETYPE}


class _Journal:
    """What one player has been told, and how far the log has been read."""

    def __init__(self, options: Options) -> None:
        self.made: frozenset[Remark] = frozenset()
        self._state = new_game(options)
        self._count = 0
        self._last: TableEntry | None = None

    def goes_on(self, log: tuple[TableEntry, ...]) -> bool:
        """Whether what has been read is the beginning of this log, with nothing taken back since."""
        known = self._count == 0 or (self._count <= len(log) and log[self._count - 1] is self._last)
        return known and all(entry.kind not in TAKEN_BACK for entry in log[self._count :])

    def read(self, seen: SeenTable, choose: Choosing) -> frozenset[Remark]:
        """Everything that was remarked on the player's choices so far."""
        log = seen.table.log
        for entry in log[self._count :]:
            if entry.kind is EntryKind.ACT and entry.seat == seen.below and not entry.undone:
                remark = choose(_as_it_was(seen, self._state), self.made)
                self.made |= {remark} if remark else set()
            self._state = _after(self._state, entry)
        self._count, self._last = len(log), log[-1] if log else None
        return self.made


_JOURNALS: LanguageCache[list[_Journal]] = LanguageCache(2000)
"""For each game and seat what has been read, in a box that another reading can be put into."""


def remarked(seen: SeenTable, choose: Choosing) -> frozenset[Remark]:
    """The remarks that were made before the present question; which those are is chosen by `choose`."""
    box = _JOURNALS.recall((seen.table.id, seen.below), list)
    if not box or not box[0].goes_on(seen.table.log):
        box[:] = [_Journal(seen.table.options)]
    return box[0].read(seen, choose)


def _as_it_was(seen: SeenTable, state: State) -> SeenTable:
    return replace(seen, table=replace(seen.table, state=state, waits_for=seen.below, result=None))


def _after(state: State, entry: TableEntry) -> State:
    if entry.undone:
        return state
    if entry.kind is EntryKind.ACT:
        return apply(state, parse_action(entry.text)).state
    return advance(state, parse_outcome(entry.text)).state if entry.kind is EntryKind.DRAW else state


# What the guide says about the crews as they stand: where one has too much, too little, or a nation alone (R22).

PLENTY = 3
"""By how much a crew has to be ahead before it is said that less would have done."""


def more_than_needed(seen: SeenTable) -> str:
    """A crew that is far ahead earns no more than one that is just ahead."""
    return _about(
        seen,
        lambda mine, theirs: mine >= theirs + PLENTY and theirs > 0,
        gettext(
            "%(nation)s: your crew is worth %(mine)s, your opponent’s %(theirs)s. So it scores %(theirs)s, "
            "and more sailors of this nation would not change that."
        ),
    )


def behind(seen: SeenTable) -> str:
    """The weaker crew counts for the opponent."""
    return _about(
        seen,
        lambda mine, theirs: theirs > mine > 0,
        gettext(
            "%(nation)s: your opponent is stronger, %(theirs)s to %(mine)s, and as it stands scores your %(mine)s. "
            "Overtake them, or collect no more there."
        ),
    )


def equal(seen: SeenTable) -> str:
    """Equal crews bring nothing to anybody."""
    return _about(
        seen,
        lambda mine, theirs: mine == theirs > 0,
        gettext("%(nation)s: %(mine)s to %(theirs)s. Equal crews score nothing; one more sailor would decide it."),
    )


def alone(seen: SeenTable) -> str:
    """A crew without an opponent counts in full."""
    return _about(
        seen,
        lambda mine, theirs: mine > 0 == theirs,
        gettext("%(nation)s: only you have these sailors. As long as that stays so, they count in full: %(mine)s."),
    )


def _about(seen: SeenTable, fits: Callable[[int, int], bool], wording: str) -> str:
    """The wording about the strongest crew of which it is true, at the beginning of a round; else nothing."""
    if seen.state.mover.dice_on_cards:
        return ""
    told = [score for score in standing(seen.state.players).nations if fits(*_strengths(seen, score))]
    if not told:
        return ""
    score = max(told, key=lambda score: sum(score.strengths))
    mine, theirs = _strengths(seen, score)
    return wording % {"nation": nation_name(Nation(score.nation)), "mine": mine, "theirs": theirs}


def _strengths(seen: SeenTable, score: NationScore) -> tuple[int, int]:
    return score.strengths[seen.below], score.strengths[seen.above]


CREWS: tuple[Remark, ...] = (more_than_needed, behind, equal, alone)


# What the guide says about the cards that a roll reaches: what winning one would change in the score (R22).


class Swing(NamedTuple):
    """What winning a sailor would make of the points that its nation brings: one's own and the opponent's."""

    now: tuple[int, int]
    then: tuple[int, int]

    @property
    def gain(self) -> int:
        """By how much it moves the score one's own way."""
        return self.then[0] - self.then[1] - self.now[0] + self.now[1]


def changes_for_both(seen: SeenTable) -> str:
    """One gains what the opponent loses, or a part of it."""
    card, swing = best_card(seen)
    if swing is None or swing.now[0] == swing.then[0] or swing.now[1] == swing.then[1]:
        return ""
    return gettext(
        "Winning %(card)s would change this nation’s score: yours from %(now)s to %(then)s, your opponent’s from "
        "%(other_now)s to %(other_then)s."
    ) % _words(card, swing)


def changes_for_one(seen: SeenTable) -> str:
    """Only one of the two scores changes."""
    card, swing = best_card(seen)
    if swing is None or swing.gain <= 0 or changes_for_both(seen):
        return ""
    if swing.now[0] != swing.then[0]:
        return gettext(
            "Winning %(card)s would gain you points: this nation would count %(then)s for you, not %(now)s."
        ) % _words(card, swing)
    return gettext(
        "Winning %(card)s would cost your opponent points: this nation would count %(other_then)s for them, not "
        "%(other_now)s."
    ) % _words(card, swing)


def helps_the_opponent(seen: SeenTable) -> str:
    """A crew that stays the weaker one only earns more for the stronger."""
    card, swing = best_card(seen)
    if swing is None or swing.gain >= 0:
        return ""
    return gettext(
        "Careful: even with %(card)s your crew would stay the weaker one. It would count %(other_then)s for your "
        "opponent, not %(other_now)s."
    ) % _words(card, swing)


def trick_card_in_reach(seen: SeenTable) -> str:
    """A die leads to a trick card, and no sailor brings more than its point (R23)."""
    card, _ = best_card(seen)
    if card is None or isinstance(card, Sailor):
        return ""
    return gettext("A trick card is worth one point at the end, or can rescue a roll before that.")


def changes_nothing(seen: SeenTable) -> str:
    """Whatever the roll reaches, the score stays."""
    card, swing = best_card(seen)
    if swing is None or swing.now != swing.then:
        return ""
    return gettext(
        "Even %(card)s would change nothing in the score now. A card may still be worth keeping from your "
        "opponent, or saving for later."
    ) % {"card": with_article(card) if card else ""}


def best_card(seen: SeenTable) -> tuple[Card | None, Swing | None]:
    """The card of the roll that would move the score most, and how; a trick card moves it by its point."""
    state = seen.state
    if state.end is None or not state.rolled:
        return None, None
    card = max((state.card_numbered(die) for die in state.rolled), key=lambda card: _gain(seen, card))
    return card, _swing(seen, card)


def _swing(seen: SeenTable, card: Card) -> Swing | None:
    if not isinstance(card, Sailor):
        return None
    own, other = (seen.state.players[seat].strength(card.nation) for seat in (seen.below, seen.above))
    return Swing(nation_points(own, other)[:2], nation_points(own + card.value, other)[:2])


def _gain(seen: SeenTable, card: Card) -> int:
    swing = _swing(seen, card)
    return 1 if swing is None else swing.gain


def _words(card: Card | None, swing: Swing) -> dict[str, object]:
    return {
        "card": with_article(card) if card else "",
        "now": swing.now[0],
        "then": swing.then[0],
        "other_now": swing.now[1],
        "other_then": swing.then[1],
    }
