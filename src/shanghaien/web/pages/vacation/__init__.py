"""Time as a person wants it: vacations, the time zone, and what is done for them meanwhile."""
