"""Finds the rule that a wrong claim breaks, where several rules share one fact; one file for each kind of fact."""
