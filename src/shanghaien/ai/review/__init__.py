"""The review of a game: every decision weighed, luck told from skill."""
