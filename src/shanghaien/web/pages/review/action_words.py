"""Actions and outcomes in a few words, with the dice drawn."""

from markupsafe import Markup, escape

from shanghaien.rules import Act, Action, Allow, Call, End, Keep, Object, Place, Play, Roll, RollOne, State, TakeDouble
from shanghaien.rules.state import position_of
from shanghaien.web.http.i18n import N_, gettext
from shanghaien.web.pages.shared.inline_dice import dice_in_text, filled
from shanghaien.web.pages.shared.names import act_name, acts_of, nation_name, short_name

PLAIN = {
    Roll: N_("Roll"),
    Call: N_("Call Shanghai"),
    Object: N_("Object"),
    Allow: N_("Let it be"),
    RollOne: N_("Roll one die again"),
    TakeDouble: N_("Take the Double"),
}


def action_words(state: State, action: Action, of: str) -> Markup:
    """A choice in a few words; `of` says in whose colour dice are drawn."""
    match action:
        case Place(die, end):
            return _placed(state, die, end or state.end, of) + _end(end)
        case Keep(die, end):
            return filled(gettext("Keep the %(die)s back"), die=dice_in_text((die,), of)) + _end(end)
        case Play():
            return _trick(state, action, of) + _end(action.end)
        case TakeDouble(end):
            return escape(gettext(PLAIN[TakeDouble])) + _end(end)
        case _:
            return escape(gettext(PLAIN[type(action)]))


def _placed(state: State, die: int, end: End | None, of: str) -> Markup:
    card = state.tavern[position_of(die, end)]
    return filled(gettext("%(die)s on %(card)s"), die=dice_in_text((die,), of), card=short_name(card))


def _trick(state: State, play: Play, of: str) -> Markup:
    if play.act is Act.TWO_SAILORS and play.nation is not None:
        words = filled(gettext("Two sailors: %(nation)s"), nation=nation_name(play.nation))
        # With several kinds of card in hand it matters which one is given away.
        several = len(set(state.mover.hand)) > 1
        return words + Markup(" ({})").format(act_name(acts_of(play.card)[-1])) if several else words
    name = act_name(play.act)
    if play.die is None:
        return escape(name)
    dice = (play.die,) if play.step is None else (play.die, play.die + play.step)
    drawn = Markup(" → ").join(dice_in_text((die,), of) for die in dice)
    return filled(gettext("%(act)s: %(dice)s"), act=name, dice=drawn)


def _end(end: End | None) -> Markup:
    if end is None:
        return Markup("")
    return escape(gettext(", 1 on the left") if end is End.LEFT else gettext(", 1 on the right"))
