"""The mind: exact rounds, a judgement of what a finished round is worth, and opponents of every strength."""
