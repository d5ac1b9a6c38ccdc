"""The table: what is asked, what lies there, and everything that changes it; no rule is decided here."""
