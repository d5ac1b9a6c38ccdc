"""Why somebody is reported, and what can become of a report."""

from shanghaien.rules import N_

REASONS = {
    "words": N_("What they said"),
    "name": N_("Their name"),
    "play": N_("They do not play fair"),
    "time": N_("They keep me waiting on purpose"),
    "other": N_("Something else"),
}
"""The reasons by their keys, in the order in which they are offered; a key is stored and never changes."""
DONE, DISMISSED = "done", "dismissed"
"""What can become of a report."""
