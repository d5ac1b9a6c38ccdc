"""Bots and reviews, which think in processes of their own."""
