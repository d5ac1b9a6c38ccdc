"""`shanghaien terminal`: play in the shell, against a bot or with two people taking turns at it."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import random
from pathlib import Path

from shanghaien.rules import Record, to_text

from .files import player_names, read_record, wrong
from .flags import add_bot_flag, add_game_flags, add_seed_flag, game_options


def configure(parser: argparse.ArgumentParser) -> None:
    who = parser.add_mutually_exclusive_group()
    add_bot_flag(who, "--bot", "deckhand", "whom to play against")
    who.add_argument("--hot-seat", action="store_true", help="two people at one keyboard")
    parser.add_argument(
        "--manual", action="store_true", help="you roll real dice and deal real cards, and type in the results"
    )
    parser.add_argument("--seat", choices=["a", "b"], default="a", help="where you sit against a bot (a)")
    parser.add_argument("--names", nargs=2, metavar=("A", "B"), help="the names of the two players")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the record of the game, even if you quit")
    parser.add_argument("--resume", metavar="FILE", help="go on with the unfinished game of a record")
    add_seed_flag(parser)
    add_game_flags(parser)


def run(args: argparse.Namespace) -> int:
    record = _opening(args)
    _save(record, args.save)  # a place that can't be written must show before the game, not after it
    from shanghaien.ai.bots import bot
    from shanghaien.terminal.console import shell
    from shanghaien.terminal.terminal_game import TerminalGame

    rng = random.SystemRandom() if args.seed is None else random.Random(args.seed)  # noqa: S311 - a seed is given for the same game again
    bots = {} if args.hot_seat else {1 - _seat(args): bot(args.bot, rng).choose}
    game = TerminalGame(record, player_names(record), bots, shell(), rng, input, manual=args.manual)
    try:
        game.play()
    finally:
        _save(game.record, args.save)
    return 0


def _save(record: Record, file: Path | None) -> None:
    if file is not None:
        file.write_text(to_text(record), encoding="utf-8")


def _seat(args: argparse.Namespace) -> int:
    return "ab".index(args.seat)


def _names(args: argparse.Namespace) -> tuple[str, str]:
    from shanghaien.ai.bots import BY_NAME
    from shanghaien.terminal.narration import YOU

    if args.names:
        return (args.names[0], args.names[1])
    if args.hot_seat:
        return ("A", "B")
    title = BY_NAME[args.bot].title
    return (YOU, title) if _seat(args) == 0 else (title, YOU)


def _opening(args: argparse.Namespace) -> Record:
    from shanghaien.fairness.typed_outcomes import DICE_TAGS

    first, second = _names(args)
    tags = {"Player-A": first, "Player-B": second} | (DICE_TAGS if args.manual else {})
    if args.resume is None:
        return Record(game_options(args), (), tags)
    record = read_record(args.resume)
    if record.result != "unfinished":
        raise wrong(args.resume, f"This game has ended ({record.result}), so it can't go on.")
    return Record(record.options, record.steps, tags | dict(record.tags))
