"""The mind: exact rounds, a judgement of what a finished round is worth, and opponents of every strength."""

import os

# The solver's products are small: more threads than one only get in each other's way, tenfold on a busy machine. It
# works if NumPy has not been imported yet, and leaves alone what somebody has set on purpose.
for _library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")
