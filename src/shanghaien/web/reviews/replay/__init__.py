"""Games step by step, those played here and imported records."""
