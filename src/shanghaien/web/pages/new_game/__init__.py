"""The form that sets up a table."""
