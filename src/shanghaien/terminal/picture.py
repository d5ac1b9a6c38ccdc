"""The table as a picture of characters, 80 columns wide: the tavern with its dice (R42, R44), hands, score (R46)."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from shanghaien.rules import (
    BY_KEY,
    Card,
    End,
    Nation,
    NationScore,
    Player,
    Sailor,
    Seat,
    Shanghai,
    State,
    Taking,
    Trick,
    cards_in,
    position_of,
    seat_letter,
    standing,
    takings_now,
    to_come,
)

from .wording import NATION_COLOURS, trick_name

OWN, OTHER = Style(color="bright_red", bold=True), Style(color="bright_blue", bold=True)
NUMBERS = range(1, 7)
WIDEST_NAME, WIDEST_CELL = 9, 8
FITS = 80
"""How many columns the widest picture needs."""


class Side:
    """Whose side one looks from: that seat's things are below and red, the other's above and blue (R42)."""

    def __init__(self, names: tuple[str, str], seat: Seat = 0) -> None:
        self.names = names
        self.seat = seat

    def style(self, seat: Seat) -> Style:
        return OWN if seat == self.seat else OTHER

    def name(self, seat: Seat) -> Text:
        """The name of a seat in its colour, cut to what a column can hold."""
        return Text(self.short(seat, WIDEST_NAME), self.style(seat))

    def short(self, seat: Seat, width: int) -> str:
        """The name of a seat in so many letters; with the seat's letter where the two would look alike."""
        own, other = (self.names[which][:width] for which in (seat, 1 - seat))
        return own if own != other else f"{own[: width - 2]} {seat_letter(seat)}"

    def initial(self, seat: Seat) -> str:
        """One letter for a seat: of its name, or of the seat where the names begin alike."""
        one, other = (name[:1] for name in self.names)
        return self.names[seat][:1] if one.lower() != other.lower() else seat_letter(seat)


def tavern_table(state: State, side: Side) -> Table:
    """The row as it lies, and who would take each card if Shanghai were called now."""
    table = _row_of_cards(state.tavern, state.end, state.face_down, side, _dice(state))
    if takings := takings_now(state):
        table.add_row("takes now", *(_taker(taking, side) for taking in takings))
    return table


def shanghai_table(shanghai: Shanghai, side: Side) -> Table:
    """A round's end: what lay at each card, and who got it (R44)."""
    cards = tuple(taking.card for taking in shanghai.takings)
    out = tuple(taking.number for taking in shanghai.takings if taking.out)
    table = _row_of_cards(cards, shanghai.end, out, side, shanghai.dice)
    table.add_row("taken by", *(_taker(taking, side) for taking in shanghai.takings))
    return table


def score_table(state: State, side: Side) -> Table:
    """Per nation both strengths, the points they bring as it stands, and what is still to come (R22, R46)."""
    score, coming = standing(state.players), to_come(state)
    table = Table("", box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, collapse_padding=True, show_edge=False)
    for nation in Nation:
        table.add_column(Text(nation.code, NATION_COLOURS[nation]), justify="right")
    table.add_column("tricks", justify="right")
    table.add_column("points", justify="right")
    for seat in (side.seat, 1 - side.seat):
        strengths = (str(nation.strengths[seat] or "·") for nation in score.nations)
        total = Text(str(score.points[seat]), side.style(seat))
        table.add_row(side.name(seat), *strengths, str(score.tricks[seat]), total)
    table.add_row("counts", *(_counts(nation, side) for nation in score.nations), "", "")
    left = (f"{cards}/{points}" if cards else "·" for cards, points in zip(coming.cards, coming.points, strict=True))
    table.add_row(Text("to come", "dim"), *(Text(cell, "dim") for cell in left), Text(str(coming.tricks), "dim"), "")
    return table


def card_text(card: Card) -> Text:
    """A card in a few short lines: nation and value in its colour, or the trick."""
    if isinstance(card, Sailor):
        return Text(f"{card.nation.name.title()}\n{card.value}", NATION_COLOURS[card.nation], justify="center")
    return Text("\n".join(["trick", *wrap(BY_KEY[card].name, WIDEST_CELL)]), "bold", justify="center")


def _row_of_cards(
    cards: tuple[Card, ...], end: End | None, face_down: Iterable[int], side: Side, dice: tuple[tuple[int, ...], ...]
) -> Table:
    table = Table("", box=box.ROUNDED, show_lines=True, padding=(0, 1))
    for position in range(len(cards)):
        table.add_column(_number(position, end), justify="center", min_width=WIDEST_CELL)
    down = {position_of(number, end) for number in face_down} if end else set()
    other = 1 - side.seat
    table.add_row(side.name(other), *_dice_cells(dice[other], end, side.style(other)))
    table.add_row("card", *(_face(card, position in down) for position, card in enumerate(cards)))
    table.add_row(side.name(side.seat), *_dice_cells(dice[side.seat], end, side.style(side.seat)))
    return table


def _dice(state: State) -> tuple[tuple[int, ...], ...]:
    return tuple(player.dice for player in state.players)


def _number(position: int, end: End | None) -> str:
    if end is None:
        return f"{position + 1} or {6 - position}"
    return str(position + 1 if end is End.LEFT else 6 - position)


def _dice_cells(counts: tuple[int, ...], end: End | None, style: Style) -> list[Text]:
    cells = [Text()] * 6
    if end is not None:
        for number in NUMBERS:
            dice = (
                " ".join([f"[{number}]"] * counts[number - 1])
                if counts[number - 1] < 3
                else f"{counts[number - 1]}×[{number}]"
            )
            cells[position_of(number, end)] = Text(dice, style)
    return cells


def _face(card: Card, down: bool) -> Text:
    return Text("face\ndown", "dim italic", justify="center") if down else card_text(card)


def _taker(taking: Taking, side: Side) -> Text:
    if taking.taker is None:
        return Text("–", "dim")
    tie = taking.dice[0] == taking.dice[1]
    why = f"\n({taking.neighbours[side.seat]}:{taking.neighbours[1 - side.seat]})" if tie else ""
    return Text(side.short(taking.taker, WIDEST_CELL) + why, side.style(taking.taker))


def _counts(nation: NationScore, side: Side) -> Text:
    for seat in (0, 1):
        if nation.points[seat]:
            return Text(f"{side.initial(seat)}+{nation.points[seat]}", side.style(seat))
    return Text("·", "dim")


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
