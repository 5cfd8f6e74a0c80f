"""Which rule a wrong claim breaks, where several rules settle one fact."""
