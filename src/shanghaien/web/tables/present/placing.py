"""After a roll: where is number 1, place a die, or play half of a trick card (R9, R10, R15, R43, R45)."""

from dataclasses import replace

from shanghaien.rules import Act, Place, Play, Trick, apply, legal_actions, takings_now
from shanghaien.rules.notation import action_text
from shanghaien.web.i18n import gettext

from .details import detail_tray
from .ends import captains, change_end
from .names import act_icon, act_name, acts_of, listed, short_name, trick_name
from .presses import DiePress, Press, Tray, TrickPress
from .scene import Scene
from .tavern import Ghost


def place_tray(scene: Scene) -> Tray:
    """Place one die or play a trick; the round's first die needs to know where 1 is."""
    plays = [action for action in legal_actions(scene.state) if isinstance(action, Play)]
    chosen = [play for play in plays if (play.card, play.act) == scene.choice.half]
    if chosen:
        return detail_tray(scene, chosen)
    if scene.state.end is None and scene.choice.end is None:
        return _where_is_one(scene)
    dice = tuple(DiePress(die, _put(scene, die)) for die in scene.state.rolled)
    return Tray(
        gettext("Place one die"),
        _how(scene),
        _what_they_do(scene),
        dice_legend=gettext("Your roll"),
        dice=dice,
        tricks_legend=_legend(scene),
        tricks=hand(scene),
        ghosts=tuple(_ghost(scene, die) for die in sorted(set(scene.state.rolled))),
        buttons=change_end(scene),
    )


def _where_is_one(scene: Scene) -> Tray:
    not_yet = Press(gettext("not yet"))
    return Tray(
        gettext("Where is number 1?"),
        gettext("You start, so you choose: press the captain at the left or the right end, then place a die."),
        dice_legend=gettext("Your roll"),
        dice=tuple(DiePress(die, not_yet) for die in scene.state.rolled),
        tricks_legend=_legend(scene),
        tricks=hand(scene),
        ends=captains(scene),
    )


def hand(scene: Scene) -> tuple[TrickPress, ...]:
    """The trick cards in hand with their halves (R45); none once the round's trick is used."""
    mover = scene.state.mover
    if mover.trick_used:
        return ()
    return tuple(TrickPress(trick_name(card), _halves(scene, card)) for card in mover.hand)


def _halves(scene: Scene, card: Trick) -> tuple[Press, ...]:
    legal = [play for play in legal_actions(scene.state) if isinstance(play, Play) and play.card is card]
    return tuple(_half(scene, card, act, [play for play in legal if play.act is act]) for act in acts_of(card))


def _half(scene: Scene, card: Trick, act: Act, plays: list[Play]) -> Press:
    press = Press(act_name(act), icon=act_icon(act))
    if not plays:
        return replace(press, note=gettext("no sailor") if act is Act.TWO_SAILORS else gettext("not now"))
    whole = [
        play for play in plays if play.nation is None and play.die is None and play.end in (None, scene.choice.end)
    ]
    if whole:
        return press.playing(whole[0])
    return Press(press.text, icon=press.icon, link=scene.address + scene.choice.link(half=f"{card}.{act}"))


def _put(scene: Scene, die: int) -> Press:
    label = gettext("Put the %(die)s on card %(die)s") % {"die": die}
    return Press(gettext("card %(number)s") % {"number": die}, label=label).playing(_place(scene, die))


def _place(scene: Scene, die: int) -> Place:
    return Place(die, None if scene.state.end else scene.choice.end)


def _ghost(scene: Scene, die: int) -> Ghost:
    label = gettext("Put the %(die)s on card %(die)s") % {"die": die}
    return Ghost(die, action_text(_place(scene, die)), label)


def _how(scene: Scene) -> str:
    if hand(scene):
        return gettext("Press a die or a lit place, or play one trick first.")
    return gettext("Press a die or a lit place.")


def _legend(scene: Scene) -> str:
    return gettext("Your tricks, one a round") if hand(scene) else ""


def _what_they_do(scene: Scene) -> str:
    """What each die would change about who takes what, as long as nobody may object first."""
    parts = [_gain(scene, die) for die in sorted(set(scene.state.rolled))]
    return " ".join(part for part in parts if part)


def _gain(scene: Scene, die: int) -> str:
    seat = scene.state.turn
    before = {taking.number for taking in takings_now(scene.state) if taking.taker == seat}
    after = takings_now(apply(scene.state, _place(scene, die)).state)
    won = [short_name(taking.card) for taking in after if taking.taker == seat and taking.number not in before]
    if not won:
        return ""
    return gettext("With the %(die)s you would take %(cards)s.") % {"die": die, "cards": listed(won)}
