"""The six steps of the first voyage as data: how the table stands, what is meant, and what is said about it."""

from dataclasses import dataclass

from shanghaien.rules import BY_KEY, N_, PILE_TRICKS, Action, Asks, Call, Place, Play, Roll, Trick, TrickAct

FIRST_ROW = f"SPA3 CHI1 FRE2 TUR4 {PILE_TRICKS[0]} DUT3"
SECOND_ROW = "GER2 FRE3 AME1 CHI4 ITA3 SPA2"


def _shifting() -> tuple[Trick, TrickAct]:
    """The card of the pile that changes a die by one, and its act (R17)."""
    halves = ((card, act) for card in PILE_TRICKS for act in BY_KEY[card].acts)
    return next((card, act) for card, act in halves if Asks.SHIFT in act.asks)


SHIFTING, SHIFT = _shifting()


@dataclass(frozen=True, slots=True)
class Scene:
    """How the table stands when a step begins: dice as digits, cards in notation; the learner is to move."""

    row: str
    mine: str
    theirs: str
    rolled: str = ""
    round: int = 1
    hand: tuple[Trick, ...] = ()
    my_crews: str = ""
    their_crews: str = ""
    gone: str = ""
    """Cards that are out of the game."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that the learner is asked to do; everything else that is allowed there is answered with `nearly`."""

    heading: str
    text: str
    meant: Action
    nearly: str = ""
    lit: tuple[int, ...] = ()
    """The numbers of the cards that stay in the light."""
    chance: str = ""
    """What chance brings after it, in notation."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step: an idea, what is asked, and what is said once it is done."""

    name: str
    idea: str
    scene: Scene
    asks: tuple[Ask, ...]
    heading: str
    text: str
    lit: tuple[int, ...] = ()


ROLL_AND_PLACE = Lesson(
    N_("Roll and place"),
    N_("Roll two dice, place one"),
    Scene(FIRST_ROW, "", "6"),
    (
        Ask(
            N_("Six cards lie in the tavern. You want the best of them."),
            N_(
                "Your opponent, the Cabin Boy, has put a blue die on card 6. Now it is your turn. <b>Roll the dice.</b>"
            ),
            Roll(),
            chance="2-4",
        ),
        Ask(
            N_("You rolled a 2 and a 4."),
            N_(
                "One of them goes on the card with its number, the other one comes back to you. Card 4 has the most "
                "sailors. <b>Put the 4 on the highlighted card.</b>"
            ),
            Place(4),
            N_(
                "That works too: the 2 goes on card 2. But four sailors are better than one. <b>Now try the 4 on the "
                "highlighted card.</b>"
            ),
            lit=(4,),
        ),
    ),
    N_("The Turkish 4 would be yours now."),
    N_(
        "You have a die on it, and your opponent has none. The small red tab says so. Red is you, and red is always "
        "below."
    ),
    lit=(4,),
)

MORE_DICE = Lesson(
    N_("More dice"),
    N_("More dice win the card"),
    Scene(FIRST_ROW, "4", "46", "14"),
    (
        Ask(
            N_("The Cabin Boy wants the Turkish 4. So do you."),
            N_(
                "One die each: nobody is ahead there. You rolled a 1 and a 4. <b>Put the 4 on the highlighted card.</b>"
            ),
            Place(4),
            N_(
                "That works too: card 1, the Spanish 3, would be yours. But look what the 4 does. <b>Put it on the "
                "highlighted card.</b>"
            ),
            lit=(4,),
        ),
    ),
    N_("Two dice against one: you are ahead."),
    N_(
        "Whoever has more dice on a card wins it. On one card all dice show the same number, so only how many you "
        "have counts."
    ),
    lit=(4,),
)

NEIGHBOURS = Lesson(
    N_("Neighbours"),
    N_("On a tie the neighbours decide"),
    Scene(FIRST_ROW, "44", "446", "25"),
    (
        Ask(
            N_("Two dice each. Now look beside the card."),
            N_(
                "On a tie each of you adds up their own dice on the cards to its left and right. Nobody has any "
                "there yet. You rolled a 2 and a 5. <b>Put the 5 beside card 4.</b>"
            ),
            Place(5),
            N_(
                "That works too: the Chinese 1 would be yours. But card 2 is not beside card 4, so the tie stays. "
                "<b>Put the 5 beside card 4.</b>"
            ),
            lit=(4, 5),
        ),
    ),
    N_("Your 5 wins you two cards."),
    N_(
        "Beside card 4 you have a 5, your opponent has nothing: the Turkish 4 would be yours. So would the trick card "
        "with your 5 on it. A card at the end of the row has only one neighbour."
    ),
    lit=(4, 5),
)

CALL_OR_ROLL_ON = Lesson(
    N_("Call or roll on"),
    N_("Call Shanghai, or roll on"),
    Scene(FIRST_ROW, "445", "4466"),
    (
        Ask(
            N_("Stop now, or roll on?"),
            N_(
                "Whoever calls Shanghai ends the round. You would win two cards, your opponent one. If you roll on, "
                "that may change. <b>Call Shanghai!</b>"
            ),
            Call(),
            N_(
                "That works too: as long as you have two dice left, you may roll on. But then your opponent may take "
                "a card back. <b>Here you are ahead: call Shanghai!</b>"
            ),
            lit=(4, 5),
        ),
    ),
    N_("Shanghai! The row is shared out."),
    N_(
        "You win the Turkish 4 and a trick card, the Cabin Boy wins the Dutch 3. The other three are out of the "
        "game. Then six new cards are dealt, and whoever did not call starts."
    ),
)

A_TRICK = Lesson(
    N_("A trick"),
    N_("Play a trick card"),
    Scene(
        SECOND_ROW,
        "44",
        "445",
        "13",
        round=2,
        hand=(SHIFTING,),
        my_crews="TUR4",
        their_crews="DUT3",
        gone="SPA3 CHI1 FRE2",
    ),
    (
        Ask(
            N_("Neither die helps on card 4. A trick does."),
            N_(
                "Two dice each, and the blue 5 beside it decides against you. You hold the trick card from the last "
                "round. <b>Press its half “%(act)s” and make the 3 a 4.</b>"
            ),
            Play(SHIFTING, SHIFT.key, dice=(3,), step=1),
            N_(
                "That works too. But the Chinese 4 would still go to your opponent. "
                "<b>Press “%(act)s” and make the 3 a 4.</b>"
            ),
            lit=(4,),
        ),
        Ask(
            N_("Now you have a 1 and a 4."),
            N_("After a trick you place a die as usual. <b>Put the 4 on the highlighted card.</b>"),
            Place(4),
            N_("That works too. But the trick was meant for card 4. <b>Put the 4 there.</b>"),
            lit=(4,),
        ),
    ),
    N_("Three dice against two: the card is yours."),
    N_(
        "You may play one trick a round, right after a roll; then the card is out of the game. A trick card that you "
        "keep to the end is worth one point."
    ),
    lit=(4,),
)

LESSONS = (ROLL_AND_PLACE, MORE_DICE, NEIGHBOURS, CALL_OR_ROLL_ON, A_TRICK)
"""The steps at the table; the last step, a question with figures, comes after them."""

WEAKER_CREW = N_("The weaker crew")
NAMES = (*(lesson.name for lesson in LESSONS), WEAKER_CREW)
STEPS = len(NAMES)
