"""Reads, checks and previews the tournament file, and writes a sample for a new event."""
