"""A table that somebody keeps who has seen the start of a game and hears its events, and knows no state."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from shanghaien.rules import Act, Card, End, Place, Trick, events

FOR_THE_ROUND = {Act("captain"), Act("no-shanghai")}
ROLLS_ANEW = {Act("again"), Act("double"), Act("roll-all")}


@dataclass
class Table:
    """What the events tell so far."""

    cards: list[list[Card]]
    """All that lies with each player, in any order."""
    round: int = 1
    tavern: list[Card] = field(default_factory=list)
    end: End | None = None
    face_down: set[int] = field(default_factory=set)
    dice: list[list[int]] = field(default_factory=lambda: [[], []])
    used: list[bool] = field(default_factory=lambda: [False, False])
    in_force: list[tuple[int, Card]] = field(default_factory=list)
    rolled: tuple[int, ...] = ()
    points: tuple[int, int] | None = None

    def hear(self, event: events.Event) -> None:
        """Change the table as the event tells."""
        self.HEARD[type(event)](self, event)

    def round_started(self, event: events.RoundStarted) -> None:
        self.round = event.round

    def card_dealt(self, event: events.CardDealt) -> None:
        assert event.position == len(self.tavern)
        self.tavern.append(event.card)

    def dice_rolled(self, event: events.DiceRolled) -> None:
        self.rolled = event.dice

    def end_named(self, event: events.EndNamed) -> None:
        self.end = event.end

    def die_placed(self, event: events.DiePlaced) -> None:
        self.dice[event.seat].append(event.die)
        self.rolled = ()

    def die_returned(self, event: events.DieReturned) -> None:
        if event.rolled:
            assert event.die in self.rolled
        else:
            self.dice[event.seat].remove(event.die)

    def trick_played(self, event: events.TrickPlayed) -> None:
        act, card = event.play.act, event.play.card
        self.used[event.seat] = True
        if act in FOR_THE_ROUND:
            self.in_force.append((event.seat, card))
        elif act != "sailors":
            self.cards[event.seat].remove(card)
        if act in ROLLS_ANEW:
            self.rolled = ()
        if act == "roll-all":
            self.dice[event.seat] = []
        if act == "shift":
            self.shift(event)

    def shift(self, event: events.TrickPlayed) -> None:
        assert event.play.die is not None
        assert event.play.step is not None
        dice = list(self.rolled)
        dice.remove(event.play.die)
        self.rolled = tuple(sorted((*dice, event.play.die + event.play.step)))

    def announced(self, event: events.Announced) -> None:
        """Nothing changes until the other player has answered."""

    def objected(self, event: events.Objected) -> None:
        self.rolled = () if isinstance(event.action, Place) else self.rolled

    def card_turned(self, event: events.CardTurned) -> None:
        self.face_down.add(event.number)

    def double_taken(self, event: events.TrickTaken) -> None:
        self.cards[event.seat].append(Trick("double"))
        self.rolled = ()
        if event.from_other:
            self.cards[1 - event.seat].remove(Trick("double"))

    def shanghai_called(self, event: events.ShanghaiCalled) -> None:
        assert event.round == self.round
        assert [taking.card for taking in event.shanghai.takings] == self.tavern
        for taking in event.shanghai.takings:
            assert taking.dice == tuple(self.dice[seat].count(taking.number) for seat in (0, 1))
            if taking.taker is not None:
                self.cards[taking.taker].append(taking.card)
        for seat, card in self.in_force:
            self.cards[seat].remove(card)
        self.tavern, self.end, self.face_down, self.in_force = [], None, set(), []
        self.dice, self.used = [[], []], [False, False]

    def game_ended(self, event: events.GameEnded) -> None:
        self.points = event.points

    HEARD: ClassVar[dict[type[events.Event], Callable[..., Any]]] = {
        events.RoundStarted: round_started,
        events.CardDealt: card_dealt,
        events.DiceRolled: dice_rolled,
        events.EndNamed: end_named,
        events.DiePlaced: die_placed,
        events.DieReturned: die_returned,
        events.TrickPlayed: trick_played,
        events.Announced: announced,
        events.Objected: objected,
        events.CardTurned: card_turned,
        events.TrickTaken: double_taken,
        events.ShanghaiCalled: shanghai_called,
        events.GameEnded: game_ended,
    }
