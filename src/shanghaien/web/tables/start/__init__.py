"""Pages by which a game begins: setting it up, taking a seat, and what a person has set about their time."""
