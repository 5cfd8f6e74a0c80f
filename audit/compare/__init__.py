"""One log judged twice and compared: as played and as adjudicated, or by each edition of its rulebook."""
