"""What a person at the shell gave that cannot be used."""


class WrongInput(Exception):
    """What was typed or given cannot be used; the message is one sentence for the person at the shell."""
