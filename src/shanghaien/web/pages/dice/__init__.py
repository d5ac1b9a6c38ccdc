"""The page that checks the dice, and downloads of records."""
