"""Comparison with the truth: legal games broken at two places, and slips whose true repair is known."""
