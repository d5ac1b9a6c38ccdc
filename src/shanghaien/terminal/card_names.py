"""Names of things as a person reads them in a shell: cards by their own texts, dice as one says them."""

from shanghaien.nation_colours import NATION_COLOURS as COLOURS
from shanghaien.nation_colours import NATION_INKS as INKS
from shanghaien.rules import (
    ACTS,
    BY_KEY,
    TRICK_CARDS,
    Act,
    Card,
    Dice,
    Nation,
    Options,
    Play,
    Sailor,
    Trick,
    act_of,
    cards_of,
)

NATION_COLOURS = {nation: f"{INKS[nation]} on {COLOURS[nation]}" for nation in Nation}
"""The colours of R3 as styles: a nation stands on its own colour, so that it is read in dark and in light shells."""


def card_name(card: Card) -> str:
    """A card in words: French 3, or the name of a trick card."""
    return f"{card.nation.name.title()} {card.value}" if isinstance(card, Sailor) else f"trick {BY_KEY[card].name}"


def trick_name(card: Trick) -> str:
    """A trick card by its name, with what it can be played for where its name does not say it."""
    known = BY_KEY[card]
    acts = [act.name for act in known.acts]
    return known.name if known.name in acts else f"{known.name} ({' / '.join(acts)})"


def play_name(play: Play) -> str:
    """What a card is played for; with the card's name where several cards can do that."""
    act = act_of(play.card, play.act)
    shared = sum(act in card.acts for card in TRICK_CARDS) > 1
    return f"{act.name} with {BY_KEY[play.card].name}" if shared else act.name


def acts_in_play(options: Options) -> dict[Act, str]:
    """The names of everything that can be played in a game with these options, in the order of the cards."""
    return {act.key: ACTS[act.key].name for card in cards_of(options) for act in card.acts}


def dice_words(dice: Dice) -> str:
    """Dice as one says them: 3 and 5."""
    return listed([str(die) for die in dice])


def listed(words: list[str]) -> str:
    """Words as one says them in a row: one, two and three."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
