"""Random logs that no real table would write, and every question that can be asked about them: nothing may fail."""
