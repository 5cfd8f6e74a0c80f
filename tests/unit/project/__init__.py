"""The repository itself: names, lengths of files, docs, the options of the suite."""
