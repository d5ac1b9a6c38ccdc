"""What things of the game are called, in the language of the reader: for pages and for notices alike."""
