"""The tournament file: read, checked, previewed, and written as a sample for a new event."""
