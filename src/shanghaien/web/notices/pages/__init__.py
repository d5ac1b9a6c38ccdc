"""Notices: where, when and of what people want to be told; and a turn that is played from a notice."""
