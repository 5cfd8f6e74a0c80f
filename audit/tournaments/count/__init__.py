"""From submitted logs to results: which log is which table, each table's outcome, and what is still open."""
