"""What the guide of a first game says: one comment on what can be done now and why one might."""

from shanghaien.rules import Phase, takings_now
from shanghaien.web.i18n import gettext

from .placing import hand
from .scene import Scene


def comment(scene: Scene) -> str:
    """One comment on the question in the tray."""
    state = scene.state
    if state.phase is Phase.TURN:
        return _turn(scene)
    if state.phase is Phase.PLACE:
        return _place(scene)
    return gettext("An expansion card asks. Its sentence tells what each answer does; both are allowed.")


def _turn(scene: Scene) -> str:
    state = scene.state
    if state.last is not None:
        return gettext(
            "The numbers show the dice of both on each card, an arrow who took it. No arrow: the card left the game. "
            "Whoever did not call starts the next round."
        )
    on_cards = state.mover.dice_on_cards
    if on_cards == 0:
        return gettext(
            "Roll two dice. One of them goes on the card with its number, the other one comes back to you. "
            "You have six dice for the round."
        )
    if on_cards < 2:
        return gettext("Roll again. From two dice on cards on you may end the round by calling Shanghai.")
    mine = sum(taking.taker == scene.below for taking in takings_now(state))
    theirs = sum(taking.taker == scene.above for taking in takings_now(state))
    if mine > theirs:
        return gettext(
            "The tabs say who would take each card now. You are ahead: calling Shanghai makes it final, "
            "rolling on risks it for more."
        )
    return gettext("The tabs say who would take each card now. You are not ahead yet: a roll may change that.")


def _place(scene: Scene) -> str:
    state = scene.state
    if state.end is None and scene.choice.end is None:
        return gettext(
            "You start the round, so you say from which end the cards are counted. "
            "Look which cards your two dice would then reach."
        )
    if hand(scene):
        return gettext(
            "More dice on a card take it; with equally many, the pips beside it decide. "
            "You may first play one trick card: press its upper or lower half."
        )
    return gettext(
        "More dice on a card take it; with equally many, the pips on the neighbouring cards decide. "
        "Remember: at the end a stronger crew earns only what the weaker one is worth."
    )
