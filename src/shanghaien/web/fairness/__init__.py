"""Pages that let players check the dice: the promise during a game, the check in their own browser afterwards."""
