"""Positions that no record leads to: made by hand or changed from others, and refused where no game can come to them.

What has left the game and what lies in the middle of the table follows from the rest, so nobody has to say it.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from shanghaien import rules
from shanghaien.rules import (
    CARD_NUMBERS,
    DICE_PER_PLAYER,
    KIND_NUMBER,
    PILE_KINDS,
    ROUNDS,
    TAVERN_SIZE,
    Card,
    Dice,
    End,
    Nation,
    Options,
    Phase,
    Player,
    RulesError,
    Sailor,
    Seat,
    SetOut,
    State,
    Trick,
    card_text,
    cards_in,
    cards_of,
    dice_text,
    full_pile,
    seat_letter,
)

from .round.card_knowledge import known_of

SEATS = (0, 1)
DIE = range(1, 7)
Hands = tuple[Iterable[Trick], Iterable[Trick]]


class ImpossiblePosition(RulesError):
    """No game can come to this position; the message says why in one sentence."""


class Row(NamedTuple):
    """What lies on the table between the players."""

    tavern: tuple[Card, ...]
    """From left to right; fewer than six while they are being dealt."""
    pile: tuple[Card, ...] = ()
    """What is still to be dealt, in any order."""
    end: End | None = None
    """Where card 1 lies; None before the first die of the round."""
    face_down: tuple[int, ...] = ()
    """The numbers of the cards that lie face down (R35)."""


def position_from(
    options: Options,
    number: int,
    row: Row,
    players: tuple[Player, Player] = (Player(), Player()),
    *,
    turn: Seat = 0,
    starter: Seat | None = None,
    rolled: tuple[int, ...] = (),
) -> State:
    """The position before a turn of round `number`, right after its roll if one is given, or while the row is dealt.

    Without a `starter` the player whose turn it is has started the round. An impossible one raises `ImpossiblePosition`.
    """
    state = State(
        options,
        Phase.TURN if len(row.tavern) == TAVERN_SIZE else Phase.DEAL,
        _counted(row.pile),
        players,
        round=number,
        starter=turn if starter is None else starter,
        turn=turn,
        tavern=row.tavern,
        end=row.end,
        face_down=tuple(sorted(row.face_down)),
    )
    return _rolled(checked(state), tuple(sorted(rolled))) if rolled else checked(state)


def what_if(state: State, *, hands: Hands | None = None, end: End | None = None, starter: Seat | None = None) -> State:
    """The same position with other trick cards in hand, card 1 at another end, or another starter; None changes nothing.

    Before the round's first turn the other starter is also the player whose turn it is.
    """
    if state.over:
        raise ImpossiblePosition("The game is over, so nothing can be changed any more.")
    changed = state
    if hands is not None:
        first, second = (player._replace(hand=tuple(hand)) for player, hand in zip(state.players, hands, strict=True))
        changed = changed.evolve(players=(first, second))
    if end is not None:
        changed = changed.evolve(end=end)
    if starter is not None:
        changed = changed.evolve(starter=starter, **({"turn": starter} if state.end is None else {}))
    return checked(changed)


def checked(state: State) -> State:
    """The position with hands in order, and all cards that are elsewhere removed from the game; or what is wrong with it."""
    for check in CHECKS:
        check(state)
    players = tuple(
        player._replace(hand=tuple(sorted(player.hand, key=CARD_NUMBERS.__getitem__))) for player in state.players
    )
    middle, removed = _elsewhere(state)
    if Counter(removed) == Counter(state.removed):
        removed = state.removed
    return state.evolve(players=players, middle=middle, removed=removed)


def _rolled(state: State, dice: Dice) -> State:
    """The engine goes on from the roll: a double may put the question of R38 first."""
    if len(dice) != 2 or not set(dice) <= set(DIE):
        _refuse("A roll is two dice from 1 to 6, not %(dice)s.", dice=dice_text(dice))
    if state.phase != Phase.TURN:
        _refuse("The row must be full before dice are rolled.")
    _check_rolled(state, dice)
    return rules.advance(state.evolve(phase=Phase.ROLL), dice).state


def _check_numbers(state: State) -> None:
    if state.round not in range(1, ROUNDS + 1):
        _refuse("A game has rounds 1 to %(rounds)s, not %(round)s.", rounds=ROUNDS, round=state.round)
    if state.turn not in SEATS or state.starter not in SEATS:
        _refuse("Whose turn it is and who starts is 0 or 1, not %(turn)s and %(starter)s.", turn=state.turn, starter=state.starter)  # fmt: skip
    for player in state.players:
        if len(player.crews) != len(Nation) or len(player.wilds) != len(Nation) or len(player.dice) != len(DIE):
            _refuse("A player has eight crews, and dice on six cards.")


def _check_known_cards(state: State) -> None:
    known = {card.key for card in cards_of(state.options)} | set(PILE_KINDS)
    for card in [*state.tavern, *(card for player in state.players for card in _held(player))]:
        if card not in known:
            _refuse("There is no card %(card)s in this game.", card=card_text(card))
    for card in state.tavern:
        if card not in KIND_NUMBER:
            _refuse("%(card)s is never dealt, so it can’t lie in the row.", card=card_text(card))


def _check_dice(state: State) -> None:
    for seat, player in enumerate(state.players):
        if min(player.dice) < 0:
            _refuse("No card can have fewer dice than none on it.")
        if player.dice_on_cards > DICE_PER_PLAYER:
            _refuse(
                "%(seat)s has %(dice)s dice on cards, but only %(all)s dice.",
                seat=seat_letter(seat),
                dice=player.dice_on_cards,
                all=DICE_PER_PLAYER,
            )
    _check_rolled(state, state.rolled)


def _check_rolled(state: State, rolled: Dice) -> None:
    if state.mover.dice_on_cards + len(rolled) > DICE_PER_PLAYER:
        _refuse(
            "%(seat)s can’t roll %(rolled)s dice with %(dice)s on cards.",
            seat=seat_letter(state.turn),
            rolled=len(rolled),
            dice=state.mover.dice_on_cards,
        )


def _check_cards(state: State) -> None:
    """No card is there more often than the game has it; what each player got at the start is with them or gone."""
    own = _own_cards(state.options)
    for seat, player in enumerate(state.players):
        for card, count in Counter(_held(player)).items():
            if card in own and count > 1:
                _refuse(
                    "%(seat)s has %(card)s %(count)s times, but each player gets it once.",
                    seat=seat_letter(seat),
                    card=card_text(card),
                    count=count,
                )
    game = _all_cards(state.options)
    for card, count in Counter(_present(state)).items():
        if count > game[card]:
            _refuse(
                "%(card)s is there %(count)s times, but the game has it %(game)s times.",
                card=card_text(card),
                count=count,
                game=game[card],
            )


def _check_pile(state: State) -> None:
    """Six cards a round are dealt, and nothing else leaves the pile (R6)."""
    if len(state.tavern) > TAVERN_SIZE:
        _refuse("The row has at most six cards, not %(count)s.", count=len(state.tavern))
    left, here = TAVERN_SIZE * (ROUNDS + 1 - state.round) - len(state.tavern), sum(state.pile)
    if here != left:
        _refuse(
            "In round %(round)s, with %(row)s cards in the row, the pile has %(left)s cards, not %(here)s.",
            round=state.round,
            row=len(state.tavern),
            left=left,
            here=here,
        )


def _check_tricks_used(state: State) -> None:
    """One trick card can be used in each round (R15)."""
    own = _own_cards(state.options)
    for seat, player in enumerate(state.players):
        joined = [card for crew in player.wilds for card in crew]
        used = sum(card not in own for card in joined) + sum(card not in player.hand for card in own)
        most = state.round - 1 + player.trick_used
        if used > most:
            _refuse(
                "%(seat)s has used %(used)s trick cards, but one a round makes %(most)s at most.",
                seat=seat_letter(seat),
                used=used,
                most=most,
            )
        if any(cards and not player.crews[nation] for nation, cards in enumerate(player.wilds)):
            _refuse("A trick card can join only a crew that has a sailor card (R16).")
        _check_in_force(state, player)


def _check_in_force(state: State, player: Player) -> None:
    card = player.in_force
    if card is None:
        return
    if not any(other.key == card and other.stays for other in cards_of(state.options)):
        _refuse("%(card)s does not work until the round ends.", card=card_text(card))
    if not player.trick_used:
        _refuse("Whoever has a card in force has used their trick card of the round.")
    if state.round == ROUNDS and not known_of(card).in_last_round:
        _refuse("%(card)s can’t be played in the last round.", card=card_text(card))


def _check_row(state: State) -> None:
    """Nothing has happened before the row is there; where card 1 lies is named in the round's first turn (R10)."""
    begun = any(player.dice_on_cards or player.trick_used for player in state.players)
    if len(state.tavern) < TAVERN_SIZE and (begun or state.end or state.rolled or state.face_down):
        _refuse("The row must be full before dice lie on it, tricks are used or an end is named.")
    if state.end is None and any(player.dice_on_cards for player in state.players):
        _refuse("Dice lie on the cards, so it must be said at which end card 1 lies.")
    if state.end is None and state.turn != state.starter:
        _refuse("Until an end has been named it is the turn of the player who starts the round.")


def _check_face_down(state: State) -> None:
    if not state.face_down:
        return
    used = sum(player.trick_used for player in state.players)
    able = any(card.stays_out for card in cards_of(state.options))
    if not able or len(state.face_down) > used:
        _refuse("So many cards can’t lie face down: no trick card used in this round has turned them.")
    if len(set(state.face_down)) < len(state.face_down) or not set(state.face_down) <= set(DIE) or state.end is None:
        _refuse("Cards that lie face down are named once each by their numbers 1 to 6, from a named end.")


CHECKS = (
    _check_numbers,
    _check_known_cards,
    _check_dice,
    _check_cards,
    _check_pile,
    _check_tricks_used,
    _check_row,
    _check_face_down,
)


def _refuse(sentence: str, **values: Any) -> None:
    raise ImpossiblePosition(sentence, **values)


def _counted(pile: Iterable[Card]) -> tuple[int, ...]:
    counts = Counter(pile)
    for card in counts:
        if card not in KIND_NUMBER:
            _refuse("%(card)s is never dealt, so it can’t lie in the pile.", card=card_text(card))
    return tuple(counts[kind] for kind in PILE_KINDS)


def _held(player: Player) -> list[Card]:
    """Every card that lies with a player."""
    sailors = [Sailor(nation, value) for nation in Nation for value in player.crews[nation]]
    joined = [card for crew in player.wilds for card in crew]
    return [*player.hand, *sailors, *joined, *([player.in_force] if player.in_force else [])]


def _present(state: State) -> list[Card]:
    held = [card for player in state.players for card in _held(player)]
    return [*state.tavern, *cards_in(state.pile), *held]


def _own_cards(options: Options) -> list[Trick]:
    """What each player has in hand from the start."""
    return [card.key for card in cards_of(options) if card.set_out is SetOut.EACH_HAND]


def _middle_cards(options: Options) -> list[Trick]:
    return [card.key for card in cards_of(options) if card.set_out is SetOut.MIDDLE]


def _all_cards(options: Options) -> Counter[Card]:
    return Counter([*cards_in(full_pile(options.tricks)), *2 * _own_cards(options), *_middle_cards(options)])


def _elsewhere(state: State) -> tuple[tuple[Trick, ...], tuple[Card, ...]]:
    """What lies in the middle of the table, and what has left the game."""
    missing = _all_cards(state.options) - Counter(_present(state))
    middle = tuple(card for card in _middle_cards(state.options) if missing[card])
    return middle, tuple((missing - Counter(middle)).elements())
