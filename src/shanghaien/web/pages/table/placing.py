"""After a roll: where is number 1, place a die, or play half of a trick card (R9, R10, R15, R43, R45)."""

from dataclasses import replace

from shanghaien.rules import ACTS, Act, Place, Play, Trick, action_text, apply, legal_actions, takings_now
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import act_help, act_icon, act_name, acts_of, listed, trick_name, with_article
from shanghaien.web.pages.shared.seen_table import SeenTable

from .buttons import Button, DieButton, Question, TrickButtons
from .ends import captains, change_end
from .row import Ghost
from .trick_details import detail_question


def place_question(seen: SeenTable) -> Question:
    """Place one die or play a trick; the round's first die needs to know where 1 is."""
    plays = [action for action in legal_actions(seen.state) if isinstance(action, Play)]
    chosen = [play for play in plays if (play.card, play.act) == seen.choice.half]
    if chosen:
        return detail_question(seen, chosen)
    if seen.state.end is None and seen.choice.end is None:
        return _where_is_one(seen)
    dice = tuple(DieButton(die, _put(seen, die)) for die in seen.state.rolled)
    return Question(
        gettext("Place one die"),
        _how(seen),
        _what_they_do(seen),
        dice_legend=gettext("Your roll"),
        dice=dice,
        tricks_legend=_legend(seen),
        tricks=hand(seen),
        ghosts=tuple(_ghost(seen, die) for die in sorted(set(seen.state.rolled))),
        buttons=change_end(seen),
    )


def _where_is_one(seen: SeenTable) -> Question:
    not_yet = Button(gettext("not yet"))
    return Question(
        gettext("Where is number 1?"),
        gettext("You start, so you choose: press the captain at the left or the right end, then place a die."),
        dice_legend=gettext("Your roll"),
        dice=tuple(DieButton(die, not_yet) for die in seen.state.rolled),
        tricks_legend=_legend(seen),
        tricks=hand(seen),
        ends=captains(seen),
    )


def hand(seen: SeenTable) -> tuple[TrickButtons, ...]:
    """The trick cards in hand with their halves (R45); none once the round's trick is used."""
    mover = seen.state.mover
    if mover.trick_used:
        return ()
    return tuple(TrickButtons(trick_name(card), _halves(seen, card)) for card in mover.hand)


def _halves(seen: SeenTable, card: Trick) -> tuple[Button, ...]:
    legal = [play for play in legal_actions(seen.state) if isinstance(play, Play) and play.card == card]
    return tuple(_half(seen, card, act, [play for play in legal if play.act == act]) for act in acts_of(card))


def _half(seen: SeenTable, card: Trick, act: Act, plays: list[Play]) -> Button:
    button = Button(act_name(act), icon=act_icon(act), help=act_help(act))
    if not plays:
        return replace(button, note=gettext(ACTS[act].not_now))
    whole = [play for play in plays if play.nation is None and play.die is None and play.end in (None, seen.choice.end)]
    if whole:
        return button.playing(whole[0])
    return replace(button, link=seen.address + seen.choice.link(half=f"{card}.{act}"))


def _put(seen: SeenTable, die: int) -> Button:
    label = gettext("Put the %(die)s on card %(die)s") % {"die": die}
    return Button(gettext("card %(number)s") % {"number": die}, label=label).playing(_place(seen, die))


def _place(seen: SeenTable, die: int) -> Place:
    return Place(die, None if seen.state.end else seen.choice.end)


def _ghost(seen: SeenTable, die: int) -> Ghost:
    label = gettext("Put the %(die)s on card %(die)s") % {"die": die}
    return Ghost(die, action_text(_place(seen, die)), label)


def _how(seen: SeenTable) -> str:
    if hand(seen):
        return gettext("Choose a die or a highlighted space, or play a trick card first.")
    return gettext("Choose a die or a highlighted space.")


def _legend(seen: SeenTable) -> str:
    return gettext("Your tricks, one a round") if hand(seen) else ""


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
