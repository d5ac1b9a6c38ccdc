"""The SQL of games: their rows, their logs, their seats, lists of them, and what writes many moves at once."""
