"""The questions that expansions bring: a double, an objection, the die that goes back (R28-R31, R34, R38)."""

from shanghaien.rules import Allow, Call, End, Keep, Object, Place, Play, RollOne, TakeDouble, Trick, legal_actions
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import act_name, listed, short_name
from shanghaien.web.pages.shared.seen_table import SeenTable, Voice

from .buttons import Button, DieButton, Question, TrickButtons
from .ends import captains, change_end


def double_question(seen: SeenTable) -> Question:
    """Roll one of the two dice again, or take the Double and end the turn (R38)."""
    again = Button(gettext("roll again"), label=gettext("Roll one of the dice again")).playing(RollOne())
    dice = tuple(DieButton(die, again) for die in seen.state.rolled)
    takes = [action for action in legal_actions(seen.state) if isinstance(action, TakeDouble)]
    if not takes:
        text = gettext("You hold the Double already: roll one of the dice again.")
        return Question(gettext("You rolled a double"), text, dice_legend=gettext("Your roll"), dice=dice)
    text = gettext("Roll one of the dice again, or take the Double: that ends your turn and no die is placed.")
    if seen.state.end is None:
        text += " " + gettext("Who takes it in the first turn of a round also says where number 1 is.")
    return Question(
        gettext("You rolled a double"),
        text,
        dice_legend=gettext("Your roll"),
        dice=dice,
        tricks_legend=_where_it_lies(seen),
        tricks=(TrickButtons(gettext("The Double"), tuple(_take(action) for action in takes)),),
    )


def _take(action: TakeDouble) -> Button:
    texts = {
        None: gettext("Take the Double"),
        End.LEFT: gettext("Take it, 1 is left"),
        End.RIGHT: gettext("Take it, 1 is right"),
    }
    return Button(texts[action.end], icon="i-double").playing(action)


def _where_it_lies(seen: SeenTable) -> str:
    if Trick.DOUBLE in seen.state.middle:
        return gettext("In the middle")
    return gettext("From %(name)s") % {"name": Voice(seen).own_name(seen.above)}


def objection_question(seen: SeenTable) -> Question:
    """The other player has announced something; object or let it be (R28)."""
    let = Button(gettext("Let it be"), style="btn-roll btn-big").playing(Allow())
    against = Button(gettext("Object!"), icon="i-crazy", style="btn-big").playing(Object())
    rest = gettext("Your Crazy Captain may speak once in each of the other's turns.")
    text = f"{_if_you_do(seen)} {rest}"
    return Question(announced(seen), text, buttons=(let, against), lying=seen.state.rolled)


def announced(seen: SeenTable) -> str:
    """What the other player wants to do, in words."""
    action, name = seen.state.announced, Voice(seen).own_name(seen.state.turn)
    if isinstance(action, Place):
        end = seen.state.end or action.end or End.LEFT
        card = seen.state.evolve(end=end).card_numbered(action.die)
        words = {"name": name, "die": action.die, "card": short_name(card)}
        return gettext("%(name)s puts a %(die)s on %(card)s. Object?") % words
    if isinstance(action, Play):
        return gettext("%(name)s plays “%(act)s”. Object?") % {"name": name, "act": act_name(action.act)}
    return gettext("%(name)s calls Shanghai. Object?") % {"name": name}


def _if_you_do(seen: SeenTable) -> str:
    if isinstance(seen.state.announced, Play):
        return gettext("If you object, the card goes back to the hand for this turn.")
    if isinstance(seen.state.announced, Call):
        return gettext("If you object, the dice must be rolled instead.")
    return gettext("If you object, the die is taken back and both are rolled again.")


def keep_question(seen: SeenTable) -> Question:
    """All dice have been rolled again; one goes back to the supply, the others are placed (R34)."""
    text = gettext("Press the die that goes back to you; all the others are placed.")
    if seen.state.end is None and seen.choice.end is None:
        not_yet = Button(gettext("not yet"))
        dice = tuple(DieButton(die, not_yet) for die in seen.state.rolled)
        heading = gettext("Where is number 1?")
        return Question(heading, text, dice_legend=gettext("Your roll"), dice=dice, ends=captains(seen))
    dice = tuple(DieButton(die, _keep(seen, die)) for die in seen.state.rolled)
    heading = gettext("Which die goes back?")
    return Question(heading, text, dice_legend=gettext("Your roll"), dice=dice, buttons=change_end(seen))


def _keep(seen: SeenTable, die: int) -> Button:
    placed = list(seen.state.rolled)
    placed.remove(die)
    label = gettext("Take the %(die)s back, place %(others)s")
    words = {"die": die, "others": listed([str(other) for other in placed])}
    return Button(gettext("goes back"), label=label % words).playing(
        Keep(die, seen.choice.end if not seen.state.end else None)
    )
