"""The registry of games: the one list that everything else runs over."""
