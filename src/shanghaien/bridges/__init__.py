"""Bridges to other people's libraries: translation only, no rule. Each part imports its library itself.

* `codes`: stable integers for all actions and chance outcomes
* `observation`: what a seat sees, as small whole numbers, as text and as a tensor
* `openspiel_game`: the game `python_shanghaien` (extra ``openspiel``)
* `pettingzoo_env` and `gymnasium_env`: environments for one agent at a time (extra ``pettingzoo``)
* `batch`: thousands of games at once on NumPy arrays
"""
