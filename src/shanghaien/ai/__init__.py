"""Players that think, and what their thinking is good for besides playing.

round/     one round solved exactly, and what every action in it is worth; what is known of particular trick cards
value/     what a finished round is worth: the score at the end, a trained value before it
bots/      opponents of every strength
review/    a played game weighed: losses, luck, reasons, and the chart of it
arena      bot against bot in paired games; one of them is a match
puzzles    positions with one clearly best choice that most players miss
training/  how the trained value is made
"""

import os

# The solver's products are small: more threads than one only get in each other's way, tenfold on a busy machine. It
# works if NumPy has not been imported yet, and leaves alone what was set on purpose.
for _library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")
