"""Measurements and long runs that make starts; pytest never collects them."""
