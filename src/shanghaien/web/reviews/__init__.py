"""The review of a finished game, and advice during one."""
