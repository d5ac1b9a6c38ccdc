"""What lies in front of the players besides the tavern: dice left, trick cards, captains, the pile."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from shanghaien.rules import BY_KEY, Nation, Player, Sailor, State, Trick, cards_in

from .card_names import NATION_COLOURS, trick_name
from .picture import Side


def hands(state: State, side: Side) -> Text:
    """Per player the dice in the supply, the tricks in hand, and what was played in this round (R9, R15, R26)."""
    lines = Text()
    for seat in (1 - side.seat, side.seat):
        lines.append(side.names[seat], side.style(seat)).append(": " + "; ".join(_holdings(state.players[seat])) + "\n")
    if state.middle:
        lines.append(f"In the middle: {_listed(state.middle)}\n")
    for card, number in state.memory:
        lines.append(f"{BY_KEY[card].name} remembers: {number}\n")
    lines.rstrip()
    return lines


def pile_lines(state: State) -> Text:
    """The cards still to be dealt, per nation; their order is unknown (R5)."""
    cards = cards_in(state.pile)
    lines = Text("Still in the pile:")
    for nation in Nation:
        values = [str(card.value) for card in cards if isinstance(card, Sailor) and card.nation is nation]
        lines.append(f"\n  {nation.name.title():<9}", NATION_COLOURS[nation]).append(" ".join(values) or "none")
    return lines.append(f"\n  tricks   {_listed(card for card in cards if not isinstance(card, Sailor))}")


def _holdings(player: Player) -> Iterator[str]:
    yield f"{player.supply} dice left"
    yield f"tricks: {_listed(player.hand)}"
    if player.in_force is not None:
        yield f"{trick_name(player.in_force)} is in force"
    elif player.trick_used:
        yield "trick of this round used"


def _listed(tricks: Iterable[Trick]) -> str:
    listed = list(tricks)
    counts = {trick: listed.count(trick) for trick in listed}
    return ", ".join(f"{trick_name(trick)}{f' ×{n}' if n > 1 else ''}" for trick, n in counts.items()) or "none"
