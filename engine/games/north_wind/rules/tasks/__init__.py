"""Tasks, their deliveries, and crew members."""
