"""Defines the events of a tournament (submissions, rulings, penalties) and folds them into its record."""
