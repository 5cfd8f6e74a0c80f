"""The arbiter's desk, and the pages of cases."""
