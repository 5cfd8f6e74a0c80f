"""The pages of a live game: starting one, recording, seats, late lines, what-if."""
