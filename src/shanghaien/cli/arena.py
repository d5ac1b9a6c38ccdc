"""`shanghaien arena`: lets two bots play paired games and says who is better, and how surely."""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from rich.console import Console
from rich.progress import track

from shanghaien.ai.arena import Bout, BoutSummary, summary
from shanghaien.ai.arena import run as run_bout
from shanghaien.ai.bots.levels import BY_NAME
from shanghaien.wrong_input import WrongInput

from .flags import add_game_flags, game_options


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the command."""
    names = ", ".join(BY_NAME)
    parser.add_argument("bot_a", choices=BY_NAME, metavar="A", help=f"one of {names}")
    parser.add_argument("bot_b", choices=BY_NAME, metavar="B", help="the same")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of games, seats swapped (default 100)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument(
        "--losses", action="store_true", help="also the mean loss per decision, by the Captain's judgement"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--seed", type=int, default=1, help="a number; the same seed plays the same games (default 1)")
    add_game_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games with a progress bar on standard error and print the outcome."""
    if args.pairs < 1 or args.workers < 1:
        raise WrongInput("The arena needs at least one pair of games and one worker.")
    bout = Bout(args.bot_a, args.bot_b, game_options(args), args.seed, args.losses)
    with _executor(args.workers) as executor:
        games = run_bout(bout, args.pairs, executor)
        bar = track(games, "Playing pairs", total=args.pairs, console=Console(stderr=True), transient=True)
        outcome = summary(list(bar))
    sys.stdout.write((json.dumps(_as_json(bout, outcome)) if args.json else _as_text(bout, outcome)) + "\n")
    return 0


@contextmanager
def _executor(workers: int) -> Iterator[Executor | None]:
    if workers == 1:
        yield None
        return
    # New processes, not copies of this one: copying a process with threads (the progress bar has one) may hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        yield executor


def _as_json(bout: Bout, outcome: BoutSummary) -> dict[str, object]:
    return {
        "a": bout.first,
        "b": bout.second,
        "seed": bout.seed,
        "options": bout.options.as_dict(),
        **outcome.as_dict(),
    }


def _as_text(bout: Bout, outcome: BoutSummary) -> str:
    lines = [
        f"{bout.first} against {bout.second}: {outcome.pairs} pairs of games, seed {bout.seed}",
        f"win rate of {bout.first}: {100 * outcome.win_rate:.1f} ± {100 * outcome.margin:.1f} % (95 %)",
        f"points ahead: {outcome.lead:+.2f} ± {outcome.lead_margin:.2f}",
        f"time per decision: {outcome.decision_ms[0]:.1f} ms and {outcome.decision_ms[1]:.1f} ms",
    ]
    if bout.losses:
        lines.append(f"loss per decision: {outcome.losses[0]:.4f} and {outcome.losses[1]:.4f}")
    return "\n".join(lines)
