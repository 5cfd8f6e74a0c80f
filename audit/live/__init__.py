"""Live games: recorded event by event, folded from the nearest snapshot, answered with findings at once."""
