"""Helpers; there are no tests here."""
