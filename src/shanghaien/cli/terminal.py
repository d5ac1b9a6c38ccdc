"""`shanghaien terminal`: play in the shell, against a bot or with two people taking turns at it."""

import argparse
import random
from pathlib import Path

from shanghaien.fairness.real_dice import DICE_TAGS
from shanghaien.rules import Record, to_text
from shanghaien.terminal.console import shell
from shanghaien.terminal.game import TerminalGame
from shanghaien.terminal.narration import YOU
from shanghaien.terminal.players import NAMES, player, title
from shanghaien.wrong_input import WrongInput

from .flags import add_game_flags, add_seed_flag, game_options
from .replay import read_record


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--bot",
        choices=NAMES,
        default="deckhand",
        metavar="BOT",
        help=f"whom to play against: {', '.join(NAMES)} (default deckhand)",
    )
    who.add_argument("--hot-seat", action="store_true", help="two people at one keyboard")
    parser.add_argument(
        "--manual", action="store_true", help="you roll real dice and deal real cards, and type what came"
    )
    parser.add_argument("--seat", choices=["a", "b"], default="a", help="where you sit against a bot")
    parser.add_argument("--names", nargs=2, metavar=("A", "B"), help="the names of the two players")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the record of the game, also if you quit")
    parser.add_argument("--resume", metavar="FILE", help="go on with the unfinished game of a record")
    add_seed_flag(parser)
    add_game_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Play one game."""
    rng = random.SystemRandom() if args.seed is None else random.Random(args.seed)  # noqa: S311
    seat = "ab".index(args.seat)
    bots = {} if args.hot_seat else {1 - seat: player(args.bot, rng)}
    record = _opening(args, _names(args, seat))
    names = (record.tags["Player-A"], record.tags["Player-B"])
    _save(record, args.save)  # a place that can't be written must show before the game, not after it
    game = TerminalGame(record, names, bots, shell(), rng, input, manual=args.manual)
    try:
        game.play()
    finally:
        _save(game.record, args.save)
    return 0


def _save(record: Record, file: Path | None) -> None:
    if file is not None:
        file.write_text(to_text(record), encoding="utf-8")


def _names(args: argparse.Namespace, seat: int) -> tuple[str, str]:
    if args.names:
        return (args.names[0], args.names[1])
    if args.hot_seat:
        return ("A", "B")
    return (YOU, title(args.bot)) if seat == 0 else (title(args.bot), YOU)


def _opening(args: argparse.Namespace, names: tuple[str, str]) -> Record:
    tags = {"Player-A": names[0], "Player-B": names[1]} | (DICE_TAGS if args.manual else {})
    if args.resume is None:
        return Record(game_options(args), (), tags)
    record = read_record(args.resume)
    if record.result != "unfinished":
        raise WrongInput(f"{args.resume}: this game has ended ({record.result}), so it can't go on.")
    return Record(record.options, record.steps, tags | dict(record.tags))
