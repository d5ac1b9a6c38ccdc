"""The names of the bots, for help: a test holds them to those in `ai`, whose solver takes a while to load."""

YARDSTICKS = {
    "random": "every legal action is as likely",
    "greedy": "looks one move ahead",
    "hand-made": "solves every round, and judges its end by the score so far",
}
"""Simple players that the levels are measured by."""

STRONGEST = "captain"
BOTS = ("cabin-boy", "deckhand", "boatswain", "first-mate", STRONGEST, *YARDSTICKS)
"""The five levels from the weakest to the strongest, and the yardsticks."""
