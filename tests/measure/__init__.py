"""Measurements and long runs, started by make; pytest never collects them."""
