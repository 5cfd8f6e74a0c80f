"""Movement points and boats: what points are worth, where boats may go or the wind moves them."""
