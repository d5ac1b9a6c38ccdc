"""How strong somebody is, by results and by play without luck: numbers in, numbers out (`docs/ratings.md`)."""
