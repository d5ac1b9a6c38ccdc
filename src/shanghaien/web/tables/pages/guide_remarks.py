"""Which remarks the guide has made in a game, read from its log: on from where it had been read to."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from shanghaien import rules
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.i18n import gettext
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.pages.log_lines import LogCursor
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.card_words import nation_name, with_article

Remark = Callable[[SeenTable], str]
"""A remark in words, or nothing where it does not fit."""
Choosing = Callable[[SeenTable, frozenset[Remark]], Remark | None]
"""Which remark is made at a table, if these have been made before."""


class _Journal(LogCursor):
    """The remarks made to one player, and how far the log has been read."""

    def __init__(self, options: rules.Options) -> None:
        super().__init__()
        self.made: frozenset[Remark] = frozenset()
        self._state = rules.new_game(options)

    def read(self, seen: SeenTable, choose: Choosing) -> frozenset[Remark]:
        for entry in self.unread(seen.table.log):
            if entry.kind is EntryKind.ACT and entry.seat == seen.below and not entry.undone:
                before = replace(seen.table, state=self._state, waits_for=seen.below, result=None)
                remark = choose(replace(seen, table=before), self.made)
                self.made |= {remark} if remark else set()
            self._state = _after(self._state, entry)
        return self.made


_JOURNALS: LanguageCache[list[_Journal]] = LanguageCache(2000)
"""For each game and seat what has been read, in a list so that it can be replaced."""


def remarked(seen: SeenTable, choose: Choosing) -> frozenset[Remark]:
    """The remarks that were made before the present question, as `choose` picks them."""
    kept = _JOURNALS.recall((seen.table.id, seen.below), list)
    if not kept or not kept[0].fits(seen.table.log):
        kept[:] = [_Journal(seen.table.options)]
    return kept[0].read(seen, choose)


def _after(state: rules.State, entry: SeenEntry) -> rules.State:
    if entry.undone:
        return state
    if entry.kind is EntryKind.ACT:
        return rules.apply(state, rules.parse_action(entry.text)).state
    return rules.advance(state, rules.parse_outcome(entry.text)).state if entry.kind is EntryKind.DRAW else state


# What the guide says about the crews as they stand: where one has too much, too little, or a nation alone (R22).

PLENTY = 3
"""By how much a crew has to be ahead before it is said that less would have done."""


def more_than_needed(seen: SeenTable) -> str:
    return _about(
        seen,
        lambda mine, theirs: mine >= theirs + PLENTY and theirs > 0,
        gettext(
            "%(nation)s: your crew is worth %(mine)s, your opponent’s %(theirs)s. So it scores %(theirs)s, "
            "and more sailors of this nation would not change that."
        ),
    )


def behind(seen: SeenTable) -> str:
    return _about(
        seen,
        lambda mine, theirs: theirs > mine > 0,
        gettext(
            "%(nation)s: your opponent is stronger, %(theirs)s to %(mine)s, and as it stands scores your %(mine)s. "
            "Overtake them, or collect no more there."
        ),
    )


def equal(seen: SeenTable) -> str:
    return _about(
        seen,
        lambda mine, theirs: mine == theirs > 0,
        gettext("%(nation)s: %(mine)s to %(theirs)s. Equal crews score nothing; one more sailor would decide it."),
    )


def alone(seen: SeenTable) -> str:
    return _about(
        seen,
        lambda mine, theirs: mine > 0 == theirs,
        gettext("%(nation)s: only you have these sailors. As long as that stays so, they count in full: %(mine)s."),
    )


def _about(seen: SeenTable, fits: Callable[[int, int], bool], wording: str) -> str:
    """The wording about the strongest crew that fits, at the beginning of a round; else nothing."""
    if seen.state.mover.dice_on_cards:
        return ""
    told = [score for score in rules.standing(seen.state.players).nations if fits(*_strengths(seen, score))]
    if not told:
        return ""
    score = max(told, key=lambda score: sum(score.strengths))
    mine, theirs = _strengths(seen, score)
    return wording % {"nation": nation_name(rules.Nation(score.nation)), "mine": mine, "theirs": theirs}


def _strengths(seen: SeenTable, score: rules.NationScore) -> tuple[int, int]:
    return score.strengths[seen.below], score.strengths[seen.above]


CREWS: tuple[Remark, ...] = (more_than_needed, behind, equal, alone)


# What the guide says about the cards that a roll reaches: what winning one would change in the score (R22).


class Swing(NamedTuple):
    """The points that a sailor's nation brings now and would bring with it: own and the opponent's."""

    now: tuple[int, int]
    then: tuple[int, int]

    @property
    def gain(self) -> int:
        """By how much it moves the score the player's way."""
        return self.then[0] - self.then[1] - self.now[0] + self.now[1]


def changes_for_both(seen: SeenTable) -> str:
    card, swing = best_card(seen)
    if swing is None or swing.now[0] == swing.then[0] or swing.now[1] == swing.then[1]:
        return ""
    return gettext(
        "Winning %(card)s would change this nation’s score: yours from %(now)s to %(then)s, your opponent’s from "
        "%(other_now)s to %(other_then)s."
    ) % _words(card, swing)


def changes_for_one(seen: SeenTable) -> str:
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
    card, swing = best_card(seen)
    if swing is None or swing.gain >= 0:
        return ""
    return gettext(
        "Careful: even with %(card)s your crew would stay the weaker one. It would count %(other_then)s for your "
        "opponent, not %(other_now)s."
    ) % _words(card, swing)


def trick_card_in_reach(seen: SeenTable) -> str:
    card, _ = best_card(seen)
    if card is None or isinstance(card, rules.Sailor):
        return ""
    return gettext("A trick card is worth one point at the end, or can rescue a roll before that.")


def changes_nothing(seen: SeenTable) -> str:
    card, swing = best_card(seen)
    if swing is None or swing.now != swing.then:
        return ""
    return gettext(
        "Even %(card)s would change nothing in the score now. A card may still be worth keeping from your "
        "opponent, or saving for later."
    ) % {"card": with_article(card) if card else ""}


def best_card(seen: SeenTable) -> tuple[rules.Card | None, Swing | None]:
    """The card of the roll that would move the score most, and how; a trick card is worth its point."""
    state = seen.state
    if state.end is None or not state.rolled:
        return None, None
    card = max((state.card_numbered(die) for die in state.rolled), key=lambda card: _gain(seen, card))
    return card, _swing(seen, card)


def _swing(seen: SeenTable, card: rules.Card) -> Swing | None:
    if not isinstance(card, rules.Sailor):
        return None
    own, other = (seen.state.players[seat].strength(card.nation) for seat in (seen.below, seen.above))
    return Swing(rules.nation_points(own, other)[:2], rules.nation_points(own + card.value, other)[:2])


def _gain(seen: SeenTable, card: rules.Card) -> int:
    swing = _swing(seen, card)
    return 1 if swing is None else swing.gain


def _words(card: rules.Card | None, swing: Swing) -> dict[str, object]:
    return {
        "card": with_article(card) if card else "",
        "now": swing.now[0],
        "then": swing.then[0],
        "other_now": swing.now[1],
        "other_then": swing.then[1],
    }
