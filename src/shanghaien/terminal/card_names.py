"""Names of things as a person reads them in a shell."""

from shanghaien.rules import Act, Card, Dice, Sailor, Trick

ACT_NAMES = {
    Act.TWO_SAILORS: "two sailors",
    Act.DIE_SHIFT: "die ±1",
    Act.ROLL_AGAIN: "roll again",
    Act.BOTH_DICE: "both dice",
    Act.CRAZY_CAPTAIN: "Crazy Captain",
    Act.NO_SHANGHAI: "No Shanghai",
    Act.ROLL_ALL: "roll all again",
    Act.SHARKS: "to the sharks",
    Act.EXCHANGE: "exchange",
    Act.DOUBLE: "the Double",
}

TRICK_NAMES = {
    Trick.DIE_SHIFT: "die ±1",
    Trick.ROLL_AGAIN: "roll again",
    Trick.BOTH_DICE: "both dice",
    Trick.WILD: "wild",
    Trick.CRAZY_CAPTAIN: "Crazy Captain",
    Trick.EXTRA_1: "No Shanghai / roll all",
    Trick.EXTRA_2: "sharks / exchange",
    Trick.DOUBLE: "Double",
}

NATION_COLOURS = ("red", "bright_cyan", "blue", "yellow", "orange1", "magenta", "green", "grey62")
"""The colours of R3, in the order of `Nation`."""


def card_name(card: Card) -> str:
    """A card in words: French 3, or trick die ±1."""
    return f"{card.nation.name.title()} {card.value}" if isinstance(card, Sailor) else f"trick {TRICK_NAMES[card]}"


def dice_words(dice: Dice) -> str:
    """Dice as one says them: 3 and 5."""
    words = [str(die) for die in dice]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
