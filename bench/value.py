"""How far a trained value is off at the end of round 7: its root mean square error against the truth, in seconds.

`held-out.npz` holds the truths: 200 states of `shanghaien train FOLDER --evaluate WEIGHTS`, each with the mean of the
exactly solved eighth rounds over all orders of the last six cards. They do not depend on any weights. `--gather FOLDER`
makes the file anew from the folder of that command.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from shanghaien.ai.training.evaluate import accuracy
from shanghaien.ai.value.trained import load_value, shipped_value

TRUTHS = Path(__file__).with_name("held-out.npz")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, nargs="?", help="a file of weights (default: the shipped ones)")
    parser.add_argument("--gather", type=Path, metavar="FOLDER", help="make the truths from a folder of solved states")
    args = parser.parse_args()
    if args.gather:
        gather(args.gather)
    value = load_value(args.weights) if args.weights else shipped_value()
    with np.load(TRUTHS) as file:
        print(json.dumps(accuracy(value, file["truths"])._asdict()))


def gather(folder: Path) -> None:
    files = sorted((folder / "held-out-720").glob("*.npy"))
    np.savez_compressed(TRUTHS, truths=np.stack([np.load(path) for path in files]))


if __name__ == "__main__":
    main()
