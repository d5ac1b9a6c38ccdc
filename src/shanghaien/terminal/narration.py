"""What has happened, as the half sentences of a turn: "rolled 3 and 5; placed a 5 on French 3"."""

from collections.abc import Iterable, Iterator

from shanghaien.rules import (
    BY_KEY,
    Action,
    Announced,
    Answer,
    CardTold,
    CardTurned,
    Chance,
    DiceRolled,
    DiePlaced,
    DieReturned,
    EndNamed,
    Event,
    Objected,
    Outcome,
    Phase,
    Play,
    PlayedStep,
    Sailor,
    Seat,
    ShanghaiCalled,
    State,
    TrickPlayed,
    TrickTaken,
    points,
    step_of,
    to_move,
    winner,
)

from .wording import action_words, card_name, dice_words, play_name, play_words

Names = tuple[str, str]
Clause = tuple[Seat, str]
"""Who did what."""

YOU = "You"
"""The name of the person at the shell who has not given one."""

DONE_BY_A_SEAT = DiceRolled | EndNamed | DiePlaced | TrickPlayed | CardTurned | TrickTaken | CardTold
BASE_STEPS = frozenset(map(str, Phase))
"""The steps that every game has; all others are brought by trick cards."""


def narrate(moments: Iterable[PlayedStep], names: Names) -> str:
    """One turn, or a part of it, as a sentence about the player whose turn it is; empty if nothing happened that needs words."""
    clauses = [clause for moment in moments for clause in _clauses(moment, names)]
    before: list[Seat | None] = [None, *(seat for seat, _ in clauses)]
    named = (
        words if seat == last else f"{names[seat]} {words}"
        for (seat, words), last in zip(clauses, before, strict=False)
    )
    return f"{'; '.join(named)}." if clauses else ""


def outcome(state: State, names: Names) -> str:
    """The points, and who has won (R23)."""
    score = ", ".join(f"{name} {reached}" for name, reached in zip(names, points(state), strict=True))
    first = winner(state)
    if first is None:
        return f"{score}. It is a draw."
    return f"{score}. {names[first]} {'win' if names[first] == YOU else 'wins'}!"


def _clauses(moment: PlayedStep, names: Names) -> Iterator[Clause]:
    clauses = [(_about(moment, event), words) for event in moment.events if (words := _words(moment, event, names))]
    if moment.before.phase not in BASE_STEPS:
        yield from _of_a_card_step(moment, names, silent=not clauses)
    yield from clauses


def _about(moment: PlayedStep, event: Event) -> Seat:
    """The player whom a clause is about: who did it. An objection is a clause about the player who meets with it."""
    if isinstance(event, DieReturned):
        return event.by
    return event.seat if isinstance(event, DONE_BY_A_SEAT) else moment.before.turn


def _words(moment: PlayedStep, event: Event, names: Names) -> str:
    match event:
        case Announced():
            return f"wanted to {action_words(moment.before, moment.after.announced)}" if moment.after.announced else ""
        case Objected(seat, _):
            return f"but {names[seat]} objected"
        case ShanghaiCalled():
            return "called Shanghai"
        case _:
            return _words_about_dice(moment, event, names) or _words_about_cards(moment, event, names)


def _words_about_dice(moment: PlayedStep, event: Event, names: Names) -> str:
    match event:
        case DiceRolled(_, dice):
            return f"rolled {_which_roll(moment.before)}{dice_words(dice)}"
        case EndNamed(_, end):
            return f"chose the {end} end as card 1"
        case DiePlaced(_, die):
            return f"placed a {die} on {_placed_on(moment.after, die)}"
        case DieReturned(seat, die, by):
            return f"took a {die} back" if seat == by else f"sent {_whose(names[seat])} {die} back"
        case _:
            return ""


def _words_about_cards(moment: PlayedStep, event: Event, names: Names) -> str:
    match event:
        case TrickPlayed(_, play):
            return f"played {play_name(play) if _details_follow(moment, play) else play_words(moment.before, play)}"
        case CardTurned(_, number):
            return f"turned card {number} face down"
        case TrickTaken(seat, card, from_other):
            where = f" from {names[1 - seat]}" if from_other else ""
            return f"took {BY_KEY[card].name}{where}"
        case CardTold(_, text):
            return text
        case _:
            return ""


def _whose(name: str) -> str:
    return "your" if name == YOU else f"{name}'s"


def _placed_on(state: State, die: int) -> str:
    """The card with this number, or only the number where the row has been cleared since."""
    return card_name(state.card_numbered(die)) if state.tavern else f"card {die}"


def _which_roll(state: State) -> str:
    step = step_of(state)
    return f"{step.told}: " if isinstance(step, Chance) and step.told else ""


def _details_follow(moment: PlayedStep, play: Play) -> bool:
    """Whether other events show what was announced with a card."""
    dice = {event.die for event in moment.events if isinstance(event, DiePlaced | DieReturned)}
    return play.nation is None and play.step is None and dice.issuperset(play.dice)


def _of_a_card_step(moment: PlayedStep, names: Names, *, silent: bool) -> Iterator[Clause]:
    """What a step of a trick card does not show by its events: what chance decided, or what was answered."""
    before, step = moment.before, moment.step
    if not isinstance(step, Action):
        if not any(isinstance(event, DiceRolled) for event in moment.events):
            yield before.turn, _drawn(before, step, names)
    elif silent and isinstance(step, Answer) and not _which_roll(moment.after):  # such a roll shows the answer too
        seat = to_move(before)
        assert seat is not None
        yield seat, f"chose “{action_words(before, step)}”"


def _drawn(state: State, drawn: Outcome, names: Names) -> str:
    if isinstance(drawn, int):
        return f"saw chance choose {names[drawn]}"
    if isinstance(drawn, Sailor | str):
        return f"drew {card_name(drawn)}"
    return f"rolled {_which_roll(state)}{dice_words(drawn)}"
