"""Set-up, the record itself, and the end of the game."""
