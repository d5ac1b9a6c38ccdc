"""What can be said at a table by one press: everybody reads it in their own language."""

from shanghaien.rules import N_

PHRASES = {
    "hello": N_("Hello!"),
    "rolled": N_("Well rolled!"),
    "oops": N_("Oops."),
    "sorry": N_("Sorry!"),
    "thanks": N_("Thank you."),
    "game": N_("Good game!"),
}
"""The phrases by their keys, in the order in which they are offered; a key is stored and never changes."""
