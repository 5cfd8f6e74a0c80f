"""Events, rules, layers, flow, replay, legal moves, spellings and digests; knows no game."""
