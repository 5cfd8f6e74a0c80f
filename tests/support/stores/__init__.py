"""Stores for tests, on both databases."""
