"""Workbooks and CSV files with a club's own columns, read as the rows of a log."""
