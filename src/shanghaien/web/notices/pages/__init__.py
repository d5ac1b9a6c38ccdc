"""Notices: where and when people want them, and about what; and a turn that is played from a notice."""
