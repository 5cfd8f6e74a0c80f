"""Movement points and boats: the worth of points, the moves of boats, and the wind."""
