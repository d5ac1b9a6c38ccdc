"""What a person reads in a shell of cards, dice and choices: the cards' own texts, and dice as one says them."""

from shanghaien.nation_colours import NATION_COLOURS as COLOURS
from shanghaien.nation_colours import NATION_INKS as INKS
from shanghaien.rules import (
    ACTS,
    BY_KEY,
    REPLIES,
    TRICK_CARDS,
    Act,
    Action,
    Answer,
    Asks,
    Call,
    Card,
    Dice,
    End,
    Nation,
    Options,
    Place,
    Play,
    Roll,
    Sailor,
    State,
    Trick,
    act_of,
    cards_of,
    position_of,
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
    return listed([str(die) for die in dice])


def listed(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def action_words(state: State, action: Action) -> str:
    match action:
        case Roll():
            return "roll two dice"
        case Call():
            return "call Shanghai"
        case Place(die, end):
            return f"place the {die} on {target(state, die, end)}{_naming(end)}"
        case Play():
            return f"play {play_words(state, action)}"
        case Answer():
            return _answer_words(action)


def target(state: State, die: int, end: End | None) -> str:
    """The card a die goes to, where an end is named with it or has been named."""
    return card_name(state.tavern[position_of(die, end or state.end)])


def play_words(state: State, play: Play) -> str:
    return f"{play_name(play)}{_detail(state, play)}{_naming(play.end)}"


def explanation(action: Action) -> str:
    """What an action comes to, in the words of its card; empty for what every player knows."""
    if isinstance(action, Play):
        return act_of(action.card, action.act).help
    if isinstance(action, Answer) and action.die is None:
        return REPLIES[action.word].help
    return ""


def choice_words(play: Play) -> str:
    return with_dice(act_of(play.card, play.act).choice, play.dice) if play.dice and not play.step else ""


def with_dice(text: str, dice: Dice) -> str:
    return text.replace("%(die)s", dice_words(dice))


def _detail(state: State, play: Play) -> str:
    if play.nation is not None:
        return f" for the {play.nation.name.title()} crew"
    if play.die is None:
        return ""
    if play.step is not None:
        return f": the {play.die} becomes a {play.die + play.step}"
    if not _is_about_a_card(state, play):
        return f": the {dice_words(play.dice)}"
    return f": {listed([f'the {die} ({target(state, die, play.end)})' for die in play.dice])}"


def _is_about_a_card(state: State, play: Play) -> bool:
    """Whether the dice lie on the cards with their numbers, or are put there."""
    asks = act_of(play.card, play.act).asks
    return bool({Asks.OWN_DIE, Asks.THEIR_DIE, Asks.END} & set(asks)) and (play.end or state.end) is not None


def _answer_words(answer: Answer) -> str:
    reply = REPLIES[answer.word]
    if not answer.dice:
        return f"{reply.name}{_naming(answer.end)}"
    words = with_dice(reply.help, answer.dice)
    said = words if words != reply.help else f"{reply.name}: the {dice_words(answer.dice)}"
    return f"{said}{_naming(answer.end)}"


def _naming(end: End | None) -> str:
    return "" if end is None else f", card 1 is on the {end}"
