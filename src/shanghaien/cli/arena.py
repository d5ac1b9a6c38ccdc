"""`shanghaien arena`: lets two bots play paired games and says who is better, and how surely."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import json
import math
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING

from shanghaien.wrong_input import WrongInput

from .flags import BOTS, YARDSTICKS, add_game_flags, add_seed_flag, game_options

if TYPE_CHECKING:
    from shanghaien.ai.arena import Bout, BoutSummary


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot_a", choices=BOTS, metavar="A", help=f"one of {', '.join(BOTS)}")
    parser.add_argument("bot_b", choices=BOTS, metavar="B", help="the other bot")
    parser.add_argument("--pairs", type=int, default=100, metavar="N", help="pairs of games, seats swapped (100)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="number of processes (1)")
    parser.add_argument(
        "--losses", action="store_true", help="also the mean loss per decision, by the Captain's judgement"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_seed_flag(parser, 1)
    add_game_flags(parser)
    simple = "\n".join(f"  {name:<10} {about}" for name, about in YARDSTICKS.items())
    parser.epilog = f"simple bots that the levels are measured by:\n{simple}\n\n{parser.epilog or ''}"


def run(args: argparse.Namespace) -> int:
    if args.pairs < 1 or args.workers < 1:
        raise WrongInput("The arena needs at least one pair of games and one worker.")
    from shanghaien.ai.arena import Bout, summary
    from shanghaien.ai.arena import run as run_bout
    from shanghaien.terminal.console import with_progress_bar

    bout = Bout(args.bot_a, args.bot_b, game_options(args), args.seed, args.losses)
    with _executor(args.workers) as executor:
        games = run_bout(bout, args.pairs, executor)
        outcome = summary(list(with_progress_bar(games, "Playing pairs", args.pairs)))
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


def _as_json(bout: "Bout", outcome: "BoutSummary") -> dict[str, object]:
    return {
        "a": bout.first,
        "b": bout.second,
        "seed": bout.seed,
        "options": bout.options.as_dict(),
        **outcome.as_dict(),
    }


def _as_text(bout: "Bout", outcome: "BoutSummary") -> str:
    pairs = "1 pair" if outcome.pairs == 1 else f"{outcome.pairs} pairs"
    lines = [
        f"{bout.first} against {bout.second}: {pairs} of games, seed {bout.seed}",
        f"win rate of {bout.first}: {_share(100 * outcome.win_rate, 100 * outcome.margin)}",
        f"points ahead: {outcome.lead:+.2f} {_margin(outcome.lead_margin, 2)}",
        f"time per decision: {outcome.decision_ms[0]:.1f} ms and {outcome.decision_ms[1]:.1f} ms",
    ]
    if bout.losses:
        lines.append(f"loss per decision: {outcome.losses[0]:.4f} and {outcome.losses[1]:.4f}")
    return "\n".join(lines)


def _share(percent: float, margin: float) -> str:
    if math.isinf(margin):
        return f"{percent:.1f} % {_margin(margin, 1)}"
    return f"{percent:.1f} {_margin(margin, 1)} % (95 %)"


def _margin(margin: float, digits: int) -> str:
    """How sure a mean is; one pair alone says nothing about that."""
    return "± unknown (one pair)" if math.isinf(margin) else f"± {margin:.{digits}f}"
