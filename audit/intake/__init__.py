"""From bytes to a log that is ready to be replayed: spelling, header, position, and the faults of each."""
