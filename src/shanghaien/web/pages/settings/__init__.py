"""What people set for themselves, from the menu of every page."""
