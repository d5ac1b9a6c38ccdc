"""`shanghaien simulate`: many games between simple players, and a table of what happened in them."""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.progress import track
from rich.table import Table

from shanghaien.rules import Act, Options, PlayedStep, Record, to_text
from shanghaien.terminal.card_names import ACT_NAMES
from shanghaien.terminal.console import shell
from shanghaien.terminal.play import play
from shanghaien.terminal.players import NAMES, player
from shanghaien.terminal.tally import SEATS, Tally

from .flags import add_game_flags, add_seed_flag, game_options


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("--games", type=_count, default=100, metavar="N", help="how many games (default 100)")
    parser.add_argument(
        "--a",
        choices=NAMES,
        metavar="BOT",
        default="random",
        help=f"who sits in the first seat: {', '.join(NAMES)} (default random)",
    )
    parser.add_argument("--b", choices=NAMES, metavar="BOT", default="random", help="the same for the second seat")
    add_seed_flag(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--save", type=Path, metavar="DIR", help="keep the record of every game in this folder")
    add_game_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games and print what happened."""
    options = game_options(args)
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
    if args.save is not None:
        args.save.mkdir(parents=True, exist_ok=True)
    tally = Tally()
    for number in _with_progress(args.games):
        moments = one_game(options, (args.a, args.b), seed, number)
        tally.add(moments)
        if args.save is not None:
            _save(Record(options, tuple(moment.step for moment in moments), _tags(args, seed)), args.save, number)
    if args.json:
        setup = {"options": options.as_dict(), "players": [args.a, args.b], "seed": seed}
        sys.stdout.write(json.dumps(setup | tally.as_dict(), indent=2) + "\n")
    else:
        _print(tally, (args.a, args.b), seed)
    return 0


def one_game(options: Options, names: tuple[str, str], seed: int, number: int) -> list[PlayedStep]:
    """One game of a simulation; it depends on nothing but what is given here."""
    rng = random.Random(f"{seed}/{number}")  # noqa: S311 - not for play between people
    return list(play(options, (player(names[0], rng), player(names[1], rng)), rng))


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= 10**9):
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)


def _with_progress(games: int) -> Iterator[int]:
    console = shell(stderr=True)
    yield from track(range(1, games + 1), "Playing", console=console, transient=True, disable=not console.is_terminal)


def _tags(args: argparse.Namespace, seed: int) -> dict[str, str]:
    return {"Player-A": args.a, "Player-B": args.b, "Simulation": f"seed {seed}"}


def _save(record: Record, folder: Path, number: int) -> None:
    (folder / f"game-{number:05}.txt").write_text(to_text(record), encoding="utf-8")


def _print(tally: Tally, names: tuple[str, str], seed: int) -> None:
    console = shell()
    console.print(_results(tally, names), _turns(tally), _tricks(tally, names), sep="\n")
    console.print(f"Games: {tally.games}. The same ones again: --seed {seed}")


def _results(tally: Tally, names: tuple[str, str]) -> Table:
    table = Table("player", title="Results", title_justify="left")
    for column in ("wins", "share", "points", "lowest", "highest"):
        table.add_column(column, justify="right")
    for seat in SEATS:
        wins, scores = tally.wins[seat], tally.points[seat]
        share, mean = f"{wins / tally.games:.1%}", f"{tally.mean_points(seat):.2f}"
        table.add_row(f"{'AB'[seat]} {names[seat]}", str(wins), share, mean, str(min(scores)), str(max(scores)))
    table.add_row("drawn", str(tally.draws), f"{tally.draws / tally.games:.1%}")
    return table


def _turns(tally: Tally) -> Table:
    table = Table("round", title="Turns per round", title_justify="left")
    for number in range(1, len(tally.turns) + 1):
        table.add_column(str(number), justify="right")
    table.add_row("turns", *(f"{turns:.2f}" for turns in tally.turns_per_round()))
    return table


def _tricks(tally: Tally, names: tuple[str, str]) -> Table:
    table = Table("trick", title="Tricks played", title_justify="left")
    for seat in SEATS:
        table.add_column(f"{'AB'[seat]} {names[seat]}", justify="right")
    table.add_column("per game", justify="right")
    for act in Act:
        counts = [tally.tricks[seat][act] for seat in SEATS]
        if any(counts):
            table.add_row(ACT_NAMES[act], *map(str, counts), f"{sum(counts) / tally.games:.2f}")
    return table
