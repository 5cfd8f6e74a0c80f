"""Formulas that rules, folds and offers share, and the map with its winds."""
