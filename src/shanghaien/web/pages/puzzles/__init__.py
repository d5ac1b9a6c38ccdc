"""Positions to solve."""
