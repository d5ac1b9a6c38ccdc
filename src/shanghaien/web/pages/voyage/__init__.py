"""The first voyage: the game learned by doing, in six steps with fixed cards and dice."""
