"""Action cards and treasure."""
