"""What has happened, as the half sentences of a turn: "rolled 3 and 5; placed a 5 on French 3"."""

from collections.abc import Iterable

from shanghaien.rules import Act, Phase, PlayedStep
from shanghaien.rules.events import (
    Announced,
    CardTurned,
    DiceRolled,
    DiePlaced,
    DieReturned,
    DoubleTaken,
    EndNamed,
    Event,
    Objected,
    ShanghaiCalled,
    TrickPlayed,
)

from .action_words import action_words, play_words
from .card_names import ACT_NAMES, card_name, dice_words

Names = tuple[str, str]

YOU = "You"
"""The name of the person at the shell who has not given one."""

AGAIN = {Phase.ROLL_ONE: "one die again: ", Phase.ROLL_ALL: "all dice again: "}
TELL_ALL = (Act.TWO_SAILORS, Act.DIE_SHIFT)
"""Acts whose details no other event tells."""


def narrate(moments: Iterable[PlayedStep], names: Names) -> str:
    """One turn, or a part of it, as a sentence about the player whose turn it is; empty if there is nothing to tell."""
    told = [(moment, words) for moment in moments for event in moment.events if (words := _words(moment, event, names))]
    return f"{names[told[0][0].before.turn]} {'; '.join(words for _, words in told)}." if told else ""


def outcome(points: tuple[int, int], names: Names) -> str:
    """Who has won (R23)."""
    score = f"{names[0]} {points[0]}, {names[1]} {points[1]}."
    if points[0] == points[1]:
        return f"{score} It is a draw."
    winner = names[0 if points[0] > points[1] else 1]
    return f"{score} {winner} {'win' if winner == YOU else 'wins'}!"


def _words(moment: PlayedStep, event: Event, names: Names) -> str:
    match event:
        case DiceRolled(_, dice):
            return f"rolled {AGAIN.get(moment.before.phase, '')}{dice_words(dice)}"
        case EndNamed(_, end):
            return f"said that card 1 is on the {end}"
        case DiePlaced(_, die):
            return f"placed a {die} on {card_name(moment.after.card_numbered(die))}"
        case DieReturned(_, die):
            return f"took a {die} back"
        case TrickPlayed(_, play):
            return f"played {play_words(moment.before, play) if play.act in TELL_ALL else ACT_NAMES[play.act]}"
        case _:
            return _rarer_words(moment, event, names)


def _rarer_words(moment: PlayedStep, event: Event, names: Names) -> str:
    match event:
        case Announced():
            return f"wanted to {action_words(moment.before, moment.after.announced)}" if moment.after.announced else ""
        case Objected(seat, _):
            return f"but {names[seat]} objected"
        case CardTurned(number):
            return f"turned card {number} face down"
        case DoubleTaken(seat, from_other):
            return f"took the Double from {names[1 - seat]}" if from_other else "took the Double"
        case ShanghaiCalled():
            return "called Shanghai"
        case _:
            return ""
