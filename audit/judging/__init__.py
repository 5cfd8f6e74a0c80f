"""What else is said of findings once they have causes: contested, resting on invented content, wrong sums, unlocks."""
