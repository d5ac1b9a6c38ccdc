"""How strong a player is, by results and by play without luck: numbers in, numbers out (`docs/ratings.md`)."""
