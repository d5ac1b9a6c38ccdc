"""Private addresses for people's own programs: a feed, a calendar, and the way out of letters."""
