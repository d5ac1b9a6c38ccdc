"""Talk at tables and the keeping of order: phrases, reports, what moderators do."""
