"""The commands of the shell that are about tables: play, serve, backup."""
