"""Games step by step, those played here and records that somebody brings."""
