"""What a player has announced and has not done yet, in words, and where on the board it is (R28)."""

from shanghaien.rules import (
    REPLIES,
    Action,
    Answer,
    Call,
    End,
    Phase,
    Place,
    Play,
    State,
    apply,
    legal_actions,
    position_of,
    takings_now,
)
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import act_name, with_article
from shanghaien.web.pages.shared.seen_table import SeenTable

from .worth import unopposed


def announced(seen: SeenTable) -> str:
    """A sentence about what is held back until somebody has answered."""
    you, other, words = _wordings(seen, seen.state.announced)
    return seen.voice.say(seen.state.turn, you, other, **words)


def _wordings(seen: SeenTable, action: Action | None) -> tuple[str, str, dict[str, object]]:
    """The sentence to whoever has announced it, the one to everybody else, and the words in them."""
    match action:
        case Place(die, end):
            card = seen.state.evolve(end=seen.state.end or end or End.LEFT).card_numbered(die)
            you, other = gettext("You put a %(die)s on %(card)s."), gettext("%(name)s puts a %(die)s on %(card)s.")
            return you, other, {"die": die, "card": with_article(card)}
        case Play():
            return gettext("You play “%(act)s”."), gettext("%(name)s plays “%(act)s”."), {"act": act_name(action.act)}
        case Answer(word):
            reply = gettext(REPLIES[word].name)
            return gettext("You answer “%(reply)s”."), gettext("%(name)s answers “%(reply)s”."), {"reply": reply}
        case Call():
            return gettext("You call Shanghai."), gettext("%(name)s calls Shanghai."), {}
        case _:
            return gettext("You want to roll."), gettext("%(name)s wants to roll."), {}


def places_meant(state: State) -> tuple[int, ...]:
    """The places in the row, counted from the left, that the announced action is about; none if it is about no card."""
    action = state.announced
    if action is None:
        return ()
    if isinstance(action, Call):
        return tuple(taking.position for taking in takings_now(state) if taking.taker == state.turn)
    before = unopposed(state.evolve(phase=Phase.PLACE, announced=None))
    if action not in legal_actions(before):
        return ()
    after = apply(before, action).state
    return tuple(sorted(position_of(number, after.end) for number in range(1, 7) if _differs(before, after, number)))


def _differs(before: State, after: State, number: int) -> bool:
    """Whether something else lies on the card with this number, or it lies the other way up."""
    dice = any(
        old.dice[number - 1] != new.dice[number - 1] for old, new in zip(before.players, after.players, strict=True)
    )
    return dice or (number in before.face_down) != (number in after.face_down)
