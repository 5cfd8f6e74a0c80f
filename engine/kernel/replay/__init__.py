"""Replays a log: the rulebook as a program, the single fold, both books, claims, legal moves and snapshots."""
