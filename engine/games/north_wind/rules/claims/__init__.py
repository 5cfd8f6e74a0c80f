"""Which rule a wrong claim breaks, where several rules settle one fact; one file for each kind of fact."""
