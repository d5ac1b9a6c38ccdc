"""After a roll: where is number 1, place a die, or play half of a trick card (R9, R10, R15, R43, R45)."""

from dataclasses import replace

from shanghaien.rules import (
    ACTS,
    Act,
    End,
    Place,
    Play,
    Sailor,
    Trick,
    action_text,
    apply,
    legal_actions,
    position_of,
    takings_now,
)
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import (
    act_help,
    act_icon,
    act_name,
    acts_of,
    card_name,
    listed,
    mark_of,
    trick_name,
    with_article,
)
from shanghaien.web.pages.shared.seen_table import SeenTable

from .buttons import Button, DiceGroup, DieButton, Question, TrickButtons
from .ends import captains, change_end, keeping_end
from .row import Ghost
from .trick_details import detail_question
from .worth import Worth, worth


def place_question(seen: SeenTable) -> Question:
    """Place one die or play a trick; the round's first die needs to know where 1 is."""
    plays = [action for action in legal_actions(seen.state) if isinstance(action, Play)]
    chosen = [play for play in plays if (play.card, play.act) == seen.choice.half]
    if chosen:
        return detail_question(seen, chosen)
    if seen.state.end is None and seen.choice.end is None:
        return _where_is_one(seen)
    tricks = hand(seen)
    return Question(
        gettext("Place one die"),
        _how(tricks),
        _what_they_do(seen),
        dice_legend=gettext("Your roll"),
        dice=tuple(DieButton(die, _put(seen, die)) for die in seen.state.rolled),
        tricks_legend=_legend(tricks),
        tricks=tricks,
        ghosts=tuple(_ghost(seen, die) for die in sorted(set(seen.state.rolled))),
        buttons=change_end(seen),
    )


def _where_is_one(seen: SeenTable) -> Question:
    tricks = hand(seen)
    return Question(
        gettext("Where is number 1?"),
        gettext("One press chooses the end and places the die. The row shows the numbers of the choice you point at."),
        groups=tuple(_with_end(seen, end) for end in End),
        tricks_legend=_legend(tricks),
        tricks=tricks,
        ends=captains(seen),
    )


def _with_end(seen: SeenTable, end: End) -> DiceGroup:
    """Each die with number 1 at this end."""
    left, right = gettext("1 on the left: 1 → 6"), gettext("1 on the right: 6 ← 1")
    dice = tuple(DieButton(die, _first(seen, die, end)) for die in sorted(set(seen.state.rolled)))
    return DiceGroup(left if end is End.LEFT else right, dice)


def _first(seen: SeenTable, die: int, end: End) -> Button:
    """The first die of the round on its card, which names the end with it (R10)."""
    place, at = Place(die, end), position_of(die, end)
    left = gettext("Number 1 on the left, the %(die)s on %(card)s")
    wording = left if end is End.LEFT else gettext("Number 1 on the right, the %(die)s on %(card)s")
    card = seen.state.tavern[at]
    button = Button(
        card_name(card) if isinstance(card, Sailor) else mark_of(card),
        label=wording % {"die": die, "card": with_article(card)},
        worth=worth(seen, [place]),
        key=str(die),
        end=str(end),
        at=at,
    )
    return button.playing(place)


def hand(seen: SeenTable) -> tuple[TrickButtons, ...]:
    """The trick cards in hand with their halves (R45); none once the round's trick is used."""
    mover = seen.state.mover
    if mover.trick_used:
        return ()
    known: dict[Act, Worth | None] = {}
    return tuple(TrickButtons(trick_name(card), _halves(seen, card, known)) for card in mover.hand)


def _halves(seen: SeenTable, card: Trick, known: dict[Act, Worth | None]) -> tuple[Button, ...]:
    legal = [play for play in legal_actions(seen.state) if isinstance(play, Play) and play.card == card]
    return tuple(_half(seen, act, [play for play in legal if play.act == act], known) for act in acts_of(card))


def _half(seen: SeenTable, act: Act, plays: list[Play], known: dict[Act, Worth | None]) -> Button:
    button = Button(act_name(act), icon=act_icon(act), help=act_help(act))
    if not plays:
        return replace(button, note=gettext(ACTS[act].not_now))
    if act not in known:  # an act is worth the same whichever card it is played with
        known[act] = worth(seen, [play for play in plays if play.end is None or seen.choice.end in (None, play.end)])
    return _playable(seen, replace(button, note=gettext(ACTS[act].brief or ACTS[act].help), worth=known[act]), plays)


def _playable(seen: SeenTable, button: Button, plays: list[Play]) -> Button:
    """The half of a card with what pressing it does: play it at once, or ask for what is left to say."""
    card, act = plays[0].card, plays[0].act
    asked = seen.preferences.confirm and ACTS[act].worth_a_round
    whole = [play for play in plays if play.nation is None and play.die is None and play.end in (None, seen.choice.end)]
    if whole and not asked:
        return keeping_end(seen, button.playing(whole[0]), whole[0])
    return replace(button, link=seen.address + seen.choice.link(half=f"{card}.{act}"))


def _put(seen: SeenTable, die: int) -> Button:
    label = gettext("Put the %(die)s on card %(die)s") % {"die": die}
    place, at = _place(seen, die), position_of(die, seen.state.end or seen.choice.end)
    text = gettext("card %(number)s") % {"number": die}
    return Button(text, label=label, worth=worth(seen, [place]), key=str(die), at=at).playing(place)


def _place(seen: SeenTable, die: int) -> Place:
    return Place(die, None if seen.state.end else seen.choice.end)


def _ghost(seen: SeenTable, die: int) -> Ghost:
    label = gettext("Put the %(die)s on card %(die)s") % {"die": die}
    return Ghost(die, action_text(_place(seen, die)), label)


def _how(tricks: tuple[TrickButtons, ...]) -> str:
    if tricks:
        return gettext("Choose a die or a highlighted space, or play a trick card first.")
    return gettext("Choose a die or a highlighted space.")


def _legend(tricks: tuple[TrickButtons, ...]) -> str:
    return gettext("Your tricks, one a round") if tricks else ""


def _what_they_do(seen: SeenTable) -> str:
    """What each die would change about who takes what, as long as nobody may object first."""
    parts = [_gain(seen, die) for die in sorted(set(seen.state.rolled))]
    return " ".join(part for part in parts if part)


def _gain(seen: SeenTable, die: int) -> str:
    seat = seen.state.turn
    before = {taking.number for taking in seen.takings if taking.taker == seat}
    after = takings_now(apply(seen.state, _place(seen, die)).state)
    won = [with_article(taking.card) for taking in after if taking.taker == seat and taking.number not in before]
    if not won:
        return ""
    return gettext("With the %(die)s you would take %(cards)s.") % {"die": die, "cards": listed(won)}
