"""What several pages show in the same way: cards, names, people, the frame of a page."""
