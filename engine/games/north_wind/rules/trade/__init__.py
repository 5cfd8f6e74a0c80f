"""Actions at harbors, merchants and commercial letters."""
