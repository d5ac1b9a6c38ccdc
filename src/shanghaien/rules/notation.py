"""The one text notation of cards, dice, outcomes and actions; `docs/record.md` describes it for people.

    roll · shanghai · place 5 · place 5 left · object · allow · one · take · take left · keep 2
    play shift sailors AME · play shift 3+ · play again · play both · play both right · play wild sailors FRE
    play captain · play extra1 no-shanghai · play extra1 roll-all · play extra2 sharks 4 · play extra2 exchange 3

Which trick cards, acts and answers there are, the cards' own files say. An act is left out where it bears its card's
name. Several dice of one act or answer are one word, ``2-5``. An end is named where, and only where, it has to be (R10).
"""

from .actions import Act, Action, Answer, Call, End, Place, Play, Roll
from .cards import Card, Nation, Sailor, Seat, Trick
from .chance import Dice, Outcome
from .errors import Malformed
from .hooks import Asks, Reply, TrickAct, asked_dice
from .texts import N_
from .tricks import ACTS, BY_KEY, REPLIES, TRICK_CARDS

PLAIN: dict[str, Action] = {"roll": Roll(), "shanghai": Call()}
PLAIN_WORDS = {action: word for word, action in PLAIN.items()}
SEAT_LETTERS = "AB"
NATION_OF_CODE = {nation.code: nation for nation in Nation}
ENDS = {str(end): end for end in End}
STEP_SIGNS = {"+": 1, "-": -1}


def seat_letter(seat: Seat) -> str:
    """A for the first seat, B for the second."""
    return SEAT_LETTERS[seat]


def card_text(card: Card) -> str:
    """A sailor as code and value, ``AME3``; a trick card by its key."""
    return f"{card.nation.code}{card.value}" if isinstance(card, Sailor) else str(card)


def parse_card(text: str) -> Card:
    nation = NATION_OF_CODE.get(text[:-1].upper())
    if nation is not None and text[-1] in "1234":
        return Sailor(nation, int(text[-1]))
    if text.lower() in BY_KEY:
        return BY_KEY[Trick(text.lower())].key
    raise Malformed(N_("%(text)r is no card; a sailor is written like AME3, a trick like shift."), text=text)


def dice_text(dice: Dice) -> str:
    """Dice in ascending order, ``3-5``."""
    return "-".join(map(str, sorted(dice)))


def parse_dice(text: str) -> Dice:
    try:
        return _dice(text)
    except ValueError:
        raise Malformed(N_("%(text)r are no dice; two dice are written like 3-5."), text=text) from None


def outcome_text(outcome: Outcome) -> str:
    """What chance decided: a seat's letter, a card or dice."""
    if isinstance(outcome, int):
        return seat_letter(outcome)
    return card_text(outcome) if isinstance(outcome, Sailor | str) else dice_text(outcome)


def parse_outcome(text: str) -> Outcome:
    if text.upper() in set(SEAT_LETTERS):
        return SEAT_LETTERS.index(text.upper())
    return parse_dice(text) if text[:1].isdigit() else parse_card(text)


def action_text(action: Action) -> str:
    """An action in words that `parse_action` reads back."""
    match action:
        case Place(die, end):
            return _words("place", die, end)
        case Answer(word, dice, end):
            return _words(word, dice_text(dice) or None, end)
        case Play():
            return _play_text(action)
        case _:
            return PLAIN_WORDS[action]


def parse_action(text: str) -> Action:
    """The action that a text names; it may be illegal, but it can be read."""
    words = text.lower().split()
    try:
        return _parse(words)
    except (ValueError, KeyError, IndexError):
        sentence = N_("%(text)r is no action; actions are written like roll, place 5, or play shift 3+.")
        raise Malformed(sentence, text=text) from None


def words_before_another() -> list[str]:
    """The words of actions whose next word belongs to them, though it may look like an outcome: ``place 5``.

    A reader that does not play the record, as the checks of the dice, passes that next word over.
    """
    acts = [act.key for card in TRICK_CARDS for act in card.acts if _names_a_die(act)]
    replies = [reply.word for reply in REPLIES.values() if _names_a_die(reply)]
    return ["place", "play", *dict.fromkeys([*acts, *replies])]


def _names_a_die(asking: TrickAct | Reply) -> bool:
    return asked_dice(asking.asks) is not None


def _words(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part is not None)


def _play_text(play: Play) -> str:
    act = None if str(play.act) == str(play.card) else play.act
    nation = None if play.nation is None else play.nation.code
    sign = {1: "+", -1: "-", None: ""}[play.step]
    dice = f"{dice_text(play.dice)}{sign}" or None
    return _words("play", play.card, act, nation, dice, play.end)


def _parse(words: list[str]) -> Action:
    verb, rest = words[0], words[1:]
    if verb in PLAIN and not rest:
        return PLAIN[verb]
    if verb == "play":
        return _parse_play(rest)
    if verb != "place" and verb not in REPLIES:
        raise ValueError(verb)
    end = ENDS[rest.pop()] if rest and rest[-1] in ENDS else None
    dice = _dice(rest.pop(0)) if rest else ()
    if rest or (verb == "place" and len(dice) != 1) or (verb in REPLIES and not _fits(REPLIES[verb], dice, end)):
        raise ValueError(words)
    return Place(dice[0], end) if verb == "place" else Answer(verb, dice, end)


def _fits(reply: Reply, dice: Dice, end: End | None) -> bool:
    return bool(dice) == _names_a_die(reply) and (end is None or Asks.END in reply.asks)


def _parse_play(words: list[str]) -> Play:
    card = BY_KEY[Trick(words[0])].key
    rest = words[1:]
    act = ACTS[Act(rest.pop(0))].key if rest and rest[0] in ACTS else ACTS[Act(words[0])].key
    end = ENDS[rest.pop()] if rest and rest[-1] in ENDS else None
    nation = NATION_OF_CODE[rest.pop(0).upper()] if rest and rest[0].upper() in NATION_OF_CODE else None
    dice, step = _dice_and_step(rest.pop(0)) if rest else ((), None)
    if rest:
        raise ValueError(rest)
    return Play(card, act, nation, dice, step, end)


def _dice_and_step(text: str) -> tuple[Dice, int | None]:
    if text[-1] in STEP_SIGNS:
        return _dice(text[:-1]), STEP_SIGNS[text[-1]]
    return _dice(text), None


def _dice(text: str) -> Dice:
    parts = text.split("-")
    if not all(part in tuple("123456") for part in parts):
        raise ValueError(text)
    return tuple(sorted(map(int, parts)))
