"""The log of every game, the same on SQLite and PostgreSQL."""
