"""Lines that nobody wrote: those that a later line shows, and those that a phase still waits for."""
