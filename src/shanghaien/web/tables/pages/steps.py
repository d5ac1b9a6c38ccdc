"""What happened between two versions of a table, as plain steps in the order in which hands would do them.

A page that has the older version shows them one after the other before it rests at the newer one. All of it is public:
it is made from the events of the log, which both players have seen.
"""

from collections.abc import Iterator
from typing import Any

from shanghaien.rules import (
    TAVERN_SIZE,
    CardDealt,
    CardTurned,
    DiceRolled,
    DiePlaced,
    DieReturned,
    End,
    EndNamed,
    Event,
    GameEnded,
    Objected,
    Play,
    Player,
    Sailor,
    Shanghai,
    ShanghaiCalled,
    Taking,
    TrickPlayed,
    TrickTaken,
    position_of,
    standing,
)
from shanghaien.web.core.i18n import gettext
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import TableEntry
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.drawings import EMBLEMS, half

Step = dict[str, Any]
TWO_DICE = 2
MOST = 40
"""How many entries of the log are followed at most; whoever is further behind sees how the table stands."""


def animation_steps(seen: SeenTable, since: int) -> list[Step] | None:
    """The steps since a version; None where they cannot be followed, since something was taken back or is too long ago."""
    new = [entry for entry in seen.table.log if entry.number > since]
    if not 0 < since < seen.table.version or len(new) > MOST:
        return None
    if [entry.kind for entry in new] == [EntryKind.UNDO]:
        return [{"do": "undo"}]
    if any(entry.undone or entry.kind in {EntryKind.UNDO, EntryKind.RETYPE} for entry in new):
        return None
    old = [event for entry in seen.table.log if entry.number <= since and not entry.undone for event in entry.events]
    return list(_Follower(seen, new, told=_told(old)).steps())


def _told(events: list[Event]) -> bool:
    """Whether the row shows how the last round was shared out: from the call until somebody rolls (R44)."""
    last = next((event for event in reversed(events) if isinstance(event, ShanghaiCalled | DiceRolled)), None)
    return isinstance(last, ShanghaiCalled)


class _Follower:
    """Goes through the entries; it knows at each which end number 1 is at, and whether the row is that of a Shanghai."""

    def __init__(self, seen: SeenTable, entries: list[TableEntry], *, told: bool) -> None:
        self._seen, self._of, self._told = seen, seen.voice.of, told
        self._entries = entries
        events = [event for entry in entries for event in entry.events]
        calls = [event.shanghai for event in events if isinstance(event, ShanghaiCalled)]
        self._ends: list[End | None] = [*(call.end for call in calls), seen.state.end]
        tells = [place for place, event in enumerate(events) if isinstance(event, ShanghaiCalled)]
        self._counts = bool(tells) and not any(isinstance(event, TrickPlayed) for event in events[tells[-1] :])

    def steps(self) -> Iterator[Step]:
        for entry in self._entries:
            for event in entry.events:
                yield from self._step(event)

    def _slot(self, number: int) -> int:
        return position_of(number, self._ends[0])

    def _step(self, event: Event) -> Iterator[Step]:
        match event:
            case DiceRolled(seat, dice):
                # More than a roll: those on cards were picked up for it.
                picked = {"picked": True} if len(dice) > TWO_DICE else {}
                if self._told:
                    yield from self._deal()
                yield {"do": "roll", "of": self._of(seat), "dice": dice} | picked
            case EndNamed(seat, end):
                yield {"do": "end", "of": self._of(seat), "end": str(end)}
            case DiePlaced(seat, die):
                yield {"do": "place", "of": self._of(seat), "die": die, "slot": self._slot(die)}
            case DieReturned(seat, die):
                slot = {} if event.rolled else {"slot": self._slot(die)}
                yield {"do": "back", "of": self._of(seat), "die": die} | slot
            case CardTurned(seat, number):
                yield {"do": "turn", "of": self._of(seat), "slot": self._slot(number)}
            case _:
                yield from self._of_cards(event)

    def _of_cards(self, event: Event) -> Iterator[Step]:
        match event:
            case TrickPlayed(seat, play):
                yield {"do": "trick", "of": self._of(seat)} | _played(play)
            case TrickTaken(seat, _, from_other):
                yield {"do": "take", "of": self._of(seat), "other": from_other}
            case Objected(seat, _):
                words = gettext("%(name)s objected") % {"name": self._seen.voice.name(seat)}
                yield {"do": "objected", "of": self._of(seat), "words": words}
            case ShanghaiCalled(_, shanghai):
                self._ends.pop(0)
                self._told = True
                yield self._shanghai(shanghai)
            case CardDealt(position) if position == TAVERN_SIZE - 1 and not self._told:
                yield from self._deal()
            case GameEnded():
                yield {"do": "over"}

    def _deal(self) -> Iterator[Step]:
        """The new row is seen when the old one is gone, which stays until the roll (R44)."""
        self._told = False
        yield {"do": "deal", "cards": TAVERN_SIZE}

    def _shanghai(self, shanghai: Shanghai) -> Step:
        told = {"do": "shanghai", "of": self._of(shanghai.caller), "takings": [*map(self._taking, shanghai.takings)]}
        last = len(self._ends) == 1
        return told | ({"points": self._points(shanghai)} if last and self._counts else {})

    def _taking(self, taking: Taking) -> Step:
        return {
            "slot": taking.position,
            "counts": self._sides(taking.dice),
            "beside": self._sides(taking.neighbours) if taking.dice[0] == taking.dice[1] != 0 else None,
            "to": "none" if taking.taker is None else self._of(taking.taker),
        }

    def _points(self, shanghai: Shanghai) -> list[list[int]]:
        """The points of both, before the first card was taken and after each."""
        players = [self._seen.state.players]
        for taking in reversed(shanghai.takings):
            players.append(_without(players[-1], taking))
        return [self._sides(standing(each).points) for each in reversed(players)]

    def _sides(self, pair: tuple[int, int]) -> list[int]:
        """What belongs to the seats, as the page shows it: above first."""
        return [pair[self._seen.above], pair[self._seen.below]]


def _played(play: Play) -> Step:
    drawn = half(play.act)
    told: Step = {"name": drawn.name, "icon": drawn.icon, "words": drawn.help}
    if play.nation is not None:
        told["crew"] = EMBLEMS[play.nation]
    if play.die is not None and play.step is not None:
        told["dice"] = [play.die, play.die + play.step]
    return told


def _without(players: tuple[Player, Player], taking: Taking) -> tuple[Player, Player]:
    """Both as they were before one of them took this card."""
    if taking.taker is None:
        return players
    before = list(players)
    before[taking.taker] = _before(players[taking.taker], taking)
    return before[0], before[1]


def _before(player: Player, taking: Taking) -> Player:
    if not isinstance(taking.card, Sailor):
        place = player.hand.index(taking.card)
        return player._replace(hand=player.hand[:place] + player.hand[place + 1 :])
    nation, values = taking.card.nation, [*player.crews[taking.card.nation]]
    values.remove(taking.card.value)
    return player._replace(crews=(*player.crews[:nation], tuple(values), *player.crews[nation + 1 :]))
