"""Training of the value: states from plausible play, labels by exactly solved rounds, nets fitted to them."""
