"""The rules engine: a kernel that knows no game, and one folder per game."""
