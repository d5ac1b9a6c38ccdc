"""The deal of the day, its table, and the days before."""
