"""The one fold: a rulebook made ready to run, the replay of a log, both books, claims, legal moves and snapshots."""
