"""Adds to findings: whether they are contested or depend on invented content, what unlocks checks, wrong sums."""
