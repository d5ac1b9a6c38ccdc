"""What a finished round is worth: exact scores at the end, a trained judgement before it."""
