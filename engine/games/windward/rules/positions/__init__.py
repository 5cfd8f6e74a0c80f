"""What a position may show although a rule forbids it."""
