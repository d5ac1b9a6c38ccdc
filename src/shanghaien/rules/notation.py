"""The one text notation of cards, dice, outcomes and actions; `docs/record.md` describes it for people.

    roll · shanghai · place 5 · place 5 left · object · allow · one · take · take left · keep 2
    play shift sailors AME · play shift 3+ · play again · play both · play both right · play wild sailors FRE
    play captain · play extra1 no-shanghai · play extra1 roll-all · play extra2 sharks 4 · play extra2 exchange 3

An act is left out where it bears its card's name. An end is named where, and only where, it has to be (R10).
"""

from .actions import Act, Action, Allow, Call, End, Keep, Object, Place, Play, Roll, RollOne, TakeDouble
from .cards import Card, Nation, Sailor, Seat, Trick
from .chance import Dice, Outcome
from .errors import Malformed

PLAIN: dict[str, Action] = {
    "roll": Roll(),
    "shanghai": Call(),
    "object": Object(),
    "allow": Allow(),
    "one": RollOne(),
    "take": TakeDouble(),
}
PLAIN_WORDS = {action: word for word, action in PLAIN.items()}
SEAT_LETTERS = "AB"
NATION_OF_CODE = {nation.code: nation for nation in Nation}
ENDS = {str(end): end for end in End}
STEP_SIGNS = {"+": 1, "-": -1}


def seat_letter(seat: Seat) -> str:
    """A for the first seat, B for the second."""
    return SEAT_LETTERS[seat]


def card_text(card: Card) -> str:
    """A sailor as code and value, ``AME3``; a trick card by its name."""
    return f"{card.nation.code}{card.value}" if isinstance(card, Sailor) else str(card)


def parse_card(text: str) -> Card:
    """The card that a text names."""
    nation = NATION_OF_CODE.get(text[:-1].upper())
    if nation is not None and text[-1] in "1234":
        return Sailor(nation, int(text[-1]))
    try:
        return Trick(text.lower())
    except ValueError:
        raise Malformed(f"{text!r} is no card; a sailor is written like AME3, a trick like shift.") from None


def dice_text(dice: Dice) -> str:
    """Dice in ascending order, ``3-5``."""
    return "-".join(map(str, sorted(dice)))


def parse_dice(text: str) -> Dice:
    """The dice that a text names, in any order."""
    parts = text.split("-")
    if not all(len(part) == 1 and part in "123456" for part in parts):
        raise Malformed(f"{text!r} are no dice; two dice are written like 3-5.")
    return tuple(sorted(map(int, parts)))


def outcome_text(outcome: Outcome) -> str:
    """What chance decided: a seat's letter, a card or dice."""
    if isinstance(outcome, int):
        return seat_letter(outcome)
    return card_text(outcome) if isinstance(outcome, Sailor | Trick) else dice_text(outcome)


def parse_outcome(text: str) -> Outcome:
    """What chance decided, from its text."""
    if text.upper() in set(SEAT_LETTERS):
        return SEAT_LETTERS.index(text.upper())
    return parse_dice(text) if text[:1].isdigit() else parse_card(text)


def action_text(action: Action) -> str:
    """An action in words that `parse_action` reads back."""
    match action:
        case Place(die, end):
            return _words("place", die, end)
        case Keep(die, end):
            return _words("keep", die, end)
        case TakeDouble(end):
            return _words("take", end)
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
        raise Malformed(f"{text!r} is no action; actions are written like roll, place 5, or play shift 3+.") from None


def _words(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part is not None)


def _play_text(play: Play) -> str:
    act = None if str(play.act) == str(play.card) else play.act
    nation = None if play.nation is None else play.nation.code
    sign = {1: "+", -1: "-", None: ""}[play.step]
    die = None if play.die is None else f"{play.die}{sign}"
    return _words("play", play.card, act, nation, die, play.end)


def _parse(words: list[str]) -> Action:
    if len(words) == 1 and words[0] in PLAIN:
        return PLAIN[words[0]]
    verb, rest = words[0], words[1:]
    if verb == "play":
        return _parse_play(rest)
    end = ENDS[rest.pop()] if rest and rest[-1] in ENDS else None
    if verb == "take" and not rest:
        return TakeDouble(end)
    (die,) = rest
    if verb not in {"place", "keep"}:
        raise ValueError(verb)
    return Place(_die(die), end) if verb == "place" else Keep(_die(die), end)


def _parse_play(words: list[str]) -> Play:
    card = Trick(words[0])
    rest = words[1:]
    act = Act(rest.pop(0)) if rest and rest[0] in set(Act) else Act(words[0])
    end = ENDS[rest.pop()] if rest and rest[-1] in ENDS else None
    nation = NATION_OF_CODE[rest.pop(0).upper()] if rest and rest[0].upper() in NATION_OF_CODE else None
    die, step = _die_and_step(rest.pop(0)) if rest else (None, None)
    if rest:
        raise ValueError(rest)
    return Play(card, act, nation, die, step, end)


def _die_and_step(text: str) -> tuple[int, int | None]:
    if text[-1] in STEP_SIGNS:
        return _die(text[:-1]), STEP_SIGNS[text[-1]]
    return _die(text), None


def _die(text: str) -> int:
    if text not in tuple("123456"):
        raise ValueError(text)
    return int(text)
