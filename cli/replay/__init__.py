"""Stepping through a game in the terminal: the screen, the keys, one position as lines."""
