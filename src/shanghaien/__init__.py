"""Shanghaien: the two-player game of dice, cards and dirty tricks, as rules, opponents and tables."""

__version__ = "0.1.0"
