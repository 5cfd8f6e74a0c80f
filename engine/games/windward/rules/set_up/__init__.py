"""Set-up, rounds, the record itself, and the end of the game."""
