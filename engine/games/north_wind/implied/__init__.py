"""Infers missing lines: those that a later line proves, and those that a phase still expects."""
