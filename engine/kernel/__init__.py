"""Events, rules, layers, flow, replay, legal moves, spellings and digests. Nothing here knows any particular game."""
