"""Tables in the browser: pages, live updates, and the log of every game."""
