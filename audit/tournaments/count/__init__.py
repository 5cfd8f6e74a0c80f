"""Turns submitted logs into results: matches logs to tables, and finds each table's outcome and what is open."""
