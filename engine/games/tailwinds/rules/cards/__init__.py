"""Character abilities and Rainbow cards."""
