"""Every trick card of the game, one file each: a new card is a new file in this folder, and nothing else.

A file is found by itself and names its card `CARD`. No card knows another one; an act that several cards show, such as
two sailors, is a file beside this folder. They meet only at the hooks below, which the flow of the game calls in the
order of the cards.
"""

from importlib import import_module
from pkgutil import iter_modules

from shanghaien.rules.actions import Act
from shanghaien.rules.cards import PILE_TRICKS, Trick
from shanghaien.rules.hooks import Reply, SetOut, TrickAct, TrickCard
from shanghaien.rules.options import Options
from shanghaien.rules.registry import make_known
from shanghaien.rules.state import Phase

RESERVED = ("roll", "shanghai", "place", "play", "a", "b", *PILE_TRICKS)
"""Words of the notation that no card can have for an answer: actions, seats, and cards as they are dealt."""


def _found() -> tuple[TrickCard, ...]:
    files = sorted(module.name for module in iter_modules(__path__))
    cards = [import_module(f"{__name__}.{file}").CARD for file in files]
    return tuple(sorted(cards, key=lambda card: card.number))


def _each_once(what: str, words: list[str]) -> None:
    """Two cards that share a word would be taken for each other in records."""
    twice = {word for word in words if words.count(word) > 1}
    if twice:
        raise ValueError(f"More than one trick card brings the {what} {', '.join(sorted(twice))}.")


TRICK_CARDS = _found()
for _card in TRICK_CARDS:
    make_known(_card.key, _card.number, _card.option)
_each_once("act", [act.key for act in {act for card in TRICK_CARDS for act in card.acts}])
_each_once("answer", [*RESERVED, *(reply.word for card in TRICK_CARDS for reply in card.replies)])
_each_once("step", [*Phase, *(name for card in TRICK_CARDS for name in card.steps)])

BY_KEY: dict[Trick, TrickCard] = {card.key: card for card in TRICK_CARDS}
BY_OPTION: dict[str, TrickCard] = {card.option: card for card in TRICK_CARDS if card.option}
"""The cards of the expansions by the option that brings them into the game."""
ACTS: dict[Act, TrickAct] = {act.key: act for card in TRICK_CARDS for act in card.acts}
REPLIES: dict[str, Reply] = {reply.word: reply for card in TRICK_CARDS for reply in card.replies}
"""Every way to answer a question of a card, by its word."""

STEPS = {name: step for card in TRICK_CARDS for name, step in card.steps.items()}
AFTER_ROLL = tuple(card.after_roll for card in TRICK_CARDS if card.after_roll)
BEFORE = tuple(card.before for card in TRICK_CARDS if card.before)
MAY_CALL = tuple(card.may_call for card in TRICK_CARDS if card.may_call)
STAYS_OUT = tuple(card.stays_out for card in TRICK_CARDS if card.stays_out)


def cards_of(options: Options) -> tuple[TrickCard, ...]:
    """The trick cards that take part in a game with these options, those of the pile first."""
    return tuple(card for card in TRICK_CARDS if card.option is None or card.option in options.expansions)


def set_out(options: Options, where: SetOut) -> tuple[Trick, ...]:
    """The cards that lie in this place at the start."""
    return tuple(card.key for card in cards_of(options) if card.set_out is where)


def act_of(card: Trick, act: Act) -> TrickAct:
    """What a card does when it is played for this act."""
    return next(each for each in BY_KEY[card].acts if each.key == act)


PRESETS: dict[str, Options] = {
    "base": Options(),
    **{
        name: Options(**{card.option: True for card in TRICK_CARDS if card.option and name in card.presets})
        for name in ("online", "everything")
    },
}
"""Ready-made sets of options by name."""
