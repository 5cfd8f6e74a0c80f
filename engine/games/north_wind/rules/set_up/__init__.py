"""Set-up, the record itself, bonuses, and the end of the game."""
