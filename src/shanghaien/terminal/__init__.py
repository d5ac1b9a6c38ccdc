"""The game in a shell: play it, replay a record, let simple players play many games."""
