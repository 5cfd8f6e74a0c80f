"""Reads workbooks, and CSV files with a club's own columns, as the rows of a log."""
