"""Rounds: the vote, its outcome, turns and action points."""
