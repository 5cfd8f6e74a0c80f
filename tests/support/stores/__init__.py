"""Stores to test with, on both databases."""
