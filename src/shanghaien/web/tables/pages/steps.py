"""What happened between two versions of a table, as plain steps in the order in which hands would do them.

A page that has the older version shows them one after the other before it rests at the newer one. All of it is public:
it is made from the events of the log, which both players have seen.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from shanghaien import rules
from shanghaien.web.core.i18n import gettext
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.drawings import EMBLEMS, half

Step = dict[str, Any]
TWO_DICE = 2
TURNS_THE_ROW = (rules.ShanghaiCalled, rules.DiceRolled)
"""The events between which the row shows how it was shared out."""
MOST = 40
"""How many entries of the log are followed at most; a page that is further behind shows only how the table stands."""


def animation_steps(seen: SeenTable, since: int) -> list[Step] | None:
    """The steps since a version; None if something was taken back since, or it is too long ago."""
    if not 0 < since < seen.table.version:
        return None
    log = seen.table.log
    # The log of a replay shows some entries only, so that their numbers are not their places.
    whole = len(log) == seen.table.version
    known = since if whole else bisect_right(log, since, key=lambda entry: entry.number)
    if len(log) - known > MOST:
        return None
    new = log[known:]
    if [entry.kind for entry in new] == [EntryKind.UNDO]:
        return [{"do": "undo"}]
    if any(entry.undone or entry.kind in {EntryKind.UNDO, EntryKind.RETYPE} for entry in new):
        return None
    return list(_Follower(seen, new, told=_told(islice(reversed(log), len(new), None))).steps())


def _told(back: Iterable[SeenEntry]) -> bool:
    """Whether the row showed how the last round was shared out: from the call until the next roll (R44)."""
    for entry in back:
        for event in () if entry.undone else reversed(entry.events):
            if isinstance(event, TURNS_THE_ROW):
                return isinstance(event, rules.ShanghaiCalled)
    return False


class _Follower:
    """Goes through the entries; it knows at each which end number 1 is at, and whether a shared-out row is shown."""

    def __init__(self, seen: SeenTable, entries: Sequence[SeenEntry], *, told: bool) -> None:
        self._seen, self._of, self._told = seen, seen.voice.of, told
        self._entries = entries
        events = [event for entry in entries for event in entry.events]
        calls = [event.shanghai for event in events if isinstance(event, rules.ShanghaiCalled)]
        self._ends: list[rules.End | None] = [*(call.end for call in calls), seen.state.end]
        tells = [place for place, event in enumerate(events) if isinstance(event, rules.ShanghaiCalled)]
        self._counts = bool(tells) and not any(isinstance(event, rules.TrickPlayed) for event in events[tells[-1] :])

    def steps(self) -> Iterator[Step]:
        for entry in self._entries:
            for event in entry.events:
                yield from self._step(event)

    def _slot(self, number: int) -> int:
        return rules.position_of(number, self._ends[0])

    def _step(self, event: rules.Event) -> Iterator[Step]:
        match event:
            case rules.DiceRolled(seat, dice):
                # More than a roll: those on cards were picked up for it.
                picked = {"picked": True} if len(dice) > TWO_DICE else {}
                if self._told:
                    yield from self._deal()
                yield {"do": "roll", "of": self._of(seat), "dice": dice} | picked
            case rules.EndNamed(seat, end):
                yield {"do": "end", "of": self._of(seat), "end": str(end)}
            case rules.DiePlaced(seat, die):
                yield {"do": "place", "of": self._of(seat), "die": die, "slot": self._slot(die)}
            case rules.DieReturned(seat, die):
                slot = {} if event.rolled else {"slot": self._slot(die)}
                yield {"do": "back", "of": self._of(seat), "die": die} | slot
            case rules.CardTurned(seat, number):
                yield {"do": "turn", "of": self._of(seat), "slot": self._slot(number)}
            case _:
                yield from self._of_cards(event)

    def _of_cards(self, event: rules.Event) -> Iterator[Step]:
        match event:
            case rules.TrickPlayed(seat, play):
                yield {"do": "trick", "of": self._of(seat)} | _played(play)
            case rules.TrickTaken(seat, _, from_other):
                yield {"do": "take", "of": self._of(seat), "other": from_other}
            case rules.Objected(seat, _):
                words = gettext("%(name)s objected") % {"name": self._seen.voice.name(seat)}
                yield {"do": "objected", "of": self._of(seat), "words": words}
            case rules.ShanghaiCalled(_, shanghai):
                self._ends.pop(0)
                self._told = True
                yield self._shanghai(shanghai)
            case rules.CardDealt(position) if position == rules.TAVERN_SIZE - 1 and not self._told:
                yield from self._deal()
            case rules.GameEnded():
                yield {"do": "over"}

    def _deal(self) -> Iterator[Step]:
        """The new row appears when the old one is gone, which stays until the roll (R44)."""
        self._told = False
        yield {"do": "deal", "cards": rules.TAVERN_SIZE}

    def _shanghai(self, shanghai: rules.Shanghai) -> Step:
        told = {"do": "shanghai", "of": self._of(shanghai.caller), "takings": [*map(self._taking, shanghai.takings)]}
        last = len(self._ends) == 1
        return told | ({"points": self._points(shanghai)} if last and self._counts else {})

    def _taking(self, taking: rules.Taking) -> Step:
        return {
            "slot": taking.position,
            "counts": self._sides(taking.dice),
            "beside": self._sides(taking.neighbours) if taking.dice[0] == taking.dice[1] != 0 else None,
            "to": "none" if taking.taker is None else self._of(taking.taker),
        }

    def _points(self, shanghai: rules.Shanghai) -> list[list[int]]:
        """The points of both, before the first card was taken and after each."""
        players = [self._seen.state.players]
        for taking in reversed(shanghai.takings):
            players.append(_without(players[-1], taking))
        return [self._sides(rules.standing(each).points) for each in reversed(players)]

    def _sides(self, pair: tuple[int, int]) -> list[int]:
        """The values of both seats in the page's order: above first."""
        return [pair[self._seen.above], pair[self._seen.below]]


def _played(play: rules.Play) -> Step:
    drawn = half(play.act)
    told: Step = {"name": drawn.name, "icon": drawn.icon, "words": drawn.help}
    if play.nation is not None:
        told["crew"] = EMBLEMS[play.nation]
    if play.die is not None and play.step is not None:
        told["dice"] = [play.die, play.die + play.step]
    return told


def _without(players: tuple[rules.Player, rules.Player], taking: rules.Taking) -> tuple[rules.Player, rules.Player]:
    """Both players as they were before one of them took this card."""
    if taking.taker is None:
        return players
    before = list(players)
    before[taking.taker] = _before(players[taking.taker], taking)
    return before[0], before[1]


def _before(player: rules.Player, taking: rules.Taking) -> rules.Player:
    if not isinstance(taking.card, rules.Sailor):
        place = player.hand.index(taking.card)
        return player._replace(hand=player.hand[:place] + player.hand[place + 1 :])
    nation, values = taking.card.nation, [*player.crews[taking.card.nation]]
    values.remove(taking.card.value)
    return player._replace(crews=(*player.crews[:nation], tuple(values), *player.crews[nation + 1 :]))
