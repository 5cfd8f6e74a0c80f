"""Turns places into points and points into standings: schemes, IMPs and tie-breaks with their arithmetic."""
