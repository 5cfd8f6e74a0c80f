"""Judges a log twice and compares the results: by both books, or by each edition of its rulebook."""
