"""Tasks, what is delivered for them, and crew members."""
