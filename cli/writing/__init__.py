"""Starting a log: a new file, or a record sheet to print."""
