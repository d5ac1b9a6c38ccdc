"""The questions that expansions bring: a double, an objection, the die that goes back (R28-R31, R34, R38)."""

from shanghaien.rules import Allow, Call, End, Keep, Object, Place, Play, RollOne, TakeDouble, Trick, legal_actions
from shanghaien.web.i18n import gettext

from .ends import captains, change_end
from .names import act_name, listed, short_name
from .presses import DiePress, Press, Tray, TrickPress
from .scene import Scene, Voice


def double_tray(scene: Scene) -> Tray:
    """Roll one of the two dice again, or take the Double and end the turn (R38)."""
    again = Press(gettext("roll again"), label=gettext("Roll one of the dice again")).playing(RollOne())
    dice = tuple(DiePress(die, again) for die in scene.state.rolled)
    takes = [action for action in legal_actions(scene.state) if isinstance(action, TakeDouble)]
    if not takes:
        text = gettext("You hold the Double already: roll one of the dice again.")
        return Tray(gettext("You rolled a double"), text, dice_legend=gettext("Your roll"), dice=dice)
    text = gettext("Roll one of the dice again, or take the Double: that ends your turn and no die is placed.")
    if scene.state.end is None:
        text += " " + gettext("Who takes it in the first turn of a round also says where number 1 is.")
    return Tray(
        gettext("You rolled a double"),
        text,
        dice_legend=gettext("Your roll"),
        dice=dice,
        tricks_legend=_where_it_lies(scene),
        tricks=(TrickPress(gettext("The Double"), tuple(_take(action) for action in takes)),),
    )


def _take(action: TakeDouble) -> Press:
    texts = {
        None: gettext("Take the Double"),
        End.LEFT: gettext("Take it, 1 is left"),
        End.RIGHT: gettext("Take it, 1 is right"),
    }
    return Press(texts[action.end], icon="i-double").playing(action)


def _where_it_lies(scene: Scene) -> str:
    if Trick.DOUBLE in scene.state.middle:
        return gettext("In the middle")
    return gettext("From %(name)s") % {"name": Voice(scene).own_name(scene.above)}


def objection_tray(scene: Scene) -> Tray:
    """The other player has announced something; object or let it be (R28)."""
    let = Press(gettext("Let it be"), style="btn-roll btn-big").playing(Allow())
    against = Press(gettext("Object!"), icon="i-crazy", style="btn-big").playing(Object())
    rest = gettext("Your Crazy Captain may speak once in each of the other's turns.")
    text = f"{_if_you_do(scene)} {rest}"
    return Tray(announced(scene), text, buttons=(let, against), lying=scene.state.rolled)


def announced(scene: Scene) -> str:
    """What the other player wants to do, in words."""
    action, name = scene.state.announced, Voice(scene).own_name(scene.state.turn)
    if isinstance(action, Place):
        end = scene.state.end or action.end or End.LEFT
        card = scene.state.evolve(end=end).card_numbered(action.die)
        words = {"name": name, "die": action.die, "card": short_name(card)}
        return gettext("%(name)s puts a %(die)s on %(card)s. Object?") % words
    if isinstance(action, Play):
        return gettext("%(name)s plays “%(act)s”. Object?") % {"name": name, "act": act_name(action.act)}
    return gettext("%(name)s calls Shanghai. Object?") % {"name": name}


def _if_you_do(scene: Scene) -> str:
    if isinstance(scene.state.announced, Play):
        return gettext("If you object, the card goes back to the hand for this turn.")
    if isinstance(scene.state.announced, Call):
        return gettext("If you object, the dice must be rolled instead.")
    return gettext("If you object, the die is taken back and both are rolled again.")


def keep_tray(scene: Scene) -> Tray:
    """All dice have been rolled again; one goes back to the supply, the others are placed (R34)."""
    text = gettext("Press the die that goes back to you; all the others are placed.")
    if scene.state.end is None and scene.choice.end is None:
        not_yet = Press(gettext("not yet"))
        dice = tuple(DiePress(die, not_yet) for die in scene.state.rolled)
        heading = gettext("Where is number 1?")
        return Tray(heading, text, dice_legend=gettext("Your roll"), dice=dice, ends=captains(scene))
    dice = tuple(DiePress(die, _keep(scene, die)) for die in scene.state.rolled)
    heading = gettext("Which die goes back?")
    return Tray(heading, text, dice_legend=gettext("Your roll"), dice=dice, buttons=change_end(scene))


def _keep(scene: Scene, die: int) -> Press:
    placed = list(scene.state.rolled)
    placed.remove(die)
    label = gettext("Take the %(die)s back, place %(others)s")
    words = {"die": die, "others": listed([str(other) for other in placed])}
    return Press(gettext("goes back"), label=label % words).playing(
        Keep(die, scene.choice.end if not scene.state.end else None)
    )
