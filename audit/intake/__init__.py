"""Turns bytes into a log that is ready to be replayed: spelling, header and position, with the faults of each."""
