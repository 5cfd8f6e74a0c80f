"""From places to points to standings: schemes, IMPs, tie-breaks with their arithmetic, ranking."""
