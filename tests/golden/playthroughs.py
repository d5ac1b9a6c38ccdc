"""Whole games printed step by step: state, legal actions or chances, and events."""

import random
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from shanghaien import rules
from shanghaien.rules import (
    EXPANSIONS,
    Action,
    Event,
    Nation,
    Options,
    Player,
    Sailor,
    Shanghai,
    State,
    Taking,
    ToCome,
    dice_text,
    seat_letter,
)

FOLDER = Path(__file__).parent
SETUPS: dict[str, Options] = {
    "base": Options(),
    "alternate-starter": Options.from_dict({"starter": "alternate", "first": "b", "tricks": [0, 0, 8]}),
    **{name.replace("_", "-"): Options.from_dict({name: True}) for name in EXPANSIONS},
    "captain-and-double": Options(crazy_captain=True, extra_3=True),
    "extra-1-and-2": Options(extra_1=True, extra_2=True),
    "captain-and-extra-1": Options(crazy_captain=True, extra_1=True, tricks=(4, 4, 0)),
    "everything": Options.from_dict(dict.fromkeys(EXPANSIONS, True)),
}
"""One playthrough each: the base game, every option alone, and mixes whose cards meet."""

SEED = 17
STATE_LABELS = ("game", "row", "A", "B", "removed", "now", "points")


def playthrough(name: str) -> str:
    """The text of one playthrough; the same for the same rules, always."""
    return "\n".join([*_head(name), *_steps(SETUPS[name], random.Random(f"{name} {SEED}"))]) + "\n"


def path(name: str) -> Path:
    """The file that holds a playthrough."""
    return FOLDER / f"{name}.txt"


def _head(name: str) -> list[str]:
    options = ", ".join(f"{key} {_text(value)}" for key, value in SETUPS[name].as_dict().items())
    return [
        f"A game played at random: {name}",
        f"options: {options}",
        f"rules revision {rules.REVISION}; a line of the state is printed when it has changed",
    ]


def _steps(options: Options, rng: random.Random) -> Iterator[str]:
    state, shown = rules.new_game(options), dict.fromkeys(STATE_LABELS, "")
    number = 0
    while True:
        lines = dict(zip(STATE_LABELS, _state_lines(state), strict=True))
        yield ""
        yield from (f"{label:<8}{line}" for label, line in lines.items() if line != shown[label])
        shown = lines
        if state.over:
            return
        number += 1
        choice, (state, events) = _step(state, rng)
        yield from (*choice[:1], f"step    {number}: {choice[1]}", *(f"event   {_event(event)}" for event in events))


def _step(state: State, rng: random.Random) -> tuple[tuple[str, str], rules.Applied]:
    if rules.is_chance(state):
        node = rules.chance(state)
        outcome = node.pick(rng.randrange(node.total))
        return (f"chance  {_chances(node)}", rules.outcome_text(outcome)), rules.advance(state, outcome)
    legal = rules.legal_actions(state)
    action = rng.choice(legal)
    listed = f"legal   {seat_letter(_asked(state))}: {', '.join(map(rules.action_text, legal))}"
    return (listed, rules.action_text(action)), rules.apply(state, action)


def _asked(state: State) -> int:
    seat = rules.to_move(state)
    assert seat is not None
    return seat


def _chances(node: rules.Distribution) -> str:
    outcomes = [rules.outcome_text(outcome) for outcome in node.outcomes]
    few = f"{outcomes[0]} to {outcomes[-1]}" if len(outcomes) > 1 else outcomes[0]
    return f"{len(outcomes)} outcomes, {few}, of total weight {node.total}"


def _state_lines(state: State) -> list[str]:
    turn = f"round {state.round}, {seat_letter(state.starter)} starts, {seat_letter(state.turn)}'s turn, {state.phase}"
    waiting = f", announced {rules.action_text(state.announced)}" if state.announced else ""
    limits = "".join([", objected" * state.objected, ", must roll" * state.must_roll])
    refused = f", refused {state.refused}" if state.refused else ""
    middle = f", middle {_cards(state.middle)}" if state.middle else ""
    return [
        f"{turn}, rolled {dice_text(state.rolled) or 'none'}{waiting}{limits}{refused}, pile {sum(state.pile)}{middle}",
        f"{_cards(state.tavern)}; card 1 {state.end or 'unnamed'}; face down {_text(state.face_down)}",
        *map(_player, state.players),
        _cards(state.removed),
        f"Shanghai would give {_takings(rules.takings_now(state))}",
        f"{_text(rules.points(state))}; to come {_to_come(rules.to_come(state))}",
    ]


def _player(player: Player) -> str:
    dice = dice_text(tuple(n for n in range(1, 7) for _ in range(player.dice[n - 1]))) or "none"
    crews = [_crew(player, nation) for nation in Nation if player.crews[nation] or player.wilds[nation]]
    used = ", trick used" * player.trick_used + (f", {player.in_force} in force" if player.in_force else "")
    return f"dice {dice}, supply {player.supply}{used}; hand {_cards(player.hand)}; crews {' '.join(crews) or 'none'}"


def _crew(player: Player, nation: Nation) -> str:
    wilds = "".join(f"+{card}" for card in player.wilds[nation])
    return f"{nation.code}{'.'.join(map(str, player.crews[nation]))}{wilds}"


def _cards(cards: tuple[rules.Card, ...]) -> str:
    return " ".join(map(rules.card_text, cards)) or "none"


def _takings(takings: tuple[Taking, ...]) -> str:
    return ", ".join(_taking(taking) for taking in takings) or "nothing yet"


def _taking(taking: Taking) -> str:
    taker = "nobody" if taking.taker is None else seat_letter(taking.taker)
    why = f"{taking.dice[0]}:{taking.dice[1]} beside {taking.neighbours[0]}:{taking.neighbours[1]}"
    return f"{taking.number} to {taker} ({why}{', out' * taking.out})"


def _to_come(left: ToCome) -> str:
    return f"per nation cards {_text(left.cards)}, points {_text(left.points)}; tricks {left.tricks}"


def _event(event: Event) -> str:
    told = [f"{field.name} {_text(getattr(event, field.name))}" for field in fields(event)]
    return f"{type(event).__name__}: {', '.join(told)}"


def _text(value: Any) -> str:
    match value:
        case Shanghai(caller, end, _, takings):
            return f"called by {seat_letter(caller)}, card 1 {end}, {_takings(takings)}"
        case Sailor():
            return rules.card_text(value)
        case tuple() | list():
            return "/".join(map(_text, value)) or "none"
        case str() | int() | bool() | None:
            return str(value)
        case _:
            action: Action = value
            return f"'{rules.action_text(action)}'"
